import { once, UNKNOWN } from './numbers.ts'

/** Market times are shown in New York time, whatever the user's time zone. */
const NEW_YORK: Intl.DateTimeFormatOptions = { timeZone: 'America/New_York', hourCycle: 'h23' }
const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }

const writeAs = (locale: string, options: Intl.DateTimeFormatOptions) =>
  once(() => new Intl.DateTimeFormat(locale, options))

const short = writeAs('en-US', { ...NEW_YORK, ...CLOCK, month: 'short', day: 'numeric' })
const long = writeAs('en-US', {
  ...NEW_YORK,
  ...CLOCK,
  month: 'short',
  day: 'numeric',
  year: 'numeric',
})
const day = writeAs('en-US', { timeZone: 'America/New_York', dateStyle: 'medium' })
// Swedish dates have the same format as ISO dates.
const isoDay = writeAs('sv-SE', { timeZone: 'America/New_York' })
const calendarDay = writeAs('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' })
const calendarDayLong = writeAs('en-US', { timeZone: 'UTC', dateStyle: 'medium' })
const calendarMonth = writeAs('en-US', { timeZone: 'UTC', month: 'short' })
const clock = writeAs('en-US', { ...NEW_YORK, ...CLOCK })
const local = writeAs('en-US', {
  ...CLOCK,
  hourCycle: 'h23',
  month: 'short',
  day: 'numeric',
  timeZoneName: 'short',
})

function readInstant(instant: string | null): Date | null {
  if (instant === null) return null
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? null : date
}

/** `Jul 10, 16:00 ET` */
export function formatEtTime(instant: string | null): string {
  const date = readInstant(instant)
  return date === null ? UNKNOWN : `${short().format(date)} ET`
}

/** `Jul 10, 2026, 16:00 ET` */
export function formatEtTimeLong(instant: string | null): string {
  const date = readInstant(instant)
  return date === null ? UNKNOWN : `${long().format(date)} ET`
}

/** `Jul 10, 2026`: the day at the exchange. */
export function formatEtDay(instant: string | null): string {
  const date = readInstant(instant)
  return date === null ? UNKNOWN : day().format(date)
}

/** `2026-07-10`: the day at the exchange; null if unknown. */
export function readEtDay(instant: string | null): string | null {
  const date = readInstant(instant)
  return date === null ? null : isoDay().format(date)
}

/** `Jul 10`: a calendar day (`2026-07-10`) without a time zone. */
export function formatDay(isoDate: string): string {
  const instant = readInstant(`${isoDate}T00:00:00Z`)
  return instant === null ? UNKNOWN : calendarDay().format(instant)
}

/** `Jul 10, 2026`: a calendar day with its year. */
export function formatDayLong(isoDate: string): string {
  const instant = readInstant(`${isoDate}T00:00:00Z`)
  return instant === null ? UNKNOWN : calendarDayLong().format(instant)
}

/** `Jul`: the month of a calendar day. */
export function formatMonth(isoDate: string): string {
  const instant = readInstant(`${isoDate}T00:00:00Z`)
  return instant === null ? UNKNOWN : calendarMonth().format(instant)
}

/** `16:00`: the time at the exchange. */
export function formatEtClock(instantMs: number): string {
  return clock().format(instantMs)
}

/** A time in the user's time zone, followed by the zone's name. */
export function formatLocalTime(instant: string | null): string {
  const date = readInstant(instant)
  return date === null ? UNKNOWN : local().format(date)
}

/** `45 s`, `3 min`, `1 h 5 min`: a duration, rounded up so that a countdown never ends early. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  if (whole < 90) return `${whole} s`
  const minutes = Math.ceil(whole / 60)
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`
}
