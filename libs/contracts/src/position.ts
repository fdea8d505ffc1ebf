import Type, { type Static } from 'typebox'
import { recommendationActions } from './candidates.ts'
import { contractFlags } from './chain-row.ts'
import { MAX_CONTRACTS, MAX_NOTES_LENGTH, MAX_PRICE_USD } from './portfolio-limits.ts'
import { Instant, IsoDate, NullableNumber, NullableString, nullable, SymbolText } from './primitives.ts'

/** Made by the client, unique among one user's positions (D26). */
export const PositionId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })

const PositivePrice = Type.Number({ exclusiveMinimum: 0, maximum: MAX_PRICE_USD })

/** What a user says of a position, beside its id. Dollars per share, at most four decimals. */
export const positionTerms = {
  ticker: SymbolText,
  entry_date: IsoDate,
  expiry_date: IsoDate,
  strike_price: PositivePrice,
  entry_premium: Type.Number({ minimum: 0, maximum: MAX_PRICE_USD }),
  entry_price: PositivePrice,
}

export const positionOptions = {
  contracts: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_CONTRACTS, description: '1 unless given' })),
  notes: Type.Optional(Type.Union([Type.String({ maxLength: MAX_NOTES_LENGTH }), Type.Null()])),
}

/** A position as it is stored, without a word of the market. */
export const StoredPosition = Type.Object({
  id: Type.String(),
  ticker: Type.String(),
  entry_date: IsoDate,
  expiry_date: IsoDate,
  strike_price: Type.Number(),
  entry_premium: Type.Number(),
  entry_price: Type.Number(),
  contracts: Type.Integer(),
  shares: Type.Integer({ description: 'Contracts × 100' }),
  notes: NullableString,
  created_at: Instant,
  updated_at: Instant,
})
export type StoredPosition = Static<typeof StoredPosition>

export const positionStates = ['open', 'expired'] as const
export const missingFigures = ['price', 'delta', 'currentPremium', 'impliedVolatility', 'entryPremium'] as const

const NullableTruth = nullable(Type.Boolean())

/**
 * The rules as judged for one position, in the order of `rules`: whether each holds, and each of its conditions. Their
 * inputs are fields of the position; `@callwright/scoring` makes the sentences from the same.
 */
export const RecommendationTrace = Type.Object({
  missing: Type.Array(Type.Enum(missingFigures), { description: 'What leaves the recommendation open' }),
  would_be: Type.Union([Type.Enum(recommendationActions), Type.Null()], {
    description: 'What the rules would say if those left open turned out not to hold; null where it is settled',
  }),
  holds: Type.Array(NullableTruth),
  conditions: Type.Array(Type.Array(NullableTruth)),
})

/** A position with what the market says of it (D24, D25). P&L in dollars of the whole position; unknown is null. */
export const ListedPosition = Type.Object({
  ...StoredPosition.properties,
  state: Type.Enum(positionStates),
  days_to_expiration: Type.Integer(),
  current_price: NullableNumber,
  current_premium: NullableNumber,
  premium_is_quote: NullableTruth,
  bid: NullableNumber,
  ask: NullableNumber,
  cost_to_close: Type.Union([Type.Number(), Type.Null()], { description: 'Ask × shares, dollars' }),
  delta: NullableNumber,
  implied_volatility: NullableNumber,
  quote_flags: Type.Array(Type.Enum(contractFlags)),
  stock_pnl: NullableNumber,
  option_pnl: NullableNumber,
  cc_pnl: NullableNumber,
  stock_pnl_percent: NullableNumber,
  option_pnl_percent: NullableNumber,
  cc_pnl_percent: NullableNumber,
  static_yield_pct: Type.Number(),
  headroom_pct: NullableNumber,
  expected_move: NullableNumber,
  expected_move_source: nullable(Type.Enum(['contract', 'atm'])),
  headroom_em: NullableNumber,
  profit_captured_pct: NullableNumber,
  time_elapsed_pct: Type.Number(),
  recommendation: Type.Enum(recommendationActions),
  recommendation_trace: RecommendationTrace,
})
export type ListedPosition = Static<typeof ListedPosition>

export const ruleInputs = [
  'delta',
  'daysToExpiration',
  'headroomPct',
  'profitCapturedPct',
  'timeElapsedPct',
  'headroomEm',
  'staticYieldPct',
  'premiumIsQuote',
  'outOfTheMoney',
] as const

/** The rules of the recommendation in order (SPEC section 4), the same for every position. */
export const RecommendationRule = Type.Object({
  id: Type.Enum(recommendationActions),
  label: Type.String(),
  join: Type.Enum(['all', 'any']),
  conditions: Type.Array(
    Type.Object({
      input: Type.Enum(ruleInputs),
      comparison: nullable(Type.Enum(['at_least', 'at_most', 'below'])),
      limit: NullableNumber,
    }),
  ),
})
export type RecommendationRule = Static<typeof RecommendationRule>
