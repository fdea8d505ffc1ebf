import { SHARES_PER_CONTRACT } from '../contract-size.ts'
import { requireCount, requireFinite, requireNotNegative } from '../guards.ts'
import type { RollIntent } from './roll-score.ts'

/** Minimum calendar days that a roll must add. */
export const MIN_DAYS_ADDED = 14

/**
 * Requirements for a roll. Bounds are inclusive, except that a net credit must exceed its minimum. Dollars per share
 * unless stated otherwise.
 */
export interface RollOptions {
  /**
   * The closer an expiration is to this number of days, the higher it ranks; `minDays` and `maxDays` are hard bounds.
   */
  readonly targetDays: number
  readonly minDays: number
  readonly maxDays: number
  readonly minDaysAdded: number
  /** Null means no bound. */
  readonly minStrike: number | null
  readonly maxDelta: number
  readonly minOpenInterest: number
  /** Minimum bid of the new call; with `creditOnly`, the net credit must also exceed it. */
  readonly minCreditUsd: number
  readonly creditOnly: boolean
  readonly neverBelowCost: boolean
  readonly neverBelowOldStrike: boolean
  /** Fee for one leg, dollars per contract. */
  readonly feePerContractUsd: number
  /**
   * Figure by which the rolls that fit are ranked. Credit and delta are compared only between rolls equally close to
   * the target days, each with the other as tie-breaker. With `creditOnly`, the credit ranks before the delta. An
   * intent ranks by its score (`ROLL_INTENTS`), then by the annualized return.
   */
  readonly rankBy: 'delta' | 'credit' | 'annualized_return' | RollIntent
  /** Whether a quoted call stays, with an unknown delta, if its price implies no volatility. */
  readonly keepsUnvalued: boolean
  readonly limit: number
}

/** thetagang's defaults (MATHS 7): 45 days, delta up to 0.30, debits allowed, strike never below the cost of the shares. */
export const THETAGANG_ROLL_OPTIONS: RollOptions = {
  targetDays: 45,
  minDays: 0,
  maxDays: 180,
  minDaysAdded: 0,
  minStrike: null,
  maxDelta: 0.3,
  minOpenInterest: 10,
  minCreditUsd: 0.05,
  creditOnly: false,
  neverBelowCost: true,
  neverBelowOldStrike: false,
  feePerContractUsd: 0,
  rankBy: 'delta',
  keepsUnvalued: false,
  limit: 10,
}

/**
 * Options for rolling a call near or in the money out and up: any delta, at least as many added days as the three
 * questions require, only for a credit, and never to a lower strike.
 */
export const OUT_AND_UP_ROLL_OPTIONS: RollOptions = {
  ...THETAGANG_ROLL_OPTIONS,
  minDaysAdded: MIN_DAYS_ADDED,
  maxDelta: 1,
  creditOnly: true,
  neverBelowOldStrike: true,
  rankBy: 'annualized_return',
}

/**
 * Applies the given options over thetagang's defaults. Throws RangeError on a number that is not finite, minimum days
 * above the maximum, a negative fee and a `limit` under 1. Verified in `select-rolls.test.ts`.
 */
export function resolveRollOptions(given: Partial<RollOptions>): RollOptions {
  const options: RollOptions = { ...THETAGANG_ROLL_OPTIONS, ...given }
  for (const [name, value] of Object.entries(options)) if (typeof value === 'number') requireFinite(name, value)
  const { minDays, maxDays, feePerContractUsd, limit } = options
  if (minDays > maxDays) throw new RangeError(`minDays must not be above maxDays ${maxDays}, got ${minDays}`)
  requireNotNegative('feePerContractUsd', feePerContractUsd)
  requireCount('limit', limit)
  return options
}

/** Fee for one leg, dollars per share. */
export const feePerShare = ({ feePerContractUsd }: RollOptions): number => feePerContractUsd / SHARES_PER_CONTRACT
