import { type IsoDate, newYorkDate, previousTradingDay, sessionOf } from '@callwright/scoring'

/** Late feeds and late prints are in by then: what is told of a session later is final. */
const FINAL_AFTER_MS = 30 * 60_000

/** The last session whose figures are final, also one that closed early. */
export function findFinalSession(nowMs: number): IsoDate {
  const today = newYorkDate(nowMs)
  const session = sessionOf(today)
  return session !== null && nowMs >= session.closeMs + FINAL_AFTER_MS ? today : previousTradingDay(today)
}

/** The instant from which on a session's figures are final. */
export function findFinalMs(session: IsoDate): number {
  return (sessionOf(session)?.closeMs ?? 0) + FINAL_AFTER_MS
}

/** Whether today's session has begun and its figures still change. */
export function isSessionUnfinished(nowMs: number): boolean {
  const session = sessionOf(newYorkDate(nowMs))
  return session !== null && nowMs >= session.openMs && nowMs < session.closeMs + FINAL_AFTER_MS
}
