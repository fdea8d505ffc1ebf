import { requirePositive, requireWindow } from '../guards.ts'
import type { EventsInTerm } from '../position/events.ts'
import { annualizedYieldPct, type ReturnBasis } from '../returns/yields.ts'
import { above, atLeast, atMost, below } from '../thresholds.ts'
import { BEST_CALL_RULES } from './best-call.ts'
import type { CallQuote } from './valued-call.ts'

/** What a user asks of a call to write (D22). Bounds are inclusive. */
export interface CandidateCriteria {
  readonly targetDeltaMin: number
  readonly targetDeltaMax: number
  /** Calendar days to expiration; null is no bound. */
  readonly minDays: number | null
  readonly maxDays: number | null
  /** At the bid on the stock's price, percent a year. */
  readonly minAnnualYieldPct: number
  readonly minOpenInterest: number
  /** Spread in percent of the mid. */
  readonly maxSpreadPct: number
  /** Refuse what is known to, or may, report or go ex-dividend before expiration. */
  readonly avoidEarnings: boolean
  readonly avoidExDividend: boolean
  /** What the shares cost, dollars per share; null is unknown. */
  readonly costBasis: number | null
  readonly neverBelowCost: boolean
  readonly allowInTheMoney: boolean
  readonly returnBasis: ReturnBasis
  readonly limit: number
}

/** D15's rules, so that a screen without wishes and the best call agree on what may be written. */
export const DEFAULT_CRITERIA: CandidateCriteria = {
  targetDeltaMin: BEST_CALL_RULES.delta.min,
  targetDeltaMax: BEST_CALL_RULES.delta.max,
  minDays: BEST_CALL_RULES.standardDays.min,
  maxDays: BEST_CALL_RULES.standardDays.max,
  minAnnualYieldPct: 0,
  minOpenInterest: BEST_CALL_RULES.minOpenInterest,
  maxSpreadPct: BEST_CALL_RULES.maxSpreadPctOfMid,
  avoidEarnings: false,
  avoidExDividend: false,
  costBasis: null,
  neverBelowCost: false,
  allowInTheMoney: false,
  returnBasis: 'stock_price',
  limit: 20,
}

/** Throws RangeError on a cost that is missing where it is asked for or not positive, and on a limit under 1. */
export function requireCriteria({ costBasis, neverBelowCost, returnBasis, limit }: CandidateCriteria): void {
  if (costBasis !== null) requirePositive('costBasis', costBasis)
  else if (neverBelowCost || returnBasis === 'cost_basis') throw new RangeError('costBasis must be known, got null')
  requireWindow('limit', limit)
}

/** A call before its model value, with the stock's price and what happens in its term. */
export interface CallToJudge extends EventsInTerm {
  readonly strike: number
  readonly days: number
  readonly price: number
  readonly quote: CallQuote | null
}

export type RejectionReason =
  | 'days_out_of_range'
  | 'in_the_money'
  | 'below_cost'
  | 'earnings_before_expiration'
  | 'earnings_unknown'
  | 'ex_dividend_before_expiration'
  | 'ex_dividend_unknown'
  | 'no_quote'
  | 'spread_too_wide'
  | 'open_interest_too_low'
  | 'yield_too_low'
  | 'no_implied_volatility'
  | 'delta_out_of_range'

interface RejectionRule {
  readonly reason: RejectionReason
  readonly rejects: (call: CallToJudge, criteria: CandidateCriteria) => boolean
}

/**
 * Every rule that needs no model, in the order judged; the first that rejects gives the reason. An unknown open interest
 * fails its bound, and an event that is to be avoided but unknown is not known to be avoided.
 */
export const REJECTION_RULES: readonly RejectionRule[] = [
  {
    reason: 'days_out_of_range',
    rejects: ({ days }, { minDays, maxDays }) =>
      days < Math.max(0, minDays ?? 0) || days > (maxDays ?? Number.POSITIVE_INFINITY),
  },
  {
    reason: 'in_the_money',
    rejects: ({ strike, price }, { allowInTheMoney }) => !allowInTheMoney && !above(strike, price),
  },
  {
    reason: 'below_cost',
    rejects: ({ strike }, { neverBelowCost, costBasis }) => neverBelowCost && below(strike, costBasis ?? Number.NaN),
  },
  {
    reason: 'earnings_before_expiration',
    rejects: (call, { avoidEarnings }) => avoidEarnings && call.earningsBeforeExpiration === true,
  },
  {
    reason: 'earnings_unknown',
    rejects: (call, { avoidEarnings }) => avoidEarnings && call.earningsBeforeExpiration === null,
  },
  {
    reason: 'ex_dividend_before_expiration',
    rejects: (call, { avoidExDividend }) => avoidExDividend && call.exDividendBeforeExpiration === true,
  },
  {
    reason: 'ex_dividend_unknown',
    rejects: (call, { avoidExDividend }) => avoidExDividend && call.exDividendBeforeExpiration === null,
  },
  { reason: 'no_quote', rejects: ({ quote }) => quote === null },
  {
    reason: 'spread_too_wide',
    rejects: ({ quote }, { maxSpreadPct }) => quote !== null && above(quote.spreadPctOfMid, maxSpreadPct),
  },
  {
    reason: 'open_interest_too_low',
    rejects: ({ quote }, { minOpenInterest }) => (quote?.openInterest ?? 0) < minOpenInterest,
  },
  {
    reason: 'yield_too_low',
    rejects: ({ quote, price, days }, { minAnnualYieldPct }) =>
      quote !== null && below(annualizedYieldPct({ bid: quote.bid, price, days }), minAnnualYieldPct),
  },
]

/** The last rule, which needs the model's delta. */
export function isDeltaInRange(delta: number, { targetDeltaMin, targetDeltaMax }: CandidateCriteria): boolean {
  return atLeast(delta, targetDeltaMin) && atMost(delta, targetDeltaMax)
}
