import type { Handlers } from '@callwright/service'
import { describeMissing, toWireStamp } from '../wire.ts'
import { ANALYSIS_DEFAULTS } from './analysis.ts'
import { readCriteria, readExpiration } from './call-criteria.ts'
import { toWireCandidate, toWireCriteria, toWireRanked } from './candidate-row.ts'
import type { Options } from './options.ts'
import type { Recommendations } from './recommendations.ts'

export type SearchId = 'options.analyze' | 'options.recommendations' | 'options.customRecommendations'

export function buildSearchHandlers(options: Options): Pick<Handlers<'market-data'>, SearchId> {
  return {
    'options.analyze': async ({ params, query }) => {
      const { targetDeltaMin, targetDeltaMax, days } = ANALYSIS_DEFAULTS
      const analysis = await options.analyze({
        symbol: params.symbol,
        targetDeltaMin: query.target_delta_min ?? targetDeltaMin,
        targetDeltaMax: query.target_delta_max ?? targetDeltaMax,
        days: query.days_to_expiration ?? days,
      })
      return {
        status: 'success',
        symbol: analysis.symbol,
        current_price: analysis.priceUsd,
        criteria: toWireCriteria(analysis.criteria, analysis.days),
        ranked_by: analysis.rankedBy,
        candidates: analysis.candidates.map((candidate) => toWireCandidate(candidate, analysis.bestContract)),
        best: analysis.best === null ? null : toWireCandidate(analysis.best, analysis.bestContract),
        rejected: analysis.rejected,
        message: describeMissing(analysis.missing),
        ...toWireStamp(analysis),
      }
    },
    'options.recommendations': async ({ params, query, body }) =>
      toWireRecommendations(
        await options.recommend({ symbol: params.symbol, expiration: readExpiration(query, body), requested: {} }),
      ),
    'options.customRecommendations': async ({ params, query, body }) =>
      toWireRecommendations(
        await options.recommend({
          symbol: params.symbol,
          expiration: readExpiration(query, body),
          requested: readCriteria(body),
        }),
      ),
  }
}

function toWireRecommendations(found: Recommendations) {
  return {
    status: 'success' as const,
    symbol: found.symbol,
    current_price: found.priceUsd,
    ranked_by: found.rankedBy,
    recommendations: found.calls.map((call) => toWireRanked(call, found.bestContract)),
    rejected: found.rejected,
    liquidity: found.liquidity.map(({ date, openInterest, volume, spreadPct }) => ({
      expiration_date: date,
      open_interest: openInterest,
      volume,
      near_spread_pct: spreadPct,
    })),
    message: describeMissing(found.missing),
    ...toWireStamp(found),
  }
}
