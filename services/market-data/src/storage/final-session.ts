import { type IsoDate, newYorkDate, previousTradingDay, sessionOf } from '@callwright/scoring'

/** How long after the close a session's figures become final: by then, late feeds and late prints have arrived. */
const FINAL_AFTER_MS = 30 * 60_000

/** Finds the last session whose figures are final, taking early closes into account. */
export function findFinalSession(nowMs: number): IsoDate {
  const today = newYorkDate(nowMs)
  const session = sessionOf(today)
  return session !== null && nowMs >= session.closeMs + FINAL_AFTER_MS ? today : previousTradingDay(today)
}

/** Instant at which a session's figures become final. */
export function findFinalMs(session: IsoDate): number {
  return (sessionOf(session)?.closeMs ?? 0) + FINAL_AFTER_MS
}

/** Whether today's session has begun and its figures may still change. */
export function isSessionUnfinished(nowMs: number): boolean {
  const session = sessionOf(newYorkDate(nowMs))
  return session !== null && nowMs >= session.openMs && nowMs < session.closeMs + FINAL_AFTER_MS
}
