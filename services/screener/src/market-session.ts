import { isWeekend, newYorkCloseMs, newYorkDate, newYorkMidnightMs } from '@callwright/scoring'

const OPEN_AFTER_MIDNIGHT_MS = 9.5 * 3_600_000

/** Whether the regular session of a New York weekday is under way. Exchange holidays count as weekdays. */
export function isInSession(nowMs: number): boolean {
  const today = newYorkDate(nowMs)
  if (isWeekend(today)) return false
  return nowMs >= newYorkMidnightMs(today) + OPEN_AFTER_MIDNIGHT_MS && nowMs < newYorkCloseMs(today)
}
