import { SHARES_PER_CONTRACT } from '../contract-size.ts'
import { requireCount, requireFinite, requireNotNegative } from '../guards.ts'
import { MIN_DAYS_ADDED } from './three-questions.ts'

/**
 * What a roll has to bring. Bounds are inclusive, but a net credit has to exceed the least one; dollars per share unless
 * said otherwise.
 */
export interface RollOptions {
  /** Expirations are preferred by their distance to this many days, and never taken outside of the two bounds. */
  readonly targetDays: number
  readonly minDays: number
  readonly maxDays: number
  readonly minDaysAdded: number
  /** Null is no bound. */
  readonly minStrike: number | null
  readonly maxDelta: number
  readonly minOpenInterest: number
  /** Least bid of the new call; with `creditOnly` also what the net credit has to exceed. */
  readonly minCreditUsd: number
  readonly creditOnly: boolean
  readonly neverBelowCost: boolean
  readonly neverBelowOldStrike: boolean
  /** Fee of one leg, dollars per contract. */
  readonly feePerContractUsd: number
  /**
   * What decides between rolls that fit; credit and delta only within the expiration nearest to the target, and each
   * before the other. With `creditOnly` the credit comes before the delta.
   */
  readonly rankBy: 'delta' | 'credit' | 'annualized_return'
  readonly limit: number
}

/** thetagang's defaults (MATHS 7): 45 days, delta up to 0.30, a debit is allowed, never under the cost of the shares. */
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
  limit: 10,
}

/**
 * Out and up for a call that is near or in the money: any delta, as many days more as the three questions ask for, a
 * credit, never a lower strike.
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
 * Wishes over thetagang's defaults. Throws RangeError on a number that is none, days whose least is above their most, a
 * negative fee and a limit under 1. Verified in `select-rolls.test.ts`.
 */
export function resolveRollOptions(wishes: Partial<RollOptions>): RollOptions {
  const options: RollOptions = { ...THETAGANG_ROLL_OPTIONS, ...wishes }
  for (const [name, value] of Object.entries(options)) if (typeof value === 'number') requireFinite(name, value)
  const { minDays, maxDays, feePerContractUsd, limit } = options
  if (minDays > maxDays) throw new RangeError(`minDays must not be above maxDays ${maxDays}, got ${minDays}`)
  requireNotNegative('feePerContractUsd', feePerContractUsd)
  requireCount('limit', limit)
  return options
}

/** Fee of one leg, dollars per share. */
export const feePerShare = ({ feePerContractUsd }: RollOptions): number => feePerContractUsd / SHARES_PER_CONTRACT
