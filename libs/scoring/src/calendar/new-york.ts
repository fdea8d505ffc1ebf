import { requireFinite } from '../guards.ts'
import { DAYS_PER_YEAR, dayNumber, fromDayNumber, type IsoDate, MS_PER_DAY } from './iso-date.ts'
import { earlyCloseName } from './market-holidays.ts'

const MS_PER_MINUTE = 60_000
const MS_PER_HOUR = 60 * MS_PER_MINUTE
const CLOSE_MINUTE = 16 * 60
const EARLY_CLOSE_MINUTE = 13 * 60
/** Offset of New York's standard time from UTC. */
const STANDARD_OFFSET_MS = 5 * MS_PER_HOUR
/**
 * Supported years are 100 to 9999: `Date.UTC` maps earlier ones to the 20th century, and later ones have five digits.
 */
const FIRST_INSTANT_MS = Date.UTC(100, 0, 1, 5)
const END_MS = Date.UTC(10_000, 0, 1)

let wallClock: Intl.DateTimeFormat | null = null

/** Created on first use: creation takes milliseconds, and many importers of this file never need it. */
const openWallClock = () =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })

/** New York's UTC offset for each UTC hour that was looked up; clocks only change on the hour. */
const offsets = new Map<number, number>()
const MAX_OFFSETS = 1_024

/** New York wall-clock time of an instant, encoded as if it were UTC. */
function newYorkWallMs(instantMs: number): number {
  requireFinite('instantMs', instantMs)
  if (instantMs < FIRST_INSTANT_MS || instantMs >= END_MS) {
    throw new RangeError(`instantMs must be in the years 100 to 9999, got ${instantMs}`)
  }
  return instantMs + findOffset(Math.floor(instantMs / MS_PER_HOUR))
}

/** Clocks change less than once in four weeks, so if both ends of a block have the same offset, the whole block does. */
const BLOCK_HOURS = 4 * 7 * 24

function findOffset(hour: number): number {
  const start = Math.floor(hour / BLOCK_HOURS) * BLOCK_HOURS
  const offset = readOffset(start)
  return readOffset(start + BLOCK_HOURS) === offset ? offset : readOffset(hour)
}

const readOffset = (hour: number): number => offsets.get(hour) ?? learnOffset(hour)

/** Reads the offset from the system's time zone data, which takes microseconds per call. */
function learnOffset(hour: number): number {
  const startMs = hour * MS_PER_HOUR
  const fields = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
  wallClock ??= openWallClock()
  for (const { type, value } of wallClock.formatToParts(startMs)) {
    if (type in fields) fields[type as keyof typeof fields] = Number(value)
  }
  const wallMs = Date.UTC(fields.year, fields.month - 1, fields.day, fields.hour, fields.minute, fields.second)
  if (offsets.size >= MAX_OFFSETS) offsets.clear()
  offsets.set(hour, wallMs - startMs)
  return wallMs - startMs
}

/**
 * New York calendar day of an instant (D3), independent of the process's time zone. Like every function in this file, throws
 * RangeError on instants outside the years 100 to 9999.
 */
export function newYorkDate(instantMs: number): IsoDate {
  return fromDayNumber(Math.floor(newYorkWallMs(instantMs) / MS_PER_DAY))
}

/**
 * Instant of a New York wall-clock time, in minutes after 00:00. Clocks change at 02:00, so midnight and every time from
 * 03:00 on is unique; no caller uses the times in between.
 */
export function newYorkTimeMs(date: IsoDate, minute: number): number {
  const wallMs = dayNumber(date) * MS_PER_DAY + minute * MS_PER_MINUTE
  // The guess treats the time as standard time, so it is at most one hour late, on the same side of any clock change.
  const guessMs = wallMs + STANDARD_OFFSET_MS
  return wallMs + (guessMs - newYorkWallMs(guessMs))
}

/** 00:00 in New York as UTC milliseconds: 04:00Z in summer, 05:00Z in winter. */
export function newYorkMidnightMs(date: IsoDate): number {
  return newYorkTimeMs(date, 0)
}

/**
 * 16:00 in New York of any day, the regular close, as UTC milliseconds: 20:00Z in summer, 21:00Z in winter. For actual
 * trading hours, see `sessionOf`.
 */
export function newYorkCloseMs(date: IsoDate): number {
  return newYorkTimeMs(date, CLOSE_MINUTE)
}

/** Minutes after 00:00 at which trading ends: 16:00, and 13:00 on an early close. Throws RangeError before 2010. */
export function closeMinute(date: IsoDate): number {
  return earlyCloseName(date) === null ? CLOSE_MINUTE : EARLY_CLOSE_MINUTE
}

/**
 * Time from an instant to the close of a day, on the New York wall clock, in years of 365 days. Between regular closes
 * it is exactly calendar days / 365, even across a clock change. The close is 13:00 on early-close days, as in
 * `isExpired`, and 16:00 on all other days, open or not. Negative after the close.
 * Throws RangeError on a day before 2010 (`earlyCloseName`), or on an invalid day or instant. Verified in
 * `new-york.test.ts`.
 */
export function yearsUntilClose(date: IsoDate, asOfMs: number): number {
  return yearsUntilCloseFrom(asOfMs)(date)
}

/** `yearsUntilClose` for many days from one instant; converts the instant only once. */
export function yearsUntilCloseFrom(asOfMs: number): (date: IsoDate) => number {
  const wallMs = newYorkWallMs(asOfMs)
  return (date) => {
    const closeMs = dayNumber(date) * MS_PER_DAY + closeMinute(date) * MS_PER_MINUTE
    return (closeMs - wallMs) / MS_PER_DAY / DAYS_PER_YEAR
  }
}
