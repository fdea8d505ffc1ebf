import type { CallQuote } from '../candidates/valued-call.ts'
import { above, below } from '../thresholds.ts'

/** What a roll has to bring. Bounds are inclusive; dollars per share unless said otherwise. */
export interface RollOptions {
  /** Expirations are preferred by their distance to this many days, and never taken beyond `maxDays`. */
  readonly targetDays: number
  readonly maxDays: number
  readonly minDaysAdded: number
  readonly maxDelta: number
  readonly minOpenInterest: number
  /** Least bid of the new call; with `creditOnly` also the least net credit. */
  readonly minCreditUsd: number
  readonly creditOnly: boolean
  readonly neverBelowCost: boolean
  readonly neverBelowOldStrike: boolean
  /** Fee of one leg, dollars per contract. */
  readonly feePerContractUsd: number
  /** What decides between rolls that fit; credit and delta only within the expiration nearest to the target. */
  readonly rankBy: 'delta' | 'credit' | 'annualized_return'
  readonly limit: number
}

/** thetagang's defaults (MATHS 7): 45 days, delta up to 0.30, a debit is allowed, never under the cost of the shares. */
export const THETAGANG_ROLL_OPTIONS: RollOptions = {
  targetDays: 45,
  maxDays: 180,
  minDaysAdded: 0,
  maxDelta: 0.3,
  minOpenInterest: 10,
  minCreditUsd: 0.05,
  creditOnly: false,
  neverBelowCost: true,
  neverBelowOldStrike: false,
  feePerContractUsd: 0,
  rankBy: 'delta',
  limit: 10,
}

/** Out and up for a call that is near or in the money: any delta, at least 14 more days, a credit, never a lower strike. */
export const OUT_AND_UP_ROLL_OPTIONS: RollOptions = {
  ...THETAGANG_ROLL_OPTIONS,
  minDaysAdded: 14,
  maxDelta: 1,
  creditOnly: true,
  neverBelowOldStrike: true,
  rankBy: 'annualized_return',
}

/** A call as the target of a roll, before its model value; unknown is null. */
export interface RollToJudge {
  readonly strike: number
  /** To the new expiration; negative once past. */
  readonly days: number
  readonly daysAdded: number
  readonly strikeChangeUsd: number
  readonly costBasis: number | null
  readonly quote: CallQuote | null
  /** After fees. */
  readonly netCreditUsd: number | null
}

export type RollRejection =
  | 'not_a_roll'
  | 'too_few_days_added'
  | 'beyond_max_days'
  | 'below_old_strike'
  | 'below_cost'
  | 'no_quote'
  | 'open_interest_too_low'
  | 'premium_too_small'
  | 'credit_too_small'
  | 'no_implied_volatility'
  | 'delta_too_high'

/**
 * The rules that need no model, in the order judged. A roll goes to a later expiration or, on the same day, to a higher
 * strike. A credit or a cost that is unknown turns nothing away: the verdict says that it is open.
 */
export const ROLL_REJECTION_RULES: readonly {
  readonly reason: RollRejection
  readonly rejects: (roll: RollToJudge, options: RollOptions) => boolean
}[] = [
  {
    reason: 'not_a_roll',
    rejects: ({ days, daysAdded, strikeChangeUsd }) =>
      days < 0 || daysAdded < 0 || (daysAdded === 0 && !above(strikeChangeUsd, 0)),
  },
  { reason: 'too_few_days_added', rejects: ({ daysAdded }, { minDaysAdded }) => daysAdded < minDaysAdded },
  { reason: 'beyond_max_days', rejects: ({ days }, { maxDays }) => days > maxDays },
  {
    reason: 'below_old_strike',
    rejects: ({ strikeChangeUsd }, { neverBelowOldStrike }) => neverBelowOldStrike && below(strikeChangeUsd, 0),
  },
  {
    reason: 'below_cost',
    rejects: ({ strike, costBasis }, { neverBelowCost }) =>
      neverBelowCost && costBasis !== null && below(strike, costBasis),
  },
  { reason: 'no_quote', rejects: ({ quote }) => quote === null },
  {
    reason: 'open_interest_too_low',
    rejects: ({ quote }, { minOpenInterest }) => (quote?.openInterest ?? 0) < minOpenInterest,
  },
  {
    reason: 'premium_too_small',
    rejects: ({ quote }, { minCreditUsd }) => quote !== null && below(quote.bid, minCreditUsd),
  },
  {
    reason: 'credit_too_small',
    rejects: ({ netCreditUsd }, { creditOnly, minCreditUsd }) =>
      creditOnly && netCreditUsd !== null && !above(netCreditUsd, minCreditUsd),
  },
]
