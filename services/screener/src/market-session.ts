import { daysBetween, type IsoDate, newYorkCloseMs, newYorkDate, newYorkMidnightMs } from '@callwright/scoring'

const OPEN_AFTER_MIDNIGHT_MS = 9.5 * 3_600_000
const A_MONDAY = '1970-01-05'

export function isWeekend(date: IsoDate): boolean {
  const days = daysBetween(A_MONDAY, date) % 7
  return (days + 7) % 7 >= 5
}

/** Whether the regular session of a New York weekday is under way. Exchange holidays count as weekdays. */
export function isInSession(nowMs: number): boolean {
  const today = newYorkDate(nowMs)
  if (isWeekend(today)) return false
  return nowMs >= newYorkMidnightMs(today) + OPEN_AFTER_MIDNIGHT_MS && nowMs < newYorkCloseMs(today)
}
