import { requireFinite } from '../guards.ts'
import { DAYS_PER_YEAR, dayNumber, fromDayNumber, type IsoDate, MS_PER_DAY } from './iso-date.ts'

const MS_PER_MINUTE = 60_000
const CLOSE_MINUTE = 16 * 60
/** New York's standard time behind UTC. */
const STANDARD_OFFSET_MS = 5 * 60 * MS_PER_MINUTE

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

/**
 * The instant so many minutes after 00:00 on the wall clock of a New York day. Clocks change at 02:00, so midnight and
 * every time from 03:00 on exists once; times between are not asked for.
 */
export function newYorkTimeMs(date: IsoDate, minute: number): number {
  const wallMs = dayNumber(date) * MS_PER_DAY + minute * MS_PER_MINUTE
  // Read as standard time the guess is at most one hour late, on the same side of any change of clocks.
  const guessMs = wallMs + STANDARD_OFFSET_MS
  return wallMs + (guessMs - newYorkWallMs(guessMs))
}

/** 00:00 in New York as UTC milliseconds: 04:00Z in summer, 05:00Z in winter. */
export function newYorkMidnightMs(date: IsoDate): number {
  return newYorkTimeMs(date, 0)
}

/**
 * 16:00 in New York of any day, the regular close, as UTC milliseconds: 20:00Z in summer, 21:00Z in winter. Whether the
 * exchange is open that day, and until when, says `sessionOf`.
 */
export function newYorkCloseMs(date: IsoDate): number {
  return newYorkTimeMs(date, CLOSE_MINUTE)
}

/**
 * Time from an instant to 16:00 New York of a day, on the wall clock, in years of 365 days: at a close it is exactly
 * calendar days / 365, also across a change of clocks. Negative once 16:00 has passed.
 * It is 16:00 on every day, early closes included: the time of an option is a count of calendar days (D5), in which a
 * night weighs as much as a session. On a day that closes at 13:00 that is 3 hours more than the option trades, 6 % of
 * the time two days before and 1 % at two weeks; whether trading in it is over says `isExpired`.
 */
export function yearsUntilClose(date: IsoDate, asOfMs: number): number {
  const wallMs = dayNumber(date) * MS_PER_DAY + CLOSE_MINUTE * MS_PER_MINUTE - newYorkWallMs(asOfMs)
  return wallMs / MS_PER_DAY / DAYS_PER_YEAR
}
