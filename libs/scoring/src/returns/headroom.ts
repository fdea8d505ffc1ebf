import { requireNotNegative, requirePositive } from '../guards.ts'
import type { OptionType } from '../option-math/contract.ts'
import { above, atLeast, atMost } from '../thresholds.ts'

/**
 * Headroom: distance of the strike above the price, (K − S)/S × 100, percent of the price; negative in the money.
 * Throws RangeError on a price or strike that is not positive. Source: MATHS 5, D24. Verified by hand in `returns.test.ts`.
 */
export function headroomPct({ price, strike }: { price: number; strike: number }): number {
  requirePositive('price', price)
  requirePositive('strike', strike)
  return ((strike - price) / price) * 100
}

/**
 * Headroom in expected moves, (K − S)/EM: 1 is one standard deviation over the term. `expectedMove` is in dollars
 * (`computeExpectedMove`); null if it is 0, since the quotient is undefined. Throws RangeError on a price or strike
 * that is not positive or a negative move. Source: MATHS 5, D24.
 */
export function headroomEm(question: { price: number; strike: number; expectedMove: number }): number | null {
  const { price, strike, expectedMove } = question
  requirePositive('price', price)
  requirePositive('strike', strike)
  requireNotNegative('expectedMove', expectedMove)
  return expectedMove === 0 ? null : (strike - price) / expectedMove
}

export type Moneyness = 'ITM' | 'ATM' | 'OTM'

export const AT_THE_MONEY_FRAC = 0.02

/**
 * ATM if the strike is within ±2% of the price, limits included (D19); else ITM or OTM by type. Throws RangeError on a
 * price or strike that is not positive. Verified with cases on both sides of both limits.
 */
export function moneyness(option: { type: OptionType; price: number; strike: number }): Moneyness {
  requirePositive('price', option.price)
  requirePositive('strike', option.strike)
  const distance = option.strike / option.price - 1
  if (atMost(Math.abs(distance), AT_THE_MONEY_FRAC)) return 'ATM'
  return distance > 0 === (option.type === 'call') ? 'OTM' : 'ITM'
}

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
