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

const backtestApi = api.injectEndpoints({
  endpoints: (build) => ({
    backtest: build.query<Backtest, BacktestRule & { readonly symbol: string }>({
      query: ({ symbol, ...rule }) => request('options.backtest', { params: { symbol }, query: rule }),
      transformResponse: readBacktest,
      keepUnusedDataFor: OPTIONS_KEPT_SECONDS,
    }),
  }),
})

export const { useBacktestQuery } = backtestApi
