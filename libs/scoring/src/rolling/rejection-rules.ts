import type { CallQuote } from '../chain/call-quote.ts'
import { listRules } from '../chain/rule-table.ts'
import { above, below } from '../thresholds.ts'
import type { RollOptions } from './roll-options.ts'

/** A listed call's terms relative to the open call. */
export interface RollTerms {
  readonly strike: number
  readonly strikeChangeUsd: number
  /** Days from today to the new expiration, and how many days later it is than the old one. */
  readonly days: number
  readonly daysAdded: number
  readonly isExpired: boolean
  /** Cost of the shares; null if unknown. */
  readonly costBasis: number | null
}

/** The new call's quote and the roll's net credit after fees, which is null if the cost to close is unknown. */
export interface QuotedRoll {
  readonly quote: CallQuote
  readonly netCreditUsd: number | null
}

type TermsRule = (roll: RollTerms, options: RollOptions) => boolean
type QuoteRule = (roll: QuotedRoll, options: RollOptions) => boolean

/**
 * Rules for listed calls, in order. A roll goes to a later expiration or, on the same day, to a higher strike. An
 * unknown cost does not reject a call, but it leaves the verdict open.
 */
const TERMS_RULES = {
  expired: ({ isExpired }) => isExpired,
  not_a_roll: ({ daysAdded, strikeChangeUsd }) => daysAdded < 0 || (daysAdded === 0 && !above(strikeChangeUsd, 0)),
  too_few_days_added: ({ daysAdded }, { minDaysAdded }) => daysAdded < minDaysAdded,
  days_out_of_range: ({ days }, { minDays, maxDays }) => days < minDays || days > maxDays,
  below_min_strike: ({ strike }, { minStrike }) => minStrike !== null && below(strike, minStrike),
  below_old_strike: ({ strikeChangeUsd }, { neverBelowOldStrike }) => neverBelowOldStrike && below(strikeChangeUsd, 0),
  below_cost: ({ strike, costBasis }, { neverBelowCost }) =>
    neverBelowCost && costBasis !== null && below(strike, costBasis),
} as const satisfies Record<string, TermsRule>

/** Rules for two-sided quotes, in order. An unknown credit does not reject a call. */
const QUOTE_RULES = {
  open_interest_too_low: ({ quote }, { minOpenInterest }) => (quote.openInterest ?? 0) < minOpenInterest,
  premium_too_small: ({ quote }, { minCreditUsd }) => below(quote.bid, minCreditUsd),
  credit_too_small: ({ netCreditUsd }, { creditOnly, minCreditUsd }) =>
    creditOnly && netCreditUsd !== null && !above(netCreditUsd, minCreditUsd),
} as const satisfies Record<string, QuoteRule>

/** Why a call is not a roll target; the last two reasons need the model. */
export type RollRejection =
  | keyof typeof TERMS_RULES
  | 'no_quote'
  | keyof typeof QUOTE_RULES
  | 'no_implied_volatility'
  | 'delta_too_high'

const onTerms = listRules<keyof typeof TERMS_RULES, TermsRule>(TERMS_RULES)
const onQuote = listRules<keyof typeof QUOTE_RULES, QuoteRule>(QUOTE_RULES)

/** First rule that rejects a listed call; null if it passes. */
export function judgeTerms(roll: RollTerms, options: RollOptions): RollRejection | null {
  return onTerms.find(({ rejects }) => rejects(roll, options))?.reason ?? null
}

/** First rule that rejects the quote; null if it passes. */
export function judgeQuote(roll: QuotedRoll, options: RollOptions): RollRejection | null {
  return onQuote.find(({ rejects }) => rejects(roll, options))?.reason ?? null
}
