import type { CallQuote } from '../chain/call-quote.ts'
import { listRules } from '../chain/rule-table.ts'
import { above, below } from '../thresholds.ts'
import type { RollOptions } from './roll-options.ts'

/** A listed call against the open one. */
export interface RollTerms {
  readonly strike: number
  readonly strikeChangeUsd: number
  /** To the new expiration, and from the old one to it. */
  readonly days: number
  readonly daysAdded: number
  readonly isExpired: boolean
  /** What the shares cost; null is unknown. */
  readonly costBasis: number | null
}

/** Its quote, and what the roll then brings after fees; null where closing the open call has no known cost. */
export interface QuotedRoll {
  readonly quote: CallQuote
  readonly netCreditUsd: number | null
}

type TermsRule = (roll: RollTerms, options: RollOptions) => boolean
type QuoteRule = (roll: QuotedRoll, options: RollOptions) => boolean

/**
 * Rules on what is listed, in the order judged. A roll goes to a later expiration or, on the same day, to a higher strike.
 * A cost that is unknown turns nothing away: the verdict says that it is open.
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

/** Rules on a two-sided quote, in the order judged. A credit that is unknown turns nothing away. */
const QUOTE_RULES = {
  open_interest_too_low: ({ quote }, { minOpenInterest }) => (quote.openInterest ?? 0) < minOpenInterest,
  premium_too_small: ({ quote }, { minCreditUsd }) => below(quote.bid, minCreditUsd),
  credit_too_small: ({ netCreditUsd }, { creditOnly, minCreditUsd }) =>
    creditOnly && netCreditUsd !== null && !above(netCreditUsd, minCreditUsd),
} as const satisfies Record<string, QuoteRule>

/** Why a call is nothing to roll to; the last two need the model's value. */
export type RollRejection =
  | keyof typeof TERMS_RULES
  | 'no_quote'
  | keyof typeof QUOTE_RULES
  | 'no_implied_volatility'
  | 'delta_too_high'

const onTerms = listRules<keyof typeof TERMS_RULES, TermsRule>(TERMS_RULES)
const onQuote = listRules<keyof typeof QUOTE_RULES, QuoteRule>(QUOTE_RULES)

/** The first rule that a listed call breaks; null where it breaks none. */
export function judgeTerms(roll: RollTerms, options: RollOptions): RollRejection | null {
  return onTerms.find(({ rejects }) => rejects(roll, options))?.reason ?? null
}

/** The first rule that its quote breaks; null where it breaks none. */
export function judgeQuote(roll: QuotedRoll, options: RollOptions): RollRejection | null {
  return onQuote.find(({ rejects }) => rejects(roll, options))?.reason ?? null
}
