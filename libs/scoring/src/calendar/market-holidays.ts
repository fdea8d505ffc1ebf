import { addDays, dayNumber, fromDayNumber, type IsoDate, weekday } from './iso-date.ts'

/** A day on which the exchange is closed or closes early, with the reason. */
export interface MarketHoliday {
  readonly date: IsoDate
  readonly name: string
}

const MONDAY = 1
const THURSDAY = 4
const FRIDAY = 5
const FIRST_YEAR = 2010
/** First day of the calendar; earlier ones throw. */
export const CALENDAR_START: IsoDate = `${FIRST_YEAR}-01-01`
const FIRST_JUNETEENTH = 2022

/**
 * A weekday as the holiday rules see it. Months and days of the month count from 1; weekdays run from 1 (Monday) to 5
 * (Friday).
 */
interface Weekday {
  readonly date: IsoDate
  readonly year: number
  readonly month: number
  readonly day: number
  readonly weekday: number
  /** MM-DD of this day. `weekendDay` is the adjacent weekend day: Saturday for a Friday, Sunday for a Monday. */
  readonly monthDay: string
  readonly weekendDay: string | null
}

interface Rule {
  readonly name: string
  readonly falls: (day: Weekday) => boolean
}

/** Matches a fixed date, observed on the Friday before if it is a Saturday and on the Monday after if it is a Sunday. */
const isObserved = (day: Weekday, monthDay: string) => day.monthDay === monthDay || day.weekendDay === monthDay

/** Matches the nth given weekday of a month, counted from 1. */
const isNth = (day: Weekday, count: number, weekdayNumber: number, month: number) =>
  day.month === month && day.weekday === weekdayNumber && Math.ceil(day.day / 7) === count

/** NYSE Rule 7.2. A Saturday New Year's Day is not observed, because that would close the last day of the year. */
const HOLIDAYS: readonly Rule[] = [
  { name: "New Year's Day", falls: (day) => isObserved(day, '01-01') && day.monthDay !== '12-31' },
  { name: 'Martin Luther King, Jr. Day', falls: (day) => isNth(day, 3, MONDAY, 1) },
  { name: "Washington's Birthday", falls: (day) => isNth(day, 3, MONDAY, 2) },
  { name: 'Good Friday', falls: (day) => day.weekday === FRIDAY && addDays(day.date, 2) === easterSunday(day.year) },
  { name: 'Memorial Day', falls: (day) => day.month === 5 && day.weekday === MONDAY && day.day > 24 },
  { name: 'Juneteenth', falls: (day) => day.year >= FIRST_JUNETEENTH && isObserved(day, '06-19') },
  { name: 'Independence Day', falls: (day) => isObserved(day, '07-04') },
  { name: 'Labor Day', falls: (day) => isNth(day, 1, MONDAY, 9) },
  { name: 'Thanksgiving Day', falls: (day) => isNth(day, 4, THURSDAY, 11) },
  { name: 'Christmas Day', falls: (day) => isObserved(day, '12-25') },
]

/** One-time closures that no rule predicts. */
const CLOSURES: ReadonlyMap<IsoDate, string> = new Map([
  ['2012-10-29', 'Hurricane Sandy'],
  ['2012-10-30', 'Hurricane Sandy'],
  ['2018-12-05', 'Mourning for President George H. W. Bush'],
  ['2025-01-09', 'Mourning for President Carter'],
])

/** Days that close at 13:00, if they are trading days. */
const EARLY_CLOSES: readonly Rule[] = [
  { name: 'Day before Independence Day', falls: (day) => day.monthDay === '07-03' },
  {
    name: 'Day after Thanksgiving',
    falls: (day) => day.month === 11 && day.weekday === FRIDAY && day.day > 22 && day.day < 30,
  },
  { name: 'Christmas Eve', falls: (day) => day.monthDay === '12-24' },
]

/**
 * Why the New York Stock Exchange is closed on a weekday; null on trading days and weekends.
 * Covers rules and closures since 2010. After the last published year, 2028, the current rules are assumed to continue;
 * closures for storms or mourning are unpredictable. Throws RangeError before 2010, when early closes followed other
 * rules, and on an invalid calendar day.
 * Source: NYSE Rule 7.2 and the exchange's yearly holiday announcements. Verified against the published lists for 2010
 * to 2028, a separate program's days to 2035, and the number of sessions in each year.
 */
export function holidayName(date: IsoDate): string | null {
  const day = readWeekday(date)
  if (day === null) return null
  return HOLIDAYS.find(({ falls }) => falls(day))?.name ?? CLOSURES.get(date) ?? null
}

/**
 * Why a trading day closes at 13:00 instead of 16:00; null if it does not. Covers the same years and throws the same
 * errors as `holidayName`.
 */
export function earlyCloseName(date: IsoDate): string | null {
  const day = readWeekday(date)
  const name = day === null ? undefined : EARLY_CLOSES.find(({ falls }) => falls(day))?.name
  return name === undefined || holidayName(date) !== null ? null : name
}

/** All weekdays of a year on which the exchange is closed, earliest first. Throws RangeError on a year before 2010. */
export function marketHolidays(year: number): MarketHoliday[] {
  return daysOfYear(year, holidayName)
}

/** All trading days of a year that close at 13:00, earliest first. Throws RangeError on a year before 2010. */
export function earlyCloses(year: number): MarketHoliday[] {
  return daysOfYear(year, earlyCloseName)
}

function daysOfYear(year: number, nameOf: (date: IsoDate) => string | null): MarketHoliday[] {
  const found: MarketHoliday[] = []
  const last = dayNumber(`${year}-12-31`)
  for (let day = dayNumber(`${year}-01-01`); day <= last; day += 1) {
    const date = fromDayNumber(day)
    const name = nameOf(date)
    if (name !== null) found.push({ date, name })
  }
  return found
}

/** A day in the form that the holiday rules take; null on a weekend. */
function readWeekday(date: IsoDate): Weekday | null {
  const number = weekday(date)
  const year = Number(date.slice(0, 4))
  if (year < FIRST_YEAR) throw new RangeError(`the exchange's calendar is known from ${FIRST_YEAR} on, got ${date}`)
  if (number < MONDAY || number > FRIDAY) return null
  const weekendDay = number === MONDAY ? addDays(date, -1) : number === FRIDAY ? addDays(date, 1) : null
  return {
    date,
    year,
    month: Number(date.slice(5, 7)),
    day: Number(date.slice(8)),
    weekday: number,
    monthDay: date.slice(5),
    weekendDay: weekendDay?.slice(5) ?? null,
  }
}

/**
 * Easter Sunday of the Gregorian calendar: the Sunday after the ecclesiastical full moon on or after March 21.
 * Source: Meeus, Astronomical Algorithms (1991), chapter 8 (the Butcher algorithm of 1876).
 */
function easterSunday(year: number): IsoDate {
  const century = Math.floor(year / 100)
  const yearOfCentury = year % 100
  const golden = year % 19
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - moonCorrection + 15) % 30
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7
  const lateMoon = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  return addDays(`${year}-03-22`, epact + toSunday - 7 * lateMoon)
}
