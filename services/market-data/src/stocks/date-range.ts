import { addDays, daysBetween, type IsoDate, isCalendarDay, newYorkDate } from '@callwright/scoring'
import { latestSession, yearsBefore } from '../calendar-day.ts'
import { invalidDate, rangeTooLong, reversedRange } from '../errors.ts'
import type { IntradayRange } from '../providers/provider.ts'

/** Range as the caller gave it; null for a start or end that was omitted. */
export interface GivenRange {
  readonly from: IsoDate | null
  readonly to: IsoDate | null
}

/** Both ends of the range are inclusive. */
export interface DateRange {
  readonly from: IsoDate
  readonly to: IsoDate
}

export type Timespan = 'minute' | 'hour' | 'day' | 'week' | 'month'

const DAILY_YEARS = 2
const HOURLY_DAYS = 30
/** Maximum number of bars in a response, about a megabyte of text. */
const MAX_BARS = 20_000
/** Minutes from 4:00 to 20:00, since a source may include pre-market and after-hours trades. */
const TRADING_MINUTES = 16 * 60
const SESSIONS_PER_DAY = 5 / 7

/**
 * Fills in a range's start or end if it was omitted. By default, a range ends today and starts two years earlier; for
 * hourly bars, 30 days earlier; for minute bars, at the start of the last session. Throws `invalid_date`,
 * `invalid_range`.
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

/** Throws `range_too_long` if the range may contain more bars than one response can hold. */
export function requireShortRange({ unit, multiplier, from, to }: IntradayRange): void {
  const minutes = multiplier * (unit === 'hour' ? 60 : 1)
  const barsPerDay = Math.ceil(TRADING_MINUTES / minutes) * SESSIONS_PER_DAY
  const mostDays = Math.floor(MAX_BARS / barsPerDay)
  if (daysBetween(from, to) < mostDays) return
  throw rangeTooLong(mostDays, `${multiplier}-${unit}`, addDays(to, 1 - mostDays))
}
