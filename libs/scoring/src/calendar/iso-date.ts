/** Calendar day, `YYYY-MM-DD`; always a New York day in this codebase. */
export type IsoDate = string

export const MS_PER_DAY = 86_400_000
/** Length of a year in all formulas: Actual/365 fixed (D5). */
export const DAYS_PER_YEAR = 365

const LENGTH = 'YYYY-MM-DD'.length
const HYPHEN = 45
const ZERO = 48
const MONTHS = 12
const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
/** 0000-01-01 and 9999-12-31 as days since 1970-01-01. */
const FIRST_DAY = -719_528
const LAST_DAY = 2_932_896
/**
 * The calendar repeats every 400 years. The current cycle, if years start in March, began this long before
 * 1970-01-01.
 */
const YEARS_AN_ERA = 400
const DAYS_AN_ERA = 146_097
const DAYS_BEFORE_1970 = 719_468
const SUNDAY = 0
const SATURDAY = 6
const TWO_DIGITS = Array.from({ length: 32 }, (_value, number) => String(number).padStart(2, '0'))

/** True for a valid calendar day in the form `YYYY-MM-DD`; false for February 30. */
export function isCalendarDay(text: string): text is IsoDate {
  return !Number.isNaN(readDay(text))
}

/**
 * Number of days from 1970-01-01 to a calendar day; pure arithmetic, no time zone. Throws RangeError on anything
 * other than a valid day in the form YYYY-MM-DD.
 */
export function dayNumber(date: IsoDate): number {
  const day = readDay(date)
  if (Number.isNaN(day)) throw new RangeError(`expected a calendar day YYYY-MM-DD, got ${date}`)
  return day
}

/**
 * Calendar day that is `day` whole days after 1970-01-01. Throws RangeError outside the years 0000 to 9999. This
 * function and `readDay` run thousands of times per symbol, so both use pure arithmetic: if years start in March, the
 * leap day comes last (Hinnant, chrono-compatible low-level date algorithms, 2013).
 */
export function fromDayNumber(day: number): IsoDate {
  if (!(day >= FIRST_DAY && day <= LAST_DAY)) {
    throw new RangeError(`expected a day of the years 0000 to 9999, got ${day} days after 1970-01-01`)
  }
  const shifted = Math.floor(day) + DAYS_BEFORE_1970
  const era = Math.floor(shifted / DAYS_AN_ERA)
  const dayOfEra = shifted - era * DAYS_AN_ERA
  const leapDays = Math.floor(dayOfEra / 1_460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365)
  const dayOfYear = dayOfEra - daysBeforeYear(yearOfEra)
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  const year = era * YEARS_AN_ERA + yearOfEra + (month < 3 ? 1 : 0)
  const dayOfMonth = dayOfYear - daysBeforeMonth(monthFromMarch) + 1
  return `${String(year).padStart(4, '0')}-${TWO_DIGITS[month] ?? ''}-${TWO_DIGITS[dayOfMonth] ?? ''}`
}

/** Day number for a string; NaN if it is not a valid calendar day. */
function readDay(text: string): number {
  if (typeof text !== 'string' || text.length !== LENGTH) return Number.NaN
  if (text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) return Number.NaN
  const year = 100 * readTwoDigits(text, 0) + readTwoDigits(text, 2)
  const month = readTwoDigits(text, 5)
  const day = readTwoDigits(text, 8)
  const leapDay = month === 2 && (year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0)) ? 1 : 0
  if (!(year >= 0 && day >= 1 && day <= (DAYS_OF_MONTH[month - 1] ?? 0) + leapDay)) return Number.NaN
  const monthFromMarch = (month + 9) % MONTHS
  const shiftedYear = monthFromMarch < 10 ? year : year - 1
  const era = Math.floor(shiftedYear / YEARS_AN_ERA)
  const yearOfEra = shiftedYear - era * YEARS_AN_ERA
  const dayOfEra = daysBeforeYear(yearOfEra) + daysBeforeMonth(monthFromMarch) + day - 1
  return era * DAYS_AN_ERA + dayOfEra - DAYS_BEFORE_1970
}

/** Two-digit number; NaN if either character is not a digit. */
function readTwoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO
  const ones = text.charCodeAt(at + 1) - ZERO
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : Number.NaN
}

function daysBeforeYear(yearOfEra: number): number {
  return 365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100)
}

function daysBeforeMonth(monthFromMarch: number): number {
  return Math.floor((153 * monthFromMarch + 2) / 5)
}

/** Calendar days from one day to another; negative if `to` is earlier. Example: 2026-03-07 to 2026-03-09 is 2. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return dayNumber(to) - dayNumber(from)
}

/**
 * The day `days` days after `date`, or before it if `days` is negative; `days` must be whole. Throws the same errors
 * as `dayNumber` and `fromDayNumber`.
 */
export function addDays(date: IsoDate, days: number): IsoDate {
  if (!Number.isInteger(days)) throw new RangeError(`days must be a whole number, got ${days}`)
  return fromDayNumber(dayNumber(date) + days)
}

/** Day of the week, 0 for Sunday to 6 for Saturday. */
export function weekday(date: IsoDate): number {
  // 1970-01-01 was a Thursday.
  return (((dayNumber(date) + 4) % 7) + 7) % 7
}

/** True on Saturday and Sunday. An exchange holiday counts as a weekday. */
export function isWeekend(date: IsoDate): boolean {
  const day = weekday(date)
  return day === SATURDAY || day === SUNDAY
}
