import {
  dayNumber,
  fromDayNumber,
  type IsoDate,
  isTradingDay,
  type MarketSession,
  sessionOf,
} from '@callwright/scoring'
import { memoizeRecent } from './recent.ts'

/** How many years of sessions to keep in memory: more than the longest-lived option plus the history served. */
const MAX_YEARS = 64
const MAX_SESSIONS = 1_024
const DAYS_PER_WEEK = 7
const MONTHS_PER_YEAR = 12
/** The calendar repeats every 400 years. The year 1970 began this many days after March 1 of the year 0. */
const YEARS_PER_ERA = 400
const DAYS_PER_ERA = 146_097
const DAYS_BEFORE_EPOCH = 719_468

/** Sessions in one calendar year, ascending; `days` counts days since 1970. */
interface SessionYear {
  readonly year: number
  readonly dates: readonly IsoDate[]
  readonly days: Int32Array
}

/** A session, given by its index within a year. */
export interface SessionPlace {
  readonly year: number
  readonly index: number
}

export type Calendar = ReturnType<typeof openCalendar>

/**
 * Opens the exchange's calendar by day number, which is how streams and paths count time. Throws RangeError before
 * 2010.
 */
export function openCalendar() {
  const sessionsOf = memoizeRecent(MAX_YEARS, listSessions)
  const sessionOn = memoizeRecent(MAX_SESSIONS, sessionOf)

  /** Finds the last session on or before a day. */
  function placeOn(day: number): SessionPlace {
    const year = yearOfDay(day)
    const index = countUntil(sessionsOf(year).days, day) - 1
    return index >= 0 ? { year, index } : { year: year - 1, index: sessionsOf(year - 1).days.length - 1 }
  }

  function onOrBefore(day: number): number {
    const { year, index } = placeOn(day)
    return sessionsOf(year).days[index] ?? day
  }

  /** Finds the day of the first session on or after a day. */
  function onOrAfter(day: number): number {
    const year = yearOfDay(day)
    const { days } = sessionsOf(year)
    return days[countUntil(days, day - 1)] ?? sessionsOf(year + 1).days[0] ?? day
  }

  return {
    sessionsOf,
    /** Trading hours on a day; null if the exchange is closed. */
    sessionOn: (date: IsoDate): MarketSession | null => sessionOn(date),
    placeOn,
    onOrAfter,
    after: (day: number) => onOrAfter(day + 1),
    isSession: (day: number) => onOrAfter(day) === day,
    onOrBefore,
    before: (day: number) => onOrBefore(day - 1),
  }
}

/** Day of the week from 0, Sunday, to 6, Saturday; day 0 was a Thursday. */
export function weekdayOf(day: number): number {
  return (day + 4) % DAYS_PER_WEEK
}

export function yearOfDay(day: number): number {
  return Math.floor(monthOfDay(day) / MONTHS_PER_YEAR)
}

/**
 * Months since the year 0: January of a year is twelve times the year. Paths convert thousands of dates, so this and
 * `dayInMonth` do arithmetic on years that begin in March, in which a leap day comes last (Hinnant, chrono-compatible
 * low-level date algorithms, 2013). Valid from 1970 on.
 */
export function monthOfDay(day: number): number {
  const shifted = day + DAYS_BEFORE_EPOCH
  const era = Math.floor(shifted / DAYS_PER_ERA)
  const dayOfEra = shifted - era * DAYS_PER_ERA
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  return (era * YEARS_PER_ERA + yearOfEra) * MONTHS_PER_YEAR + monthFromMarch + 2
}

/** Day number of a day of the month, with months numbered as in `monthOfDay`. */
export function dayInMonth(month: number, dayOfMonth: number): number {
  const fromMarch = month - 2
  const year = Math.floor(fromMarch / MONTHS_PER_YEAR)
  const monthFromMarch = fromMarch - year * MONTHS_PER_YEAR
  const era = Math.floor(year / YEARS_PER_ERA)
  const yearOfEra = year - era * YEARS_PER_ERA
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5) + dayOfMonth - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * DAYS_PER_ERA + dayOfEra - DAYS_BEFORE_EPOCH
}

/** The third Friday of a month, whether or not it is a session. */
export function thirdFriday(month: number): number {
  const first = dayInMonth(month, 1)
  return first + ((5 - weekdayOf(first) + DAYS_PER_WEEK) % DAYS_PER_WEEK) + 2 * DAYS_PER_WEEK
}

/** Number of entries in an ascending list that are on or before a day. */
function countUntil(days: Int32Array, day: number): number {
  let low = 0
  let high = days.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((days[middle] ?? 0) <= day) low = middle + 1
    else high = middle
  }
  return low
}

function listSessions(year: number): SessionYear {
  const first = dayNumber(`${year}-01-01`)
  const last = dayNumber(`${year}-12-31`)
  const dates: IsoDate[] = []
  const days: number[] = []
  for (let day = first; day <= last; day += 1) {
    const date = fromDayNumber(day)
    if (!isTradingDay(date)) continue
    dates.push(date)
    days.push(day)
  }
  return { year, dates, days: Int32Array.from(days) }
}
