import type { Handlers } from '@callwright/service'
import { describeMissing, toWireStamp } from '../wire.ts'
import { readExpiration, readWishes } from './call-wishes.ts'
import { toWireCandidate, toWireCriteria, toWireRanked } from './candidate-row.ts'
import type { Options } from './options.ts'
import type { Recommendations } from './recommendations.ts'

export type SearchId = 'options.analyze' | 'options.recommendations' | 'options.customRecommendations'

/** SPEC section 7: what an analysis goes by where nothing is asked for. */
const ANALYSIS_DEFAULTS = { targetDeltaMin: 0.15, targetDeltaMax: 0.25, days: 30 } as const

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
        candidates: analysis.candidates.map(toWireCandidate),
        best: analysis.best === null ? null : toWireCandidate(analysis.best),
        rejected: analysis.rejected,
        message: describeMissing(analysis.missing),
        ...toWireStamp(analysis),
      }
    },
    'options.recommendations': async ({ params, query, body }) =>
      toWireRecommendations(
        await options.recommend({ symbol: params.symbol, expiration: readExpiration(query, body), wishes: {} }),
      ),
    'options.customRecommendations': async ({ params, query, body }) =>
      toWireRecommendations(
        await options.recommend({
          symbol: params.symbol,
          expiration: readExpiration(query, body),
          wishes: readWishes(body),
        }),
      ),
  }
}

function toWireRecommendations(found: Recommendations) {
  return {
    status: 'success' as const,
    symbol: found.symbol,
    current_price: found.priceUsd,
    recommendations: found.calls.map(toWireRanked),
    rejected: found.rejected,
    message: describeMissing(found.missing),
    ...toWireStamp(found),
  }
}
