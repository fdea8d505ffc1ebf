import {
  addDays,
  daysBetween,
  type IsoDate,
  isCalendarDay,
  isThirdFriday,
  optionExpirationFor,
} from '@callwright/scoring'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const FRIDAY = 5

export const monthNumber = (name: string | undefined) => MONTHS.indexOf((name ?? '').slice(0, 3)) + 1
const yearOf = (day: IsoDate) => Number(day.slice(0, 4))
const monthOf = (day: IsoDate) => Number(day.slice(5, 7))

/** Null if there is no such date. */
export function buildDay(year: number, month: number, day: number): IsoDate | null {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isCalendarDay(date) ? date : null
}

/** The date in the given year, or else its next occurrence. */
export function nextDay(month: number, day: number, year: string | undefined, today: IsoDate): IsoDate | null {
  if (year !== undefined) return buildDay(Number(year.padStart(4, '20')), month, day)
  const date = buildDay(yearOf(today), month, day)
  return date !== null && date < today ? buildDay(yearOf(today) + 1, month, day) : date
}

/** The next date with this day of the month, as in "the 18th". */
export function nextDayOfMonth(day: number, today: IsoDate): IsoDate | null {
  for (let ahead = 0; ahead < 3; ahead += 1) {
    const month = monthOf(today) + ahead
    const found = buildDay(yearOf(today) + Math.floor((month - 1) / 12), ((month - 1) % 12) + 1, day)
    if (found !== null && found > today) return found
  }
  return null
}

const fridaysOf = (year: number, month: number): IsoDate[] =>
  Array.from({ length: 31 }, (_, index) => buildDay(year, month, index + 1)).filter(
    (day): day is IsoDate => day !== null && weekdayNumber(day) === FRIDAY,
  )

/** The first to fifth Friday of a month, or the trading day before it. */
export function fridayOfMonth(count: number, month: number, year: string | undefined, today: IsoDate): IsoDate | null {
  const years = year === undefined ? [yearOf(today), yearOf(today) + 1] : [Number(year.padStart(4, '20'))]
  const days = years.flatMap((one) => fridaysOf(one, month).slice(count - 1, count)).map(optionExpirationFor)
  return days.find((day) => day >= today) ?? null
}

type PartOfMonth = 'early' | 'mid' | 'late' | 'standard'

/** The third, first or last Friday of a month, or the trading day before it if that Friday is a holiday. */
export function expirationOfMonth(
  month: number,
  year: string | undefined,
  today: IsoDate,
  part: PartOfMonth = 'standard',
): IsoDate | null {
  const years = year === undefined ? [yearOf(today), yearOf(today) + 1] : [Number(year.padStart(4, '20'))]
  for (const one of years) {
    const fridays = fridaysOf(one, month)
    const friday =
      part === 'early'
        ? fridays.find((day) => optionExpirationFor(day) === day)
        : part === 'late'
          ? fridays.at(-1)
          : fridays.find(isThirdFriday)
    if (friday !== undefined && optionExpirationFor(friday) >= today) return optionExpirationFor(friday)
  }
  return null
}

/** The next standard monthly expiration, which may be today, after skipping `after` of them. */
export function monthlyExpiration(today: IsoDate, after = 0): IsoDate | null {
  const [year, month] = [yearOf(today), monthOf(today)]
  const days = Array.from({ length: after + 3 }, (_, ahead) => {
    const number = month + ahead
    const friday = fridaysOf(year + Math.floor((number - 1) / 12), ((number - 1) % 12) + 1).find(isThirdFriday)
    return friday === undefined ? null : optionExpirationFor(friday)
  })
  return days.filter((day): day is IsoDate => day !== null && day >= today)[after] ?? null
}

/** The next standard expiration of March, June, September or December. */
export const quarterlyExpiration = (today: IsoDate) =>
  [0, 1, 2, 3].map((after) => monthlyExpiration(today, after)).find((day) => day !== null && monthOf(day) % 3 === 0) ??
  null

/** The standard expiration of the month that is `ahead` months from now. */
export function monthlyExpirationOf(today: IsoDate, ahead: number): IsoDate | null {
  const number = monthOf(today) + ahead - 1
  const year = yearOf(today) + Math.floor(number / 12)
  return expirationOfMonth((number % 12) + 1, String(year), today)
}

/** Last calendar day of the month that is `ahead` months from now. */
export function lastDayOfMonth(today: IsoDate, ahead = 0): IsoDate {
  const number = monthOf(today) + ahead
  const first = buildDay(yearOf(today) + Math.floor(number / 12), (number % 12) + 1, 1)
  return addDays(first ?? today, -1)
}

export const firstDayOfMonth = (day: IsoDate): IsoDate => `${day.slice(0, 7)}-01`

export const lastDayOfYear = (today: IsoDate): IsoDate => `${today.slice(0, 4)}-12-31`

function weekdayNumber(date: IsoDate): number {
  // 2023-01-01 was a Sunday.
  return ((daysBetween('2023-01-01', date) % 7) + 7) % 7
}

/** On a weekend, the week to come is both this one and the next. */
const isWeekend = (date: IsoDate) => weekdayNumber(date) % 6 === 0
export const weeksToNext = (today: IsoDate) => (isWeekend(today) ? 0 : 1)

/** The Friday of the week that is `weeks` weeks from now. */
export const fridayOf = (today: IsoDate, weeks = 0) =>
  addDays(today, ((FRIDAY - weekdayNumber(today) + 7) % 7) + 7 * weeks)

/** The next date on this weekday, which may be today. */
export const comingWeekday = (name: string | undefined, today: IsoDate) =>
  addDays(today, (WEEKDAYS.indexOf(name ?? '') - weekdayNumber(today) + 7) % 7)
