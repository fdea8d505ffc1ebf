/** A calendar day, `YYYY-MM-DD`. In this product always a New York day. */
export type IsoDate = string

export const MS_PER_DAY = 86_400_000
/** Actual/365 fixed: the one year length of every formula (D5). */
export const DAYS_PER_YEAR = 365

const SHAPE = /^\d{4}-\d{2}-\d{2}$/
const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
/** 0000-01-01 and 9999-12-31, in days after 1970-01-01. */
const FIRST_DAY = -719_528
const LAST_DAY = 2_932_896
const SUNDAY = 0
const SATURDAY = 6

/** True for a day that the calendar has, written `YYYY-MM-DD`; 30 February is none. */
export function isCalendarDay(text: string): text is IsoDate {
  if (!SHAPE.test(text)) return false
  const year = Number(text.slice(0, 4))
  const month = Number(text.slice(5, 7))
  const day = Number(text.slice(8))
  const leapDay = month === 2 && (year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0)) ? 1 : 0
  return day >= 1 && day <= (DAYS_OF_MONTH[month - 1] ?? 0) + leapDay
}

/**
 * Days since 1970-01-01 of a calendar day; pure arithmetic, no time zone.
 * Throws RangeError on anything that is not a real day in the shape YYYY-MM-DD.
 */
export function dayNumber(date: IsoDate): number {
  if (!isCalendarDay(date)) throw new RangeError(`expected a calendar day YYYY-MM-DD, got ${date}`)
  return Date.parse(`${date}T00:00:00Z`) / MS_PER_DAY
}

/** The calendar day so many days after 1970-01-01. Throws RangeError outside of the years 0000 to 9999. */
export function fromDayNumber(day: number): IsoDate {
  if (!(day >= FIRST_DAY && day <= LAST_DAY)) {
    throw new RangeError(`expected a day of the years 0000 to 9999, got ${day} days after 1970-01-01`)
  }
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10)
}

/** Calendar days from one day to another; negative when `to` is earlier. Example: 2026-03-07 to 2026-03-09 is 2. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return dayNumber(to) - dayNumber(from)
}

/** The day `days` (whole, may be negative) after `date`. Errors as `dayNumber` and `fromDayNumber`. */
export function addDays(date: IsoDate, days: number): IsoDate {
  if (!Number.isInteger(days)) throw new RangeError(`days must be a whole number, got ${days}`)
  return fromDayNumber(dayNumber(date) + days)
}

/** 0 Sunday to 6 Saturday. */
export function weekday(date: IsoDate): number {
  // 1970-01-01 was a Thursday.
  return (((dayNumber(date) + 4) % 7) + 7) % 7
}

/** True on Saturday and Sunday. Exchange holidays are weekdays. */
export function isWeekend(date: IsoDate): boolean {
  const day = weekday(date)
  return day === SATURDAY || day === SUNDAY
}
