import { type IsoDate, isCalendarDay, newYorkDate, previousTradingDay, sessionOf } from '@callwright/scoring'

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
