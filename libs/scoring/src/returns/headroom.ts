import { requireNotNegative, requirePositive } from '../guards.ts'

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
