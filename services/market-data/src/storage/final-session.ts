import { type IsoDate, newYorkDate, previousTradingDay, sessionOf } from '@callwright/scoring'

/** Late feeds and late prints have arrived by then, so the session's figures are final. */
const FINAL_AFTER_MS = 30 * 60_000

/** The last session with final figures, including early closes. */
export function findFinalSession(nowMs: number): IsoDate {
  const today = newYorkDate(nowMs)
  const session = sessionOf(today)
  return session !== null && nowMs >= session.closeMs + FINAL_AFTER_MS ? today : previousTradingDay(today)
}

/** Instant from which a session's figures are final. */
export function findFinalMs(session: IsoDate): number {
  return (sessionOf(session)?.closeMs ?? 0) + FINAL_AFTER_MS
}

/** Whether today's session has begun and its figures may still change. */
export function isSessionUnfinished(nowMs: number): boolean {
  const session = sessionOf(newYorkDate(nowMs))
  return session !== null && nowMs >= session.openMs && nowMs < session.closeMs + FINAL_AFTER_MS
}
