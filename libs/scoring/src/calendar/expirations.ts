import { addDays, daysBetween, type IsoDate, weekday } from './iso-date.ts'
import { newYorkDate } from './new-york.ts'
import { isTradingDay, nextTradingDay, previousTradingDay, sessionOf } from './sessions.ts'

const FRIDAY = 5
const LEAPS_AFTER_DAYS = 365
const QUARTER_ENDS: readonly string[] = ['03', '06', '09', '12']

export type ExpirationKind = 'weekly' | 'monthly' | 'quarterly' | 'leaps'

/**
 * Days to expiration (D4): New York calendar days from `asOf` to the expiration, at least 0. The trade date does not
 * count; the expiration date does. The time zone does not matter, even on days of 23 and 25 hours.
 * Throws RangeError on an invalid calendar day or instant. Verified in `expirations.test.ts`, including days of 23 and
 * 25 hours.
 */
export function daysToExpiration(expiration: IsoDate, asOfMs: number): number {
  return Math.max(0, daysBetween(newYorkDate(asOfMs), expiration))
}

/**
 * True if an option has expired (D4): at or after the close of its expiration day, 16:00 or 13:00 in New York. If that
 * day has no session, the option is expired all day.
 * Throws RangeError on an invalid calendar day or instant, and on the expiration day itself before 2010, because its
 * close is unknown. Verified in `expirations.test.ts` on both sides of regular and early closes.
 */
export function isExpired(expiration: IsoDate, asOfMs: number): boolean {
  const daysLeft = daysBetween(newYorkDate(asOfMs), expiration)
  if (daysLeft !== 0) return daysLeft < 0
  const session = sessionOf(expiration)
  return session === null || asOfMs >= session.closeMs
}

/**
 * Expiration day for a Friday's options: that Friday, or the previous trading day if the exchange is closed.
 * Monthlies (third Fridays) and weeklies follow the same rule. The expiration day may be an early close. Throws
 * RangeError on a day that is not a Friday, or if the Friday or the result is before 2010. Source: Cboe, Weeklys and
 * the expiration calendar. Verified for every Friday holiday from 2010 to 2035.
 */
export function optionExpirationFor(friday: IsoDate): IsoDate {
  if (weekday(friday) !== FRIDAY) throw new RangeError(`expected a Friday, got ${friday}`)
  return isTradingDay(friday) ? friday : previousTradingDay(friday)
}

/**
 * True for the third Friday of a month, the day on which standard monthly options expire. Throws RangeError on an
 * invalid calendar day.
 */
export function isThirdFriday(date: IsoDate): boolean {
  const dayOfMonth = Number(date.slice(8))
  return weekday(date) === FRIDAY && dayOfMonth >= 15 && dayOfMonth <= 21
}

/** True for a third Friday, or for the session before it if that Friday is a holiday. */
function isMonthly(date: IsoDate): boolean {
  if (isThirdFriday(date)) return true
  const daysToFriday = FRIDAY - weekday(date)
  if (daysToFriday <= 0) return false
  const friday = addDays(date, daysToFriday)
  return isThirdFriday(friday) && optionExpirationFor(friday) === date
}

/**
 * Kind of a listed expiration (D20). Monthly: the third Friday, or the previous trading day if the exchange is closed on
 * that Friday. LEAPS: a monthly more than 365 days out. Quarterly: the last trading day of March, June, September or
 * December. Other expirations are weekly. Throws RangeError on an expiration before 2010 or an invalid calendar day.
 * Verified in `expirations.test.ts`.
 */
export function expirationKind(date: IsoDate, asOf: IsoDate): ExpirationKind {
  const isOpen = isTradingDay(date)
  const days = daysBetween(asOf, date)
  if (isMonthly(date)) return days > LEAPS_AFTER_DAYS ? 'leaps' : 'monthly'
  const endsMonth = isOpen && nextTradingDay(date).slice(0, 7) !== date.slice(0, 7)
  return endsMonth && QUARTER_ENDS.includes(date.slice(5, 7)) ? 'quarterly' : 'weekly'
}
