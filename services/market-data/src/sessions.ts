import { type IsoDate, isCalendarDay, newYorkDate, previousTradingDay, sessionOf } from '@callwright/scoring'
import type { Runtime } from '@callwright/service'

/** The same day `years` years earlier; February 29 becomes February 28. */
export function yearsBefore(date: IsoDate, years: number): IsoDate {
  const year = String(Number(date.slice(0, 4)) - years).padStart(4, '0')
  const sameDay = `${year}${date.slice(4)}`
  return isCalendarDay(sameDay) ? sameDay : `${year}-02-28`
}

/** The session in progress at an instant, or the most recent one if the market is closed. */
export function latestSession(nowMs: number): IsoDate {
  const today = newYorkDate(nowMs)
  const session = sessionOf(today)
  return session !== null && nowMs >= session.openMs ? today : previousTradingDay(today)
}

const POLL_MS = 10_000

/** Reports whether the exchange is open according to the market's own clock, for alerts about the age of data. */
export function watchSession(runtime: Pick<Runtime, 'metrics' | 'onClose'>, now: () => number): void {
  const gauge = runtime.metrics.gauge('market_session_open', "1 during the exchange's regular session")
  const look = () => gauge.set(isOpen(now()) ? 1 : 0)
  look()
  const timer = setInterval(look, POLL_MS).unref()
  runtime.onClose('session gauge', () => clearInterval(timer))
}

/** Ends at the close itself, unlike `isInSession` of a provider's prices, whose last trades carry that time. */
function isOpen(nowMs: number): boolean {
  const session = sessionOf(newYorkDate(nowMs))
  return session !== null && nowMs >= session.openMs && nowMs < session.closeMs
}
