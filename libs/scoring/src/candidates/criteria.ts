import { WIDE_SPREAD_PCT_OF_MID } from '../chain/call-quote.ts'
import { requireCount, requireFinite, requirePositive } from '../guards.ts'
import type { ReturnBasis } from '../returns/yields.ts'
import { atLeast, atMost } from '../thresholds.ts'

/** All limits for the best call (D15, D53). */
export const BEST_CALL_RULES = {
  standardDays: { min: 30, max: 45 },
  wideDays: { min: 21, max: 60 },
  delta: { min: 0.15, max: 0.3 },
  /** Meeting either of the two spread limits is enough. */
  liquid: { maxSpreadPctOfMid: 20, maxSpreadUsd: 0.1, minOpenInterest: 100 },
  thin: { maxSpreadPctOfMid: WIDE_SPREAD_PCT_OF_MID, minOpenInterest: 10 },
} as const

/** Search criteria for a call to sell (D22). Bounds are inclusive; null means no bound. */
export interface CandidateCriteria {
  readonly targetDeltaMin: number | null
  readonly targetDeltaMax: number | null
  readonly minDays: number | null
  readonly maxDays: number | null
  readonly minStrike: number | null
  readonly maxStrike: number | null
  /** Minimum bid, dollars per share. */
  readonly minPremiumUsd: number
  /** Minimum time value at the bid, percent of the stock's price per year; intrinsic value is not income. */
  readonly minAnnualYieldPct: number
  readonly minOpenInterest: number
  /** Maximum spread as a percentage of the mid. */
  readonly maxSpreadPct: number
  /** Exempts liquid calls (D53) from `maxSpreadPct`, since ten cents is a large percentage of a small premium. */
  readonly admitsLiquid: boolean
  /** Rejects calls if earnings or an ex-date fall, or may fall, before expiration. */
  readonly avoidEarnings: boolean
  readonly avoidExDividend: boolean
  /** Cost of the shares, dollars per share; null if unknown. */
  readonly costBasis: number | null
  readonly neverBelowCost: boolean
  readonly allowInTheMoney: boolean
  readonly returnBasis: ReturnBasis
  readonly limit: number
}

/** The best call's rules, so that a search without criteria considers the same calls as the choice of the best call. */
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

/** Default criteria, with both of the best call's windows. */
export const WIDEST_CRITERIA: CandidateCriteria = {
  ...DEFAULT_CRITERIA,
  minDays: BEST_CALL_RULES.wideDays.min,
  maxDays: BEST_CALL_RULES.wideDays.max,
}

/** Default criteria without bounds on days, because D22 ranks all expirations. */
export const ALL_EXPIRATIONS_CRITERIA: CandidateCriteria = { ...DEFAULT_CRITERIA, minDays: null, maxDays: null }

const RANGES = [
  ['targetDeltaMin', 'targetDeltaMax'],
  ['minDays', 'maxDays'],
  ['minStrike', 'maxStrike'],
] as const satisfies readonly (readonly [keyof CandidateCriteria, keyof CandidateCriteria])[]

/**
 * Applies a request's criteria over the defaults. Setting one bound of a range clears the default for the other: "at
 * least 60 days" must not become 60 to 45. An explicit spread bound also applies to liquid calls. Throws RangeError
 * on a range with its minimum above its maximum, a number that is not finite, a missing or non-positive cost if the
 * criteria need it, and a `limit` under 1. Verified in `rank-calls.test.ts`.
 */
export function resolveCriteria(defaults: CandidateCriteria, given: Partial<CandidateCriteria>): CandidateCriteria {
  const givenRanges = RANGES.filter((range) => range.some((limit) => limit in given))
  const cleared = Object.fromEntries(givenRanges.flat().map((limit) => [limit, null]))
  const admitsLiquid = defaults.admitsLiquid && !('maxSpreadPct' in given)
  const criteria: CandidateCriteria = { ...defaults, admitsLiquid, ...cleared, ...given }
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

/** True if the model's delta is within the criteria's target range, limits included. */
export function isDeltaInRange(delta: number, { targetDeltaMin, targetDeltaMax }: CandidateCriteria): boolean {
  return (
    (targetDeltaMin === null || atLeast(delta, targetDeltaMin)) &&
    (targetDeltaMax === null || atMost(delta, targetDeltaMax))
  )
}
