import type { Success } from '@callwright/contracts'
import { toDomain } from '@callwright/contracts/domain-names'
import { api } from './api.ts'
import { request } from './http.ts'
import { readFreshness } from './market.ts'
import { OPTIONS_KEPT_SECONDS } from './options.ts'

type Wire = Success<'options.backtest'>

/** Which call is sold: the delta and the days to expiration to come near to, and how many months to look back. */
export type BacktestRule = Wire['rule']
export type Backtest = ReturnType<typeof readBacktest>
export type BacktestResult = NonNullable<Backtest['result']>
export type BacktestCycle = BacktestResult['cycles'][number]

const readResult = (wire: NonNullable<Wire['result']>) => ({
  ...toDomain(wire, { from_date: 'from', to_date: 'to', ahead_of_holding: 'ahead' }),
  cycles: wire.cycles.map((cycle) => toDomain(cycle, { expiration_date: 'expiration', strike_price: 'strike' })),
})

const readBacktest = ({ symbol, basis, rule, assumptions, message, ...wire }: Wire) => ({
  symbol,
  basis,
  rule,
  assumptions,
  message,
  result: wire.result && readResult(wire.result),
  buyWrite: wire.buy_write && readResult(wire.buy_write),
  freshness: readFreshness(wire),
})

const readVolatility = (wire: Success<'options.volatility'>) => ({
  symbol: wire.symbol,
  days: wire.history.map((day) => toDomain(day, { implied_volatility: 'implied', realized_volatility: 'realized' })),
  terms: wire.term_structure.map((term) =>
    toDomain(term, { expiration_date: 'expiration', days_to_expiration: 'days', implied_volatility: 'vol' }),
  ),
  earnings: wire.earnings.map((report) => toDomain(report)),
  message: wire.message,
  freshness: readFreshness(wire),
})

/** A stock's volatility over a year, by expiration, and around earnings. Volatilities are annualized decimals. */
export type Volatility = ReturnType<typeof readVolatility>
export type PastReport = Volatility['earnings'][number]

const readProfile = (wire: Success<'stocks.profile'>) => ({
  ...toDomain(wire, {
    market_cap: 'marketCapUsd',
    dividend_yield: 'dividendYieldPct',
    next_dividend: 'nextDividendUsd',
  }),
  dayRange: wire.day_range && toDomain(wire.day_range),
  yearRange: wire.year_range && toDomain(wire.year_range),
  freshness: readFreshness(wire),
})

/** Facts beside a stock's price; null if unknown. */
export type Profile = ReturnType<typeof readProfile>

const historyApi = api.injectEndpoints({
  endpoints: (build) => ({
    profile: build.query<Profile, string>({
      query: (symbol) => request('stocks.profile', { params: { symbol } }),
      transformResponse: readProfile,
      keepUnusedDataFor: OPTIONS_KEPT_SECONDS,
    }),
    volatility: build.query<Volatility, string>({
      query: (symbol) => request('options.volatility', { params: { symbol } }),
      transformResponse: readVolatility,
      keepUnusedDataFor: OPTIONS_KEPT_SECONDS,
    }),
    backtest: build.query<Backtest, BacktestRule & { readonly symbol: string }>({
      query: ({ symbol, ...rule }) => request('options.backtest', { params: { symbol }, query: rule }),
      transformResponse: readBacktest,
      keepUnusedDataFor: OPTIONS_KEPT_SECONDS,
    }),
  }),
})

export const { useProfileQuery, useVolatilityQuery, useBacktestQuery } = historyApi
