import { addDays, dayNumber, fromDayNumber, type IsoDate, isWeekend } from './iso-date.ts'
import { earlyCloseName, holidayName } from './market-holidays.ts'
import { closeMinute, newYorkTimeMs } from './new-york.ts'

const OPEN_MINUTE = 9 * 60 + 30

/** The session of a trading day; stocks and their options trade from `openMs` up to `closeMs`, UTC milliseconds. */
export interface MarketSession {
  readonly date: IsoDate
  readonly openMs: number
  readonly closeMs: number
  /** True where the close is 13:00 instead of 16:00. */
  readonly earlyClose: boolean
}

/**
 * True on the days the New York exchanges trade. Years from 2010 on; before, and on what is no calendar day, it throws
 * RangeError. Source and verification: `holidayName`.
 */
export function isTradingDay(date: IsoDate): boolean {
  return holidayName(date) === null && !isWeekend(date)
}

/**
 * The session of a day, 9:30 to 16:00 in New York, or to 13:00 on an early close; null where there is none. Options on
 * some broad index funds trade 15 minutes longer; these are the hours of stocks and of options on them.
 * Same years and errors as `isTradingDay`.
 */
export function sessionOf(date: IsoDate): MarketSession | null {
  if (!isTradingDay(date)) return null
  const earlyClose = earlyCloseName(date) !== null
  const closeMs = newYorkTimeMs(date, closeMinute(date))
  return { date, openMs: newYorkTimeMs(date, OPEN_MINUTE), closeMs, earlyClose }
}

/** The first trading day after a day. */
export function nextTradingDay(date: IsoDate): IsoDate {
  let next = addDays(date, 1)
  while (!isTradingDay(next)) next = addDays(next, 1)
  return next
}

/** The last trading day before a day. Throws RangeError where that lies before 2010. */
export function previousTradingDay(date: IsoDate): IsoDate {
  let previous = addDays(date, -1)
  while (!isTradingDay(previous)) previous = addDays(previous, -1)
  return previous
}

/**
 * Trading days after `from` up to and including `to`, as `daysBetween` counts calendar days: 0 for the same day,
 * negative when `to` is earlier, and counts over adjoining spans add up. Throws RangeError where a counted day lies
 * before 2010.
 * Verified on the sessions of every year in `sessions.test.ts`.
 */
export function countTradingDays(from: IsoDate, to: IsoDate): number {
  const [first, last] = [dayNumber(from), dayNumber(to)]
  // 0 less a count of none is 0, where the minus sign alone makes it −0.
  if (last < first) return 0 - countTradingDays(to, from)
  let count = 0
  for (let day = first + 1; day <= last; day += 1) if (isTradingDay(fromDayNumber(day))) count += 1
  return count
}
