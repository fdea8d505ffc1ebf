import { newYorkDate, sessionOf } from '@callwright/scoring'

/** Whether the exchange's regular session is under way: no weekend, no holiday, no early close behind it. */
export function isInSession(nowMs: number): boolean {
  const session = sessionOf(newYorkDate(nowMs))
  return session !== null && nowMs >= session.openMs && nowMs < session.closeMs
}
