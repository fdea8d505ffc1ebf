import { DAYS_PER_YEAR } from '../calendar/iso-date.ts'
import { requireNotNegative } from '../guards.ts'

/**
 * Expected move of one standard deviation in dollars: price × vol × √(max(1, days)/365), calendar days (MATHS 5, D24).
 * Throws RangeError on a negative or non-finite argument.
 */
export function computeExpectedMove(price: number, vol: number, days: number): number {
  requireNotNegative('price', price)
  requireNotNegative('vol', vol)
  requireNotNegative('days', days)
  return price * vol * Math.sqrt(Math.max(1, days) / DAYS_PER_YEAR)
}
