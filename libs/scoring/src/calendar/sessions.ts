import { addDays, dayNumber, fromDayNumber, type IsoDate, isWeekend } from './iso-date.ts'
import { earlyCloseName, holidayName } from './market-holidays.ts'
import { closeMinute, newYorkDate, newYorkTimeMs } from './new-york.ts'

const OPEN_MINUTE = 9 * 60 + 30

/** Regular session of a trading day: stocks and their options trade from `openMs` to `closeMs`, UTC milliseconds. */
export interface MarketSession {
  readonly date: IsoDate
  readonly openMs: number
  readonly closeMs: number
  /** True if the close is 13:00 instead of 16:00. */
  readonly earlyClose: boolean
}

/**
 * True on trading days of the New York exchanges. Throws RangeError before 2010 and on an invalid calendar day. See
 * `holidayName` for source and verification.
 */
export function isTradingDay(date: IsoDate): boolean {
  return holidayName(date) === null && !isWeekend(date)
}

/**
 * Session of a day, 9:30 to 16:00 in New York, or to 13:00 on an early close; null if there is none. These are the hours of
 * stocks and stock options; options on some broad index funds trade 15 minutes longer.
 * Covers the same years and throws the same errors as `isTradingDay`.
 */
export function sessionOf(date: IsoDate): MarketSession | null {
  if (!isTradingDay(date)) return null
  const earlyClose = earlyCloseName(date) !== null
  const closeMs = newYorkTimeMs(date, closeMinute(date))
  return { date, openMs: newYorkTimeMs(date, OPEN_MINUTE), closeMs, earlyClose }
}

/** First trading day after a day. */
export function nextTradingDay(date: IsoDate): IsoDate {
  let next = addDays(date, 1)
  while (!isTradingDay(next)) next = addDays(next, 1)
  return next
}

/** Last trading day before a day. Throws RangeError if that is before 2010. */
export function previousTradingDay(date: IsoDate): IsoDate {
  let previous = addDays(date, -1)
  while (!isTradingDay(previous)) previous = addDays(previous, -1)
  return previous
}

/** Day of the last session that has opened at an instant. Throws RangeError if that is before 2010. */
export function sessionDayAt(instantMs: number): IsoDate {
  const today = newYorkDate(instantMs)
  const session = sessionOf(today)
  return session !== null && instantMs >= session.openMs ? today : previousTradingDay(today)
}

/**
 * Trading days after `from`, up to and including `to`. As with `daysBetween`, the same day gives 0, an earlier `to`
 * gives a negative count, and counts over adjoining periods add up. Throws RangeError if a counted day is before
 * 2010. Verified on the sessions of every year in `sessions.test.ts`.
 */
export function countTradingDays(from: IsoDate, to: IsoDate): number {
  const [first, last] = [dayNumber(from), dayNumber(to)]
  // Subtract from 0, because negating a count of 0 would give −0.
  if (last < first) return 0 - countTradingDays(to, from)
  let count = 0
  for (let day = first + 1; day <= last; day += 1) if (isTradingDay(fromDayNumber(day))) count += 1
  return count
}
