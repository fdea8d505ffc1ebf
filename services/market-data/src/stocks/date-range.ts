import { addDays, daysBetween, type IsoDate, isCalendarDay, newYorkDate } from '@callwright/scoring'
import { latestSession, yearsBefore } from '../calendar-day.ts'
import { invalidDate, rangeTooLong, reversedRange } from '../errors.ts'
import type { IntradayRange } from '../providers/provider.ts'

/** As a caller gave them; null where they were left out. */
export interface GivenRange {
  readonly from: IsoDate | null
  readonly to: IsoDate | null
}

/** Both ends included. */
export interface DateRange {
  readonly from: IsoDate
  readonly to: IsoDate
}

export type Timespan = 'minute' | 'hour' | 'day' | 'week' | 'month'

const DAILY_YEARS = 2
const HOURLY_DAYS = 30
/** Bars of one answer: a megabyte or so of text. */
const MOST_BARS = 20_000
/** From 4:00 to 20:00: a source may have what trades before the open and after the close. */
const TRADING_MINUTES = 16 * 60
const SESSIONS_A_DAY = 5 / 7

/**
 * The range a caller means: until today, and from two years before that, of hours from 30 days before, of minutes from
 * the start of the last session. Throws `invalid_date`, `invalid_range`.
 */
export function chooseRange(given: GivenRange, timespan: Timespan, nowMs: number): DateRange {
  for (const [field, value] of [
    ['from_date', given.from],
    ['to_date', given.to],
  ] as const) {
    if (value !== null && !isCalendarDay(value)) throw invalidDate(field, value)
  }
  const today = newYorkDate(nowMs)
  const to = given.to ?? today
  const from = given.from ?? startBefore(earlier(to, today), timespan, nowMs)
  if (from > to) throw reversedRange()
  return { from, to }
}

function startBefore(last: IsoDate, timespan: Timespan, nowMs: number): IsoDate {
  if (timespan === 'hour') return addDays(last, -HOURLY_DAYS)
  if (timespan !== 'minute') return yearsBefore(last, DAILY_YEARS)
  return earlier(latestSession(nowMs), last)
}

function earlier(a: IsoDate, b: IsoDate): IsoDate {
  return a < b ? a : b
}

/** Throws `range_too_long` where the range may hold more bars than one answer. */
export function requireShortRange({ unit, multiplier, from, to }: IntradayRange): void {
  const minutes = multiplier * (unit === 'hour' ? 60 : 1)
  const barsADay = Math.ceil(TRADING_MINUTES / minutes) * SESSIONS_A_DAY
  const mostDays = Math.floor(MOST_BARS / barsADay)
  if (daysBetween(from, to) < mostDays) return
  throw rangeTooLong(mostDays, `${multiplier}-${unit}`, addDays(to, 1 - mostDays))
}
