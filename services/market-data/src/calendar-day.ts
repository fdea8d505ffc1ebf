import type { IsoDate } from './providers/provider.ts'

const SHAPE = /^\d{4}-\d{2}-\d{2}$/
const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** True for a day that the calendar has, written `YYYY-MM-DD`; 30 February is none. */
export function isCalendarDay(date: string): date is IsoDate {
  if (!SHAPE.test(date)) return false
  const year = Number(date.slice(0, 4))
  const month = Number(date.slice(5, 7))
  const day = Number(date.slice(8))
  const leapDay = month === 2 && (year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0)) ? 1 : 0
  return day >= 1 && day <= (DAYS_OF_MONTH[month - 1] ?? 0) + leapDay
}

/** The same day `years` earlier; 29 February becomes the 28th. */
export function yearsBefore(date: IsoDate, years: number): IsoDate {
  const year = String(Number(date.slice(0, 4)) - years).padStart(4, '0')
  const sameDay = `${year}${date.slice(4)}`
  return isCalendarDay(sameDay) ? sameDay : `${year}-02-28`
}
