import Type, { type Static } from 'typebox'
import { ChainRow } from './chain-row.ts'
import {
  IsoDate,
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

/** What a return is divided by: the stock's price, that price less the premium, or what the shares cost. */
export const returnBases = ['stock_price', 'net_debit', 'cost_basis'] as const
const ReturnBasis = Type.Enum(returnBases)

/** A call worth looking at (D21): its row, and what writing it at the bid means. `_annualized_pct` is simple, × 365 / days. */
export const Candidate = Type.Object({
  ...ChainRow.properties,
  return_basis: ReturnBasis,
  static_return_pct: Type.Number(),
  static_return_annualized_pct: Type.Number(),
  if_called_pct: Type.Number(),
  if_called_annualized_pct: Type.Number(),
  downside_protection_pct: Type.Number({ description: 'Premium / price: how far the stock may fall without a loss' }),
  headroom_pct: Type.Number(),
  expected_move: Type.Number({ description: 'Dollars per share until expiration, by the volatility of the contract' }),
  headroom_em: NullableNumber,
  earnings_before_expiration: nullable(Type.Boolean()),
  ex_dividend_before_expiration: nullable(Type.Boolean()),
  early_assignment_risk: nullable(Type.Boolean()),
  is_best_call: Type.Boolean({ description: 'The one best call of the stock, as its row of the screener names it' }),
  below_minimum_yield: Type.Boolean({ description: 'Time value under 10 % a year: listed, never recommended' }),
  score: Type.Number({ description: '0-100, among the calls of one stock' }),
  reasons: Type.Array(Type.String()),
})
export type Candidate = Static<typeof Candidate>

export const recommendationActions = [
  'roll_out_and_up',
  'let_assign',
  'close_half_profit',
  'close',
  'hold',
  'unavailable',
] as const

/**
 * A candidate in the order of merit (D22), and what the recommendation of a position would say once it is added. Where
 * `ranked_by` is `best_call` the best call of the stock leads, recommended or not. Recommended ones come before the others;
 * where no days are wished for, in the order in which the best call is looked for (D53), each group by score.
 */
export const RankedCandidate = Type.Object({
  ...Candidate.properties,
  recommended: Type.Boolean(),
  preview: Type.Object({
    action: Type.Enum(recommendationActions),
    label: Type.String(),
    explanation: Type.String(),
    suggested_action: Type.String(),
  }),
})
export type RankedCandidate = Static<typeof RankedCandidate>

const DeltaBound = Type.Optional(Type.Number({ minimum: 0, maximum: 1 }))
const Days = Type.Integer({ minimum: 0, maximum: 1200 })

/** What a user asks of a call to write (D22); a bound on one side of a range frees the other. */
export const CandidateWishes = request({
  expiration_date: Type.Optional(IsoDate),
  target_delta_min: DeltaBound,
  target_delta_max: DeltaBound,
  min_dte: Type.Optional(Days),
  max_dte: Type.Optional(Days),
  min_annual_yield_pct: Type.Optional(Type.Number({ minimum: 0, maximum: 1000 })),
  min_open_interest: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  max_spread_pct: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 200, description: 'Percent of the mid' })),
  avoid_earnings: Type.Optional(Type.Boolean()),
  avoid_ex_dividend: Type.Optional(Type.Boolean()),
  cost_basis: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: 10_000_000, description: 'What the shares cost, dollars per share' }),
  ),
  never_below_cost: Type.Optional(Type.Boolean()),
  return_basis: Type.Optional(ReturnBasis),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
})
export type CandidateWishes = Static<typeof CandidateWishes>

/** The criteria an analysis went by; null is no bound. */
const AnalysisCriteria = Type.Object({
  target_delta_min: NullableNumber,
  target_delta_max: NullableNumber,
  days_to_expiration: Type.Integer({ description: 'The days asked for' }),
  min_dte: NullableInteger,
  max_dte: NullableInteger,
  min_open_interest: Type.Integer(),
  max_spread_pct: Type.Number(),
  return_basis: ReturnBasis,
  limit: Type.Integer(),
})

/** `best_call`: the best call of the stock first, the others by score. With wishes of the user's own by score alone. */
const RankedBy = Type.Enum(['best_call', 'score'])

/** How many calls each rule turned away. */
const Rejected = Type.Record(Type.String(), Type.Integer())

const Recommendations = Type.Object({
  status: StatusSuccess,
  symbol: Type.String(),
  current_price: NullableNumber,
  ranked_by: RankedBy,
  recommendations: Type.Array(RankedCandidate),
  rejected: Rejected,
  message: NullableString,
  ...stamp,
})

export const candidateSchemas = {
  'options.analyze': {
    params: SymbolParams,
    query: request({
      target_delta_min: DeltaBound,
      target_delta_max: DeltaBound,
      days_to_expiration: Type.Optional(Days),
    }),
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        symbol: Type.String(),
        current_price: NullableNumber,
        criteria: AnalysisCriteria,
        ranked_by: RankedBy,
        candidates: Type.Array(Candidate),
        best: nullable(Candidate),
        rejected: Rejected,
        message: NullableString,
        ...stamp,
      }),
      ...problems(400, 401, 404, 503),
    },
  },
  'options.recommendations': {
    params: SymbolParams,
    query: request({ expiration_date: Type.Optional(IsoDate) }),
    body: request({ expiration_date: Type.Optional(IsoDate) }),
    responses: { 200: Recommendations, ...problems(400, 401, 404, 503) },
  },
  'options.customRecommendations': {
    params: SymbolParams,
    query: request({ expiration_date: Type.Optional(IsoDate) }),
    body: CandidateWishes,
    responses: { 200: Recommendations, ...problems(400, 401, 404, 503) },
  },
} as const
