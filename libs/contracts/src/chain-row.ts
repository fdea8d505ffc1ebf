import Type, { type Static } from 'typebox'
import { IsoDate, NullableInteger, NullableNumber, NullableString, nullable } from './primitives.ts'

export const contractFlags = [
  'zero_bid',
  'crossed',
  'wide_spread',
  'stale_trade',
  'no_open_interest',
  'iv_unsolvable',
] as const

/** Liquidity grades that a best call may have (D53). */
export const callLiquidities = ['liquid', 'thin'] as const

/** One contract of a chain (D19). Prices are per share, volatility is a decimal, `_pct` is 0-100. */
export const ChainRow = Type.Object({
  contract_symbol: Type.String(),
  type: Type.Enum(['call', 'put']),
  strike: Type.Number(),
  expiration_date: IsoDate,
  days_to_expiration: Type.Integer(),
  bid: NullableNumber,
  ask: NullableNumber,
  mid: NullableNumber,
  last: NullableNumber,
  volume: NullableInteger,
  open_interest: NullableInteger,
  implied_volatility: NullableNumber,
  delta: NullableNumber,
  gamma: NullableNumber,
  theta: NullableNumber,
  vega: NullableNumber,
  rho: NullableNumber,
  greeks_source: NullableString,
  moneyness: Type.Enum(['ITM', 'ATM', 'OTM']),
  in_target: Type.Boolean(),
  best_call_liquidity: nullable(
    Type.Enum(callLiquidities, {
      description:
        'Liquidity grade under the best-call rules, ignoring days to expiration; null if the call fails a rule',
    }),
  ),
  annualized_yield_pct: NullableNumber,
  time_value: NullableNumber,
  time_value_yield_pct: NullableNumber,
  annualized_time_value_yield_pct: NullableNumber,
  if_called_return_pct: NullableNumber,
  breakeven: NullableNumber,
  probability_itm: NullableNumber,
  probability_profit: NullableNumber,
  probability_touch: NullableNumber,
  flags: Type.Array(Type.Enum(contractFlags)),
})
export type ChainRow = Static<typeof ChainRow>
