import { requireFinite } from '../guards.ts'
import { DAYS_PER_YEAR, dayNumber, fromDayNumber, type IsoDate, MS_PER_DAY } from './iso-date.ts'

const MS_PER_HOUR = 3_600_000
const CLOSE_HOUR = 16

const wallClock = new Intl.DateTimeFormat('en-US', {
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

/** The New York wall clock of an instant, written as if it were UTC. */
function newYorkWallMs(instantMs: number): number {
  requireFinite('instantMs', instantMs)
  const fields = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of wallClock.formatToParts(instantMs)) {
    if (type in fields) fields[type as keyof typeof fields] = Number(value)
  }
  const milliseconds = ((instantMs % 1000) + 1000) % 1000
  return Date.UTC(fields.year, fields.month - 1, fields.day, fields.hour, fields.minute, fields.second) + milliseconds
}

/** The New York calendar day of an instant (D3). Independent of the process's own time zone. */
export function newYorkDate(instantMs: number): IsoDate {
  return fromDayNumber(Math.floor(newYorkWallMs(instantMs) / MS_PER_DAY))
}

/** Instant of `hour` o'clock on a New York day. Clocks change at 02:00, so both midnight and later hours are unambiguous. */
function newYorkHourMs(date: IsoDate, hour: 0 | typeof CLOSE_HOUR): number {
  const wallMs = dayNumber(date) * MS_PER_DAY + hour * MS_PER_HOUR
  // Read as standard time the guess is at most one hour late, on the same side of any change of clocks.
  const guessMs = wallMs + 5 * MS_PER_HOUR
  return wallMs + (guessMs - newYorkWallMs(guessMs))
}

/** 00:00 in New York as UTC milliseconds: 04:00Z in summer, 05:00Z in winter. */
export function newYorkMidnightMs(date: IsoDate): number {
  return newYorkHourMs(date, 0)
}

/** 16:00 in New York, the regular close, as UTC milliseconds: 20:00Z in summer, 21:00Z in winter. */
export function newYorkCloseMs(date: IsoDate): number {
  return newYorkHourMs(date, CLOSE_HOUR)
}

/**
 * Time from an instant to 16:00 New York of a day, on the wall clock, in years of 365 days: at a close it is exactly
 * calendar days / 365, also across a change of clocks. Negative once that close has passed.
 */
export function yearsUntilClose(date: IsoDate, asOfMs: number): number {
  const wallMs = dayNumber(date) * MS_PER_DAY + CLOSE_HOUR * MS_PER_HOUR - newYorkWallMs(asOfMs)
  return wallMs / MS_PER_DAY / DAYS_PER_YEAR
}
