import { requireNotNegative, requirePositive } from '../guards.ts'
import type { OptionType } from '../option-math/contract.ts'
import { atLeast, atMost } from '../thresholds.ts'

/** OCC exercises what is in the money by this much or more, dollars per share. */
export const EXERCISE_BY_EXCEPTION_USD = 0.01
/** Closer to the strike than this share of it, the outcome is a coin toss. */
export const PIN_RISK_FRAC = 0.01

/**
 * Exercise by exception: at expiration OCC exercises an option that is $0.01 or more in the money, unless its holder says
 * otherwise. `price` is the stock's close on the expiration day. Whom the assignment hits is random.
 * Throws RangeError on a negative price or a strike that is not positive. Source: MATHS 9.
 */
export function isExercisedByException(option: { type: OptionType; price: number; strike: number }): boolean {
  const { type, price, strike } = option
  requireNotNegative('price', price)
  requirePositive('strike', strike)
  return atLeast(type === 'call' ? price - strike : strike - price, EXERCISE_BY_EXCEPTION_USD)
}

/**
 * Pin risk: the stock closes the expiration day within 1 % of the strike, bounds included, on either side. News after the
 * close then decides about exercise, and the writer learns of it over the weekend.
 * Throws RangeError as `isExercisedByException`. Source: MATHS 9. Verified with rows on each side of the bound.
 */
export function isPinRisk({ price, strike }: { price: number; strike: number }): boolean {
  requireNotNegative('price', price)
  requirePositive('strike', strike)
  return atMost(Math.abs(price - strike) / strike, PIN_RISK_FRAC)
}
