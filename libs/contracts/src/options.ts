import Type, { type Static } from 'typebox'
import {
  Instant,
  IsoDate,
  NullableDate,
  NullableInteger,
  NullableNumber,
  NullableString,
  nullable,
  request,
  StatusSuccess,
  SymbolParams,
  stamp,
} from './primitives.ts'
import { problems } from './problem.ts'

export const contractFlags = [
  'zero_bid',
  'crossed',
  'wide_spread',
  'stale_trade',
  'no_open_interest',
  'iv_unsolvable',
] as const

/** One contract of a chain (D19). Prices per share, volatility decimal, `_pct` 0-100. */
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
  annualized_yield_pct: NullableNumber,
  time_value: NullableNumber,
  time_value_yield_pct: NullableNumber,
  if_called_return_pct: NullableNumber,
  breakeven: NullableNumber,
  probability_itm: NullableNumber,
  probability_profit: NullableNumber,
  probability_touch: NullableNumber,
  flags: Type.Array(Type.Enum(contractFlags)),
})
export type ChainRow = Static<typeof ChainRow>

export const Expiration = Type.Object({
  date: IsoDate,
  display: Type.String(),
  days_to_expiration: Type.Integer(),
  type: Type.Enum(['weekly', 'monthly', 'quarterly', 'leaps']),
  earnings_before: nullable(Type.Boolean()),
  ex_dividend_before: nullable(Type.Boolean()),
  note: NullableString,
})
export type Expiration = Static<typeof Expiration>

export const optionSchemas = {
  'options.expirations': {
    params: SymbolParams,
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        symbol: Type.String(),
        expirations: Type.Array(Expiration),
        message: NullableString,
        ...stamp,
      }),
      ...problems(400, 401, 404, 503),
    },
  },
  'options.chain': {
    params: SymbolParams,
    query: request({
      expiration_date: Type.Optional(IsoDate),
      type: Type.Optional(Type.Enum(['call', 'put', 'all'])),
    }),
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        symbol: Type.String(),
        expiration_date: NullableDate,
        days_to_expiration: NullableInteger,
        current_price: NullableNumber,
        expected_move: NullableNumber,
        model: NullableString,
        rate: Type.Number({ description: 'Continuously compounded, decimal per year' }),
        rate_source: Type.String({ description: 'What the rate is read from, or that it is assumed' }),
        message: NullableString,
        quote_time: nullable(Instant),
        earnings_date: NullableDate,
        ex_dividend_date: NullableDate,
        options: Type.Array(ChainRow),
        ...stamp,
      }),
      ...problems(400, 401, 404, 503),
    },
  },
} as const
