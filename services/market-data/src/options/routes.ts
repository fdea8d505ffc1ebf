import { type ScheduledDividend, usDate } from '@callwright/scoring'
import type { Handlers } from '@callwright/service'
import { describeMissing, toWireStamp } from '../wire.ts'
import { ANALYSIS_DEFAULTS, createAnalyses } from './analysis.ts'
import { createAtmIv } from './atm-volatility.ts'
import { BACKTEST_DEFAULTS, createBacktests, toWireBacktest } from './backtest.ts'
import { readCriteria, readExpiration, toWireCandidate, toWireCriteria, toWireRanked } from './call-search.ts'
import { createChains, toWireRow } from './chain.ts'
import { createSnapshots } from './chain-reading.ts'
import { createContractQuotes } from './contract-quotes.ts'
import { createExpirations, type OptionDeps } from './expirations.ts'
import { createGreeks, type TheoreticalValue } from './greeks.ts'
import { createRecommendations, type Recommendations } from './recommendations.ts'
import { createVolatilityHistories, toWireVolatility } from './volatility.ts'

type ListId = 'options.chain' | 'options.expirations' | 'options.snapshot'
type FigureId = 'options.greeks' | 'options.iv' | 'options.backtest' | 'options.volatility'

export function buildOptionHandlers(options: Options): Pick<Handlers<'market-data'>, ListId | FigureId | SearchId> {
  return { ...buildListHandlers(options), ...buildFigureHandlers(options), ...buildSearchHandlers(options) }
}

function buildListHandlers(options: Options): Pick<Handlers<'market-data'>, ListId> {
  return {
    'options.expirations': async ({ params }) => {
      const { symbol, expirations, missing, ...stamp } = await options.listExpirations(params.symbol)
      return {
        status: 'success',
        symbol,
        expirations: expirations.map((expiration) => ({
          date: expiration.date,
          display: usDate(expiration.date),
          days_to_expiration: expiration.days,
          type: expiration.kind,
          earnings_before: expiration.earningsBefore,
          ex_dividend_before: expiration.exDividendBefore,
          note: expiration.note,
        })),
        message: describeMissing(missing),
        ...toWireStamp(stamp),
      }
    },
    'options.chain': async ({ params, query }) => {
      const chain = await options.getChain({
        symbol: params.symbol,
        expiration: query.expiration_date ?? null,
        type: query.type ?? 'call',
      })
      return {
        status: 'success',
        symbol: chain.symbol,
        expiration_date: chain.expiration,
        days_to_expiration: chain.days,
        current_price: chain.priceUsd,
        expected_move: chain.expectedMoveUsd,
        model: chain.model,
        rate: chain.rate.rate,
        rate_source: chain.rate.basis,
        message: describeMissing(chain.missing),
        quote_time: chain.quotedAtMs === null ? null : new Date(chain.quotedAtMs).toISOString(),
        market_time: new Date(chain.nowMs).toISOString(),
        earnings_date: chain.earningsDate,
        ex_dividend_date: chain.exDividendDate,
        dividends: chain.dividends.map(toWireDividend),
        options: chain.rows.map(toWireRow),
        ...toWireStamp(chain),
      }
    },
    'options.snapshot': async ({ params, query }) => {
      const snapshot = await options.getSnapshot({
        symbol: params.symbol,
        minStrike: query.strike_min ?? null,
        maxStrike: query.strike_max ?? null,
        type: query.type ?? 'call',
      })
      return {
        status: 'success',
        symbol: snapshot.symbol,
        current_price: snapshot.priceUsd,
        options: snapshot.rows.map(toWireRow),
        message: describeMissing(snapshot.missing),
        ...toWireStamp(snapshot),
      }
    },
  }
}

function buildFigureHandlers(options: Options): Pick<Handlers<'market-data'>, FigureId> {
  return {
    'options.greeks': async ({ params, query }) => {
      const { strike, expiration_date: expiration, type = 'call' } = query
      const value = await options.getGreeks({ symbol: params.symbol, strike, expiration, type })
      return {
        status: 'success',
        symbol: value.symbol,
        strike: value.strike,
        expiration_date: value.expiration,
        type: value.type,
        theoretical_price: value.theoreticalUsd,
        delta: value.delta,
        gamma: value.gamma,
        theta: value.theta,
        vega: value.vega,
        rho: value.rho,
        implied_volatility: value.impliedVolatility,
        inputs: toWireInputs(value),
        message: describeMissing(value.missing),
        ...toWireStamp(value),
        source: describeSource(value),
      }
    },
    'options.iv': async ({ params }) => {
      const { symbol, impliedVolatility, atmStrike, missing, ...stamp } = await options.getAtmIv(params.symbol)
      return {
        status: 'success',
        symbol,
        implied_volatility: impliedVolatility,
        iv_percentage: impliedVolatility === null ? null : 100 * impliedVolatility,
        atm_strike: atmStrike,
        message: describeMissing(missing),
        ...toWireStamp(stamp),
      }
    },
    'options.volatility': async ({ params }) => toWireVolatility(await options.getVolatility(params.symbol)),
    'options.backtest': async ({ params, query }) =>
      toWireBacktest(await options.backTest({ ...BACKTEST_DEFAULTS, ...query, symbol: params.symbol })),
  }
}

function toWireInputs({ priceUsd, strike, days, years, rate, dividends, volatility, greeksSource }: TheoreticalValue) {
  return {
    price: priceUsd,
    strike,
    days_to_expiration: days,
    years,
    rate: rate.rate,
    rate_source: rate.basis,
    dividends: dividends.map(toWireDividend),
    volatility: volatility?.impliedVolatility ?? null,
    volatility_source: volatility?.source ?? null,
    model: volatility === null ? null : greeksSource,
  }
}

function toWireDividend({ exDate, cash, estimated = false }: ScheduledDividend) {
  return { ex_date: exDate, cash_amount: cash, estimated }
}

const VOLATILITY_WORDS = {
  contract: "the contract's own implied volatility",
  expiration_atm: 'the at-the-money volatility of its expiration',
  atm_30_days: 'the 30-day at-the-money volatility',
} as const

/**
 * Names where the quotes come from, and where the figures come from: the model and its volatility, or the source's
 * greeks.
 */
function describeSource({ source, volatility, greeksSource }: TheoreticalValue): string {
  if (volatility !== null) return `${source}; model ${greeksSource} at ${VOLATILITY_WORDS[volatility.source]}`
  return greeksSource === null ? source : `${source}; greeks from the source`
}

type SearchId = 'options.analyze' | 'options.recommendations' | 'options.customRecommendations'

function buildSearchHandlers(options: Options): Pick<Handlers<'market-data'>, SearchId> {
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

export type Options = ReturnType<typeof createOptions>

/** Option queries (D11, D19 to D22). */
export function createOptions({ market, cache }: Omit<OptionDeps, 'listExpirations'>) {
  const listExpirations = createExpirations({ market, cache })
  const deps: OptionDeps = { market, cache, listExpirations }
  const getAtmIv = createAtmIv(deps)
  return {
    listExpirations,
    getChain: createChains(deps),
    getSnapshot: createSnapshots(deps),
    getGreeks: createGreeks(deps),
    getAtmIv,
    getContractQuotes: createContractQuotes({ ...deps, getAtmIv }),
    analyze: createAnalyses(deps),
    recommend: createRecommendations(deps),
    backTest: createBacktests(deps),
    getVolatility: createVolatilityHistories(deps),
  }
}
