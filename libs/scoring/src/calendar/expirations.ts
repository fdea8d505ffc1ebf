import { addDays, daysBetween, type IsoDate, weekday } from './iso-date.ts'
import { newYorkDate } from './new-york.ts'
import { isTradingDay, nextTradingDay, previousTradingDay, sessionOf } from './sessions.ts'

const FRIDAY = 5
const LEAPS_AFTER_DAYS = 365
const QUARTER_ENDS: readonly string[] = ['03', '06', '09', '12']

export type ExpirationKind = 'weekly' | 'monthly' | 'quarterly' | 'leaps'

/**
 * Days to expiration (D4): New York calendar days from `asOf` to the expiration, at least 0. The trade date is not
 * counted, the expiration date is. The same in every time zone and on days of 23 and 25 hours.
 * Throws RangeError on what is no calendar day or no instant. Verified in `expirations.test.ts`, days of 23 and 25
 * hours among them.
 */
export function daysToExpiration(expiration: IsoDate, asOfMs: number): number {
  return Math.max(0, daysBetween(newYorkDate(asOfMs), expiration))
}

/**
 * Whether an option's life is over (D4): from the close of its expiration day on, 16:00 or 13:00 in New York, the
 * instant of the close included; all day where the expiration day has no session.
 * Throws RangeError on what is no calendar day or no instant, and on the expiration day itself before 2010, whose close
 * is not known. Verified in `expirations.test.ts` on each side of regular and early closes.
 */
export function isExpired(expiration: IsoDate, asOfMs: number): boolean {
  const daysLeft = daysBetween(newYorkDate(asOfMs), expiration)
  if (daysLeft !== 0) return daysLeft < 0
  const session = sessionOf(expiration)
  return session === null || asOfMs >= session.closeMs
}

/**
 * The day on which the options of a Friday expire: the Friday itself, or the trading day before where the exchange is
 * closed on it. The same for monthlies (third Fridays) and weeklies; the session may be one that closes early.
 * Throws RangeError on a day that is no Friday, and where the Friday or the day sought lies before 2010.
 * Source: Cboe, Weeklys and the expiration calendar. Verified on the holiday Fridays of 2010 to 2035.
 */
export function optionExpirationFor(friday: IsoDate): IsoDate {
  if (weekday(friday) !== FRIDAY) throw new RangeError(`expected a Friday, got ${friday}`)
  return isTradingDay(friday) ? friday : previousTradingDay(friday)
}

/**
 * True for the third Friday of a month, the day standard monthly options expire. Throws RangeError on no calendar day.
 */
export function isThirdFriday(date: IsoDate): boolean {
  const dayOfMonth = Number(date.slice(8))
  return weekday(date) === FRIDAY && dayOfMonth >= 15 && dayOfMonth <= 21
}

/** True for a third Friday, and for the day that stands in for one that is a holiday. */
function isMonthly(date: IsoDate): boolean {
  if (isThirdFriday(date)) return true
  const daysToFriday = FRIDAY - weekday(date)
  if (daysToFriday <= 0) return false
  const friday = addDays(date, daysToFriday)
  return isThirdFriday(friday) && optionExpirationFor(friday) === date
}

/**
 * Kind of a listed expiration (D20). Monthly: the third Friday, or the trading day before it when the exchange is
 * closed on that Friday. LEAPS: a monthly more than 365 days out. Quarterly: the last trading day of March, June,
 * September, December. Everything else is weekly. Throws RangeError on an expiration before 2010, and where either is
 * no calendar day. Verified in `expirations.test.ts`.
 */
export function expirationKind(date: IsoDate, asOf: IsoDate): ExpirationKind {
  const isOpen = isTradingDay(date)
  const days = daysBetween(asOf, date)
  if (isMonthly(date)) return days > LEAPS_AFTER_DAYS ? 'leaps' : 'monthly'
  const endsMonth = isOpen && nextTradingDay(date).slice(0, 7) !== date.slice(0, 7)
  return endsMonth && QUARTER_ENDS.includes(date.slice(5, 7)) ? 'quarterly' : 'weekly'
}
