import { newYorkDate, sessionOf } from '@callwright/scoring'

const MINUTE_MS = 60_000
const CLOCK = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' })

/** `2026-07-10 16:00 ET` */
export function describeInstant(instantMs: number): string {
  return `${newYorkDate(instantMs)} ${CLOCK.format(instantMs)} ET`
}

/** Describes how old the prices are if the market is open, or when they are from if it is closed. */
export function describeAge(asOfMs: number, nowMs: number): string {
  const session = sessionOf(newYorkDate(nowMs))
  const isTrading = session !== null && nowMs >= session.openMs && nowMs < session.closeMs
  const minutes = Math.round((nowMs - asOfMs) / MINUTE_MS)
  if (!isTrading || asOfMs < session.openMs) return `as of ${describeInstant(asOfMs)}`
  return minutes < 1 ? 'up to date' : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} behind the market`
}
