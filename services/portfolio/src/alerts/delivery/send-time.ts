import type { AlertSettings } from '@callwright/contracts'

export interface Schedule {
  readonly timeZone: string
  readonly quietFrom: string | null
  readonly quietTo: string | null
  readonly digestAt: string | null
}

export const DEFAULT_SCHEDULE: Schedule = {
  timeZone: 'America/New_York',
  quietFrom: null,
  quietTo: null,
  digestAt: null,
}

export const toWireSettings = ({ timeZone, quietFrom, quietTo, digestAt }: Schedule): AlertSettings => ({
  time_zone: timeZone,
  quiet_from: quietFrom,
  quiet_to: quietTo,
  digest_at: digestAt,
})

/** When a message may be sent, and why it waits. */
export interface SendTime {
  readonly at: Date
  readonly held: 'quiet_hours' | 'digest' | null
  readonly digestFor: Date | null
}

const MS_PER_MINUTE = 60_000
const MINUTES_PER_DAY = 1_440
const clocks = new Map<string, Intl.DateTimeFormat>()

export function isTimeZone(name: string): boolean {
  try {
    clockOf(name)
    return true
  } catch {
    return false
  }
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known !== undefined) return known
  const clock = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', hour: 'numeric', minute: 'numeric' })
  if (clocks.size < 1_000) clocks.set(timeZone, clock)
  return clock
}

function minuteOfDay(atMs: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(atMs)
  const read = (type: 'hour' | 'minute') => Number(parts.find((part) => part.type === type)?.value)
  return read('hour') * 60 + read('minute')
}

const toMinute = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/**
 * Next time after `afterMs` at which the clock in a time zone shows `clock`. A time that a change of clocks skips is the
 * first minute after it.
 */
function nextTime(afterMs: number, clock: string, timeZone: string): Date {
  const startMs = Math.floor(afterMs / MS_PER_MINUTE) * MS_PER_MINUTE
  const wait = (toMinute(clock) - minuteOfDay(startMs, timeZone) + MINUTES_PER_DAY) % MINUTES_PER_DAY
  const guess = startMs + (wait === 0 ? MINUTES_PER_DAY : wait) * MS_PER_MINUTE
  // Clocks may change in between, by at most an hour or so either way.
  const off = minuteOfDay(guess, timeZone) - toMinute(clock)
  const shift =
    off > MINUTES_PER_DAY / 2 ? off - MINUTES_PER_DAY : off < -MINUTES_PER_DAY / 2 ? off + MINUTES_PER_DAY : off
  const shifted = guess - shift * MS_PER_MINUTE
  return new Date(minuteOfDay(shifted, timeZone) === toMinute(clock) ? shifted : Math.max(guess, shifted))
}

export function isQuiet(atMs: number, { quietFrom, quietTo, timeZone }: Schedule): boolean {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return false
  const [from, to, minute] = [toMinute(quietFrom), toMinute(quietTo), minuteOfDay(atMs, timeZone)]
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}

/** A digest is sent at its time, even in quiet hours, because the user chose it. Other messages wait for their end. */
export function chooseSendTime(nowMs: number, schedule: Schedule): SendTime {
  const { digestAt, quietTo, timeZone } = schedule
  if (digestAt !== null) {
    const at = nextTime(nowMs, digestAt, timeZone)
    return { at, held: 'digest', digestFor: at }
  }
  if (quietTo !== null && isQuiet(nowMs, schedule)) {
    return { at: nextTime(nowMs, quietTo, timeZone), held: 'quiet_hours', digestFor: null }
  }
  return { at: new Date(nowMs), held: null, digestFor: null }
}

const FIRST_RETRY_MS = 30_000
const MAX_RETRY_MS = 3_600_000
export const MAX_ATTEMPTS = 8

/** Pause after a failed attempt: 30 s, then four times as long each time, up to an hour. */
export const retryAfterMs = (attempts: number): number => Math.min(FIRST_RETRY_MS * 4 ** (attempts - 1), MAX_RETRY_MS)
