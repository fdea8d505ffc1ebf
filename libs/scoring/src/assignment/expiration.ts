import { requireNotNegative, requirePositive } from '../guards.ts'
import type { OptionType } from '../option-math/contract.ts'
import { atLeast, atMost } from '../thresholds.ts'

/** OCC exercises options in the money by at least this much, dollars per share. */
export const EXERCISE_BY_EXCEPTION_USD = 0.01
/** If the close is within this fraction of the strike, the outcome is a coin toss. */
export const PIN_RISK_FRAC = 0.01

/**
 * Exercise by exception: at expiration OCC exercises an option that is $0.01 or more in the money, unless its holder
 * instructs otherwise. `price` is the stock's close on the expiration day. OCC picks the assigned writer at random.
 * Throws RangeError on a negative price or a strike that is not positive. Source: MATHS 9.
 */
export function isExercisedByException(option: { type: OptionType; price: number; strike: number }): boolean {
  const { type, price, strike } = option
  requireNotNegative('price', price)
  requirePositive('strike', strike)
  return atLeast(type === 'call' ? price - strike : strike - price, EXERCISE_BY_EXCEPTION_USD)
}

/**
 * Pin risk: the stock closes within 1% of the strike on expiration day, limits included, on either side. Whether the
 * option is exercised can then depend on news after the close, and the writer finds out over the weekend.
 * Throws RangeError in the same cases as `isExercisedByException`. Source: MATHS 9. Verified with cases on both sides
 * of the limit.
 */
export function isPinRisk({ price, strike }: { price: number; strike: number }): boolean {
  requireNotNegative('price', price)
  requirePositive('strike', strike)
  return atMost(Math.abs(price - strike) / strike, PIN_RISK_FRAC)
}
