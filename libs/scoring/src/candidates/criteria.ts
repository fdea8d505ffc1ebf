import { WIDE_SPREAD_PCT_OF_MID } from '../chain/call-quote.ts'
import { requireCount, requireFinite, requirePositive } from '../guards.ts'
import type { ReturnBasis } from '../returns/yields.ts'
import { atLeast, atMost } from '../thresholds.ts'

/** The rules of the best call (D15, D53), in one place. */
export const BEST_CALL_RULES = {
  standardDays: { min: 30, max: 45 },
  wideDays: { min: 21, max: 60 },
  delta: { min: 0.15, max: 0.3 },
  /** Either spread will do. */
  liquid: { maxSpreadPctOfMid: 20, maxSpreadUsd: 0.1, minOpenInterest: 100 },
  thin: { maxSpreadPctOfMid: WIDE_SPREAD_PCT_OF_MID, minOpenInterest: 10 },
} as const

/** What a user asks of a call to write (D22). Bounds are inclusive, null is no bound. */
export interface CandidateCriteria {
  readonly targetDeltaMin: number | null
  readonly targetDeltaMax: number | null
  /** Calendar days to expiration. */
  readonly minDays: number | null
  readonly maxDays: number | null
  readonly minStrike: number | null
  readonly maxStrike: number | null
  /** Least bid, dollars per share. */
  readonly minPremiumUsd: number
  /** Time value at the bid on the stock's price, percent a year: intrinsic value is not earned. */
  readonly minAnnualYieldPct: number
  readonly minOpenInterest: number
  /** Spread in percent of the mid. */
  readonly maxSpreadPct: number
  /** A liquid call (D53) passes whatever its spread is in percent: ten cents are much of a small premium. */
  readonly admitsLiquid: boolean
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

/** The rules of the best call, so that a screen without wishes and the best call agree on what may be written. */
export const DEFAULT_CRITERIA: CandidateCriteria = {
  targetDeltaMin: BEST_CALL_RULES.delta.min,
  targetDeltaMax: BEST_CALL_RULES.delta.max,
  minDays: BEST_CALL_RULES.standardDays.min,
  maxDays: BEST_CALL_RULES.standardDays.max,
  minStrike: null,
  maxStrike: null,
  minPremiumUsd: 0,
  minAnnualYieldPct: 0,
  minOpenInterest: BEST_CALL_RULES.thin.minOpenInterest,
  maxSpreadPct: BEST_CALL_RULES.thin.maxSpreadPctOfMid,
  admitsLiquid: true,
  avoidEarnings: false,
  avoidExDividend: false,
  costBasis: null,
  neverBelowCost: false,
  allowInTheMoney: false,
  returnBasis: 'stock_price',
  limit: 20,
}

/** The same over both windows of the best call: what it is looked for among. */
export const WIDEST_CRITERIA: CandidateCriteria = {
  ...DEFAULT_CRITERIA,
  minDays: BEST_CALL_RULES.wideDays.min,
  maxDays: BEST_CALL_RULES.wideDays.max,
}

/** The same without a bound on days: D22 ranks over all expirations. */
export const ALL_EXPIRATIONS_CRITERIA: CandidateCriteria = { ...DEFAULT_CRITERIA, minDays: null, maxDays: null }

const RANGES = [
  ['targetDeltaMin', 'targetDeltaMax'],
  ['minDays', 'maxDays'],
  ['minStrike', 'maxStrike'],
] as const satisfies readonly (readonly [keyof CandidateCriteria, keyof CandidateCriteria])[]

/**
 * Wishes over the defaults. A wish on one side of a range frees its other side: who asks for at least 60 days does not
 * mean 60 to 45. A spread that is asked for holds for liquid calls, too. Throws RangeError on a range whose least is above its most, a number that is none, a cost that is missing
 * where it is asked for or not positive, and a limit under 1. Verified in `rank-calls.test.ts`.
 */
export function resolveCriteria(defaults: CandidateCriteria, wishes: Partial<CandidateCriteria>): CandidateCriteria {
  const wished = RANGES.filter((range) => range.some((bound) => bound in wishes))
  const freed = Object.fromEntries(wished.flat().map((bound) => [bound, null]))
  const admitsLiquid = defaults.admitsLiquid && !('maxSpreadPct' in wishes)
  const criteria: CandidateCriteria = { ...defaults, admitsLiquid, ...freed, ...wishes }
  requireCriteria(criteria)
  return criteria
}

function requireCriteria(criteria: CandidateCriteria): void {
  for (const [name, value] of Object.entries(criteria)) if (typeof value === 'number') requireFinite(name, value)
  for (const [least, most] of RANGES) {
    const [min, max] = [criteria[least], criteria[most]]
    if (min !== null && max !== null && min > max) {
      throw new RangeError(`${least} must not be above ${most} ${max}, got ${min}`)
    }
  }
  const { costBasis, neverBelowCost, returnBasis, limit } = criteria
  if (costBasis !== null) requirePositive('costBasis', costBasis)
  else if (neverBelowCost || returnBasis === 'cost_basis') throw new RangeError('costBasis must be known, got null')
  requireCount('limit', limit)
}

/** The bounds on delta, which only the model's value can be held against. */
export function isDeltaInRange(delta: number, { targetDeltaMin, targetDeltaMax }: CandidateCriteria): boolean {
  return (
    (targetDeltaMin === null || atLeast(delta, targetDeltaMin)) &&
    (targetDeltaMax === null || atMost(delta, targetDeltaMax))
  )
}
