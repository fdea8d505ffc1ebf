import Type, { type Static } from 'typebox'
import { recommendationActions } from './candidates.ts'
import { contractFlags } from './chain-row.ts'
import { quotedPremiumSources, ShareChange } from './contract-quotes.ts'
import { positionLife } from './lifecycle.ts'
import { MAX_CONTRACTS, MAX_NOTES_LENGTH, MAX_PRICE_USD } from './portfolio-limits.ts'
import { Instant, IsoDate, NullableNumber, NullableString, nullable, SymbolText } from './primitives.ts'

const PositivePrice = Type.Number({ exclusiveMinimum: 0, maximum: MAX_PRICE_USD })

/** Terms that the user enters, in dollars per share with at most four decimals. */
export const positionTerms = {
  ticker: SymbolText,
  entry_date: IsoDate,
  expiry_date: IsoDate,
  strike_price: PositivePrice,
  entry_premium: Type.Number({ minimum: 0, maximum: MAX_PRICE_USD }),
  entry_price: PositivePrice,
}

export const positionOptions = {
  contracts: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_CONTRACTS, description: 'Default: 1' })),
  notes: Type.Optional(Type.Union([Type.String({ maxLength: MAX_NOTES_LENGTH }), Type.Null()])),
}

/** A position as stored, without market data. */
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

/** `settled`: computed from the close of the call's last session, after expiration. */
export const premiumSources = [...quotedPremiumSources, 'settled'] as const
export const outcomeStates = ['presumed_expired', 'presumed_assigned', 'unknown'] as const
export const pnlGaps = ['split', 'spin_off', 'strike_lowered', 'expiration_close', 'price', 'premium'] as const

/**
 * Presumed outcome of an expired call, based on the stock's close in the call's last session. It is not confirmed by a
 * broker.
 */
const Outcome = Type.Object({
  state: Type.Enum(outcomeStates),
  certainty: Type.Enum(['presumed', 'check', 'ask'], {
    description: '`check`: closed within 1% of the strike. `ask`: the close is unknown',
  }),
  close: NullableNumber,
  close_date: IsoDate,
})

const NullableTruth = nullable(Type.Boolean())

/**
 * Rule evaluations for one position, in the order of `rules`: whether each rule and each of its conditions holds.
 * `@callwright/scoring` can build the sentences, because the rules read only fields of the position.
 */
export const RecommendationTrace = Type.Object({
  missing: Type.Array(Type.Enum(missingFigures), {
    description: 'Missing inputs that leave the recommendation undecided',
  }),
  would_be: Type.Union([Type.Enum(recommendationActions), Type.Null()], {
    description: 'Recommendation if the undecided rules did not hold; null if the recommendation is decided',
  }),
  holds: Type.Array(NullableTruth),
  conditions: Type.Array(Type.Array(NullableTruth)),
})

/** A position with market data (D24, D25). P&L is in dollars for the whole position; unknown values are null. */
export const ListedPosition = Type.Object({
  ...StoredPosition.properties,
  state: Type.Enum(positionStates),
  outcome: nullable(Outcome),
  splits_since_entry: Type.Array(ShareChange, {
    description: 'Splits and spin-offs not yet reflected in the terms; P&L is null until the terms are edited',
  }),
  strike_lowered_on: Type.Union([IsoDate, Type.Null()], {
    description:
      'Ex-date of a special dividend that lowered the strike and is not applied; the call has no figures until then',
  }),
  days_to_expiration: Type.Integer(),
  current_price: NullableNumber,
  current_premium: NullableNumber,
  premium_source: nullable(Type.Enum(premiumSources)),
  premium_is_quote: NullableTruth,
  bid: NullableNumber,
  ask: NullableNumber,
  cost_to_close: Type.Union([Type.Number(), Type.Null()], { description: 'Ask × shares, dollars' }),
  delta: NullableNumber,
  delta_at_most: Type.Union([Type.Number(), Type.Null()], {
    description: 'Upper bound computed from the ask, for calls without a delta',
  }),
  implied_volatility: NullableNumber,
  implied_volatility_at_most: NullableNumber,
  quote_flags: Type.Array(Type.Enum(contractFlags)),
  stock_pnl: NullableNumber,
  option_pnl: NullableNumber,
  cc_pnl: NullableNumber,
  stock_pnl_percent: NullableNumber,
  option_pnl_percent: NullableNumber,
  cc_pnl_percent: NullableNumber,
  pnl_gap: Type.Union([Type.Enum(pnlGaps), Type.Null()], { description: 'Why the covered-call P&L is unknown' }),
  static_yield_pct: Type.Number({ description: 'Annualized time value received, percent of the entry price' }),
  headroom_pct: NullableNumber,
  expected_move: NullableNumber,
  expected_move_source: nullable(Type.Enum(['contract', 'atm'])),
  headroom_em: NullableNumber,
  profit_captured_pct: NullableNumber,
  time_elapsed_pct: Type.Number(),
  recommendation: Type.Enum(recommendationActions),
  recommendation_trace: RecommendationTrace,
  ...positionLife,
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

/** A rule of the recommendation (SPEC section 4). Rules and limits are the same for every position. */
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
