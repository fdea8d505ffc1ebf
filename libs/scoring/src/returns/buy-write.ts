import { requirePositive } from '../guards.ts'
import { above, atLeast } from '../thresholds.ts'

/** Cboe's BuyWrite indices: BXM sells calls at or above the index level, BXN strictly above it. */
export type BuyWriteIndex = 'BXM' | 'BXN'

/**
 * Listed strike that the benchmark sells: the lowest at or above the index level (BXM) or above it (BXN). Null if no such
 * strike is listed; the list may be in any order. Throws RangeError on a level that is not positive.
 * Source: MATHS 11. Verified with published case 31 and cases on both sides of a strike.
 */
export function buyWriteStrike(level: number, listedStrikes: readonly number[], index: BuyWriteIndex): number | null {
  requirePositive('level', level)
  const reaches = index === 'BXM' ? atLeast : above
  const candidates = listedStrikes.filter((strike) => reaches(strike, level))
  return candidates.length === 0 ? null : Math.min(...candidates)
}
