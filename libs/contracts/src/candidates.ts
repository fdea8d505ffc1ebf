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

/** Divisor of a return: the stock's price, that price less the premium, or the cost of the shares. */
export const returnBases = ['stock_price', 'net_debit', 'cost_basis'] as const
const ReturnBasis = Type.Enum(returnBases)

/**
 * A call worth considering (D21): its chain row, and its returns if sold at the bid. `_annualized_pct` is the return ×
 * 365 / days, not compounded.
 */
export const Candidate = Type.Object({
  ...ChainRow.properties,
  return_basis: ReturnBasis,
  static_return_pct: Type.Number(),
  static_return_annualized_pct: Type.Number(),
  if_called_pct: Type.Number(),
  if_called_annualized_pct: Type.Number(),
  downside_protection_pct: Type.Number({ description: 'Premium / price: how far the stock can fall without a loss' }),
  headroom_pct: Type.Number(),
  expected_move: Type.Number({
    description: 'Dollars per share until expiration, from the implied volatility of the contract',
  }),
  headroom_em: NullableNumber,
  earnings_before_expiration: nullable(Type.Boolean()),
  ex_dividend_before_expiration: nullable(Type.Boolean()),
  early_assignment_risk: nullable(Type.Boolean()),
  is_best_call: Type.Boolean({ description: 'True for the best call of the stock, the one shown in the screener' }),
  below_minimum_yield: Type.Boolean({
    description: 'Annualized time-value yield below 10%: listed, never recommended',
  }),
  score: Type.Number({ description: '0-100, relative to the other calls of the stock' }),
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
 * A ranked candidate (D22), with a preview of the recommendation it would get as a position. If calls are ranked by
 * `best_call`, the stock's best call comes first, recommended or not, then the recommended candidates, then the others.
 * If the request has no bounds on days, candidates are also grouped by the ranges of days that the search for the best
 * call tries, in the same order (D53). Each group is sorted by score.
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

/** Custom criteria for calls to write (D22). Setting one bound of a range removes the default of the other bound. */
export const CandidateRequest = request({
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
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 10_000_000,
      description: 'Cost basis of the shares, dollars per share',
    }),
  ),
  never_below_cost: Type.Optional(Type.Boolean()),
  return_basis: Type.Optional(ReturnBasis),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
})
export type CandidateRequest = Static<typeof CandidateRequest>

/** Criteria that the analysis applied; a bound of null does not limit anything. */
const AnalysisCriteria = Type.Object({
  target_delta_min: NullableNumber,
  target_delta_max: NullableNumber,
  days_to_expiration: Type.Integer({ description: 'The requested days' }),
  min_dte: NullableInteger,
  max_dte: NullableInteger,
  min_open_interest: Type.Integer(),
  max_spread_pct: Type.Number(),
  return_basis: ReturnBasis,
  limit: Type.Integer(),
})

/** `best_call`: the stock's best call first, then the others by score. Custom criteria rank calls by score alone. */
const RankedBy = Type.Enum(['best_call', 'score'])

const Rejected = Type.Record(Type.String(), Type.Integer())

/** How the calls of one expiration trade, all strikes together. */
const ExpirationLiquidity = Type.Object({
  expiration_date: IsoDate,
  open_interest: NullableInteger,
  volume: NullableInteger,
  near_spread_pct: nullable(
    Type.Number({ description: 'Median spread of the strikes nearest to the price, percent of the mid' }),
  ),
})

const Recommendations = Type.Object({
  status: StatusSuccess,
  symbol: Type.String(),
  current_price: NullableNumber,
  ranked_by: RankedBy,
  recommendations: Type.Array(RankedCandidate),
  rejected: Rejected,
  liquidity: Type.Array(ExpirationLiquidity, { description: 'The expirations whose calls were searched' }),
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
    body: CandidateRequest,
    responses: { 200: Recommendations, ...problems(400, 401, 404, 503) },
  },
} as const
