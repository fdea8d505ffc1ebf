import Type, { type Static } from 'typebox'
import { callBases, callFigures, callGates, callPremiums, callSortColumns } from './call-columns.ts'
import {
  boundsOf,
  CacheStatus,
  DataClass,
  Instant,
  IsoDate,
  NullableInteger,
  NullableNumber,
  NullableString,
  nullable,
  request,
  StatusSuccess,
} from './primitives.ts'
import { problems } from './problem.ts'
import { Relaxation, stockFilters } from './screener.ts'

const NullableYesNo = nullable(Type.Union([Type.Literal(0), Type.Literal(1)]))

/**
 * One call in the contract screen. Prices are per share, probabilities and volatility decimals, `_pct` is 0-100. The
 * returns are on the stock's price or on the user's own cost, and include the declared dividends of the term. With
 * own costs, the returns are null if the cost is unknown or not positive.
 */
export const CallRow = Type.Object({
  symbol: Type.String(),
  company_name: Type.String(),
  contract_symbol: Type.String(),
  expiration_date: IsoDate,
  /** Stock price that the call was valued with. */
  underlying_price: Type.Number(),
  strike: Type.Number(),
  days_to_expiration: Type.Integer(),
  bid: Type.Number(),
  ask: Type.Number(),
  mid: Type.Number(),
  delta: NullableNumber,
  static_return_pct: NullableNumber,
  static_return_annualized_pct: NullableNumber,
  if_called_return_pct: NullableNumber,
  if_called_return_annualized_pct: NullableNumber,
  breakeven: NullableNumber,
  downside_protection_pct: Type.Number({ description: 'Premium / price: how far the stock can fall without a loss' }),
  probability_profit: NullableNumber,
  probability_itm: Type.Union([Type.Number(), Type.Null()], { description: 'Probability of assignment at expiration' }),
  open_interest: NullableInteger,
  volume: NullableInteger,
  spread: Type.Number(),
  spread_pct: Type.Number({ description: 'Spread as a percentage of the mid' }),
  implied_volatility: NullableNumber,
  headroom_pct: Type.Number({ description: 'Distance of the strike above the price; negative in the money' }),
  earnings_before_expiration: NullableYesNo,
  ex_dividend_before_expiration: NullableYesNo,
  own_cost: Type.Union([Type.Number(), Type.Null()], {
    description: 'The user’s adjusted cost per share; null if unknown or if the request did not need it',
  }),
  quoted_at: Instant,
})
export type CallRow = Static<typeof CallRow>

/** Number of calls that a gate removed; `parameters` are the ones that set it. */
export const GateCount = Type.Object({
  gate: Type.Enum(callGates.map(({ gate }) => gate)),
  parameters: Type.Array(Type.String()),
  removed: Type.Integer(),
  /** Removed calls whose cost per share is unknown; null for gates that do not need the cost. */
  unknown_cost: NullableInteger,
})
export type GateCount = Static<typeof GateCount>

export const optionScreenerSchemas = {
  'screener.calls': {
    query: request({
      ...stockFilters,
      ...boundsOf(callFigures),
      premium: Type.Optional(
        Type.Enum(callPremiums, { description: 'Price that the returns assume for the call; default: bid' }),
      ),
      basis: Type.Optional(
        Type.Enum(callBases, { description: 'What the returns are a percentage of; default: stock_price' }),
      ),
      never_below_cost: Type.Optional(
        Type.Boolean({ description: 'Only calls with a strike at or above the user’s adjusted cost per share' }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
      sort_by: Type.Optional(Type.Enum(callSortColumns, { description: 'Default: static_return_annualized_pct' })),
      sort_order: Type.Optional(Type.Enum(['asc', 'desc'])),
    }),
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        calls: Type.Array(CallRow),
        pagination: Type.Object({ total: Type.Integer(), limit: Type.Integer(), offset: Type.Integer() }),
        total: Type.Integer(),
        /** Number of stored calls before any gate. */
        universe_total: Type.Integer(),
        /** Number of calls that the sources listed, stored or not. */
        listed_total: Type.Integer(),
        /** Gates that the query sets, in the order in which they were applied. */
        gates: Type.Array(GateCount),
        /** For an empty result: each parameter whose removal alone would let calls match, most matches first. */
        relaxations: Type.Array(Relaxation),
        premium: Type.Enum(callPremiums),
        return_basis: Type.Enum(callBases),
        source: Type.String(),
        message: NullableString,
        last_updated: nullable(Instant),
        cache_status: CacheStatus,
        data_class: DataClass,
        as_of: nullable(Instant),
      }),
      ...problems(400, 401, 404, 503),
    },
  },
} as const
