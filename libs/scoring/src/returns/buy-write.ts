import { requirePositive } from '../guards.ts'
import { above, atLeast } from '../thresholds.ts'

/** Cboe's BuyWrite indices: BXM writes at or above the index, BXN strictly above it. */
export type BuyWriteIndex = 'BXM' | 'BXN'

/**
 * The listed strike that the benchmark writes: the lowest at or above the index level (BXM) or above it (BXN). Null when
 * no such strike is listed; the order of the list does not matter. Throws RangeError on a level that is not positive.
 * Source: MATHS 11. Verified with published case 31 and rows on each side of a strike.
 */
export function buyWriteStrike(level: number, listedStrikes: readonly number[], index: BuyWriteIndex): number | null {
  requirePositive('level', level)
  const reaches = index === 'BXM' ? atLeast : above
  const candidates = listedStrikes.filter((strike) => reaches(strike, level))
  return candidates.length === 0 ? null : Math.min(...candidates)
}
