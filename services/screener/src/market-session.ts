import { newYorkDate, nextTradingDay, previousTradingDay, sessionOf } from '@callwright/scoring'

/** Time after the close in which a delayed feed may still deliver the last trades. */
export const LATE_TRADES_MS = 20 * 60_000
/** Longer than any closure of the exchange. */
const LONGEST_CLOSURE_MS = 5 * 86_400_000

/** Whether the exchange's regular session is open, taking weekends, holidays and early closes into account. */
export function isInSession(nowMs: number): boolean {
  const session = sessionOf(newYorkDate(nowMs))
  return session !== null && nowMs >= session.openMs && nowMs < session.closeMs
}

/**
 * Whether a session is open, and when the current phase began: at the open or, after a session, when closing prices
 * became final.
 */
export interface MarketPhase {
  readonly inSession: boolean
  readonly sinceMs: number
}

export function readPhase(nowMs: number): MarketPhase {
  const today = newYorkDate(nowMs)
  const session = sessionOf(today)
  if (session !== null && isInSession(nowMs)) return { inSession: true, sinceMs: session.openMs }
  const finalAt = (date: string) => (sessionOf(date)?.closeMs ?? Number.POSITIVE_INFINITY) + LATE_TRADES_MS
  const sinceMs = finalAt(today) <= nowMs ? finalAt(today) : finalAt(previousTradingDay(today))
  return { inSession: false, sinceMs }
}

/** When the closing prices of the session in progress are final. */
export function findFinalPricesMs(nowMs: number): number {
  return (sessionOf(newYorkDate(nowMs))?.closeMs ?? Number.POSITIVE_INFINITY) + LATE_TRADES_MS
}

/** When the next session opens. */
export function findNextOpenMs(nowMs: number): number {
  const today = newYorkDate(nowMs)
  const session = sessionOf(today)
  if (session !== null && nowMs < session.openMs) return session.openMs
  return sessionOf(nextTradingDay(today))?.openMs ?? Number.POSITIVE_INFINITY
}

/** Whether a market's clock was so far behind real time when it was read that it can't be following the exchange. */
export function isClockFrozen(asOfMs: number, readMs: number): boolean {
  return readMs - asOfMs > LONGEST_CLOSURE_MS
}
