import { newYorkDate, previousTradingDay, sessionOf } from '@callwright/scoring'

/** By then the last trades of a session have come through a delayed feed as well. */
const SETTLING_MS = 20 * 60_000
/** Longer than the exchange ever closes. */
const LONGEST_CLOSURE_MS = 5 * 86_400_000

/** Whether the exchange's regular session is under way: no weekend, no holiday, no early close behind it. */
export function isInSession(nowMs: number): boolean {
  const session = sessionOf(newYorkDate(nowMs))
  return session !== null && nowMs >= session.openMs && nowMs < session.closeMs
}

/** Whether the exchange trades, and since when prices are those of this session or, where it does not, closing prices. */
export interface MarketPhase {
  readonly inSession: boolean
  readonly sinceMs: number
}

export function readPhase(nowMs: number): MarketPhase {
  const today = newYorkDate(nowMs)
  const session = sessionOf(today)
  if (session !== null && isInSession(nowMs)) return { inSession: true, sinceMs: session.openMs }
  const settledAt = (date: string) => (sessionOf(date)?.closeMs ?? Number.POSITIVE_INFINITY) + SETTLING_MS
  const sinceMs = settledAt(today) <= nowMs ? settledAt(today) : settledAt(previousTradingDay(today))
  return { inSession: false, sinceMs }
}

/** Whether a market told, when it was read, an instant so far back that its clock cannot be the exchange's. */
export function standsStill(asOfMs: number, readMs: number): boolean {
  return readMs - asOfMs > LONGEST_CLOSURE_MS
}
