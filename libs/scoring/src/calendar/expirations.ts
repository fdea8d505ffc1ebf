import { addDays, daysBetween, type IsoDate, weekday } from './iso-date.ts'
import { newYorkDate } from './new-york.ts'

const THURSDAY = 4
const FRIDAY = 5
const LEAPS_AFTER_DAYS = 365
const QUARTER_ENDS: readonly string[] = ['03', '06', '09', '12']

export type ExpirationKind = 'weekly' | 'monthly' | 'quarterly' | 'leaps'

/**
 * Days to expiration (D4): New York calendar days from `asOf` to the expiration, at least 0. The trade date is not
 * counted, the expiration date is. The same in every time zone and on days of 23 and 25 hours.
 */
export function daysToExpiration(expiration: IsoDate, asOfMs: number): number {
  return Math.max(0, daysBetween(newYorkDate(asOfMs), expiration))
}

/** True for the third Friday of a month, the day standard monthly options expire. */
export function isThirdFriday(date: IsoDate): boolean {
  const dayOfMonth = Number(date.slice(8))
  return weekday(date) === FRIDAY && dayOfMonth >= 15 && dayOfMonth <= 21
}

/** True where `date` is the Thursday of a Friday that satisfies `rule` but is not listed, so most likely a holiday. */
function standsInForFriday(date: IsoDate, listed: readonly IsoDate[], rule: (friday: IsoDate) => boolean): boolean {
  if (weekday(date) !== THURSDAY) return false
  const friday = addDays(date, 1)
  return rule(friday) && !listed.includes(friday)
}

function isLastWeekday(date: IsoDate): boolean {
  const day = weekday(date)
  if (day === 0 || day > FRIDAY) return false
  return addDays(date, day === FRIDAY ? 3 : 1).slice(0, 7) !== date.slice(0, 7)
}

/**
 * Kind of a listed expiration (D20). Monthly: the third Friday, or the listed Thursday before it when that Friday is not
 * listed. LEAPS: a monthly more than 365 days out. Quarterly: the last business day of March, June, September, December
 * (a Thursday when the closing Friday is not listed). Everything else is weekly.
 */
export function expirationKind(date: IsoDate, asOf: IsoDate, listed: readonly IsoDate[]): ExpirationKind {
  if (isThirdFriday(date) || standsInForFriday(date, listed, isThirdFriday)) {
    return daysBetween(asOf, date) > LEAPS_AFTER_DAYS ? 'leaps' : 'monthly'
  }
  const endsQuarter = isLastWeekday(date) || standsInForFriday(date, listed, isLastWeekday)
  return endsQuarter && QUARTER_ENDS.includes(date.slice(5, 7)) ? 'quarterly' : 'weekly'
}
