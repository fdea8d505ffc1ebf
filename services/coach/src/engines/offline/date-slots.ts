import {
  addDays,
  daysBetween,
  earlyCloses,
  type IsoDate,
  isCalendarDay,
  isThirdFriday,
  marketHolidays,
  optionExpirationFor,
} from '@callwright/scoring'
import type { Range, Scanner } from './scanner.ts'

export interface DateSlots {
  /** A calendar day that is named, or the expiration of a week or a month that is. */
  readonly date: IsoDate | null
  /** Calendar days from today. */
  readonly days: Range | null
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const WEEKDAY = `(${WEEKDAYS.join('|')})`
const FRIDAY = 5

type Reader = readonly [pattern: RegExp, read: (match: RegExpExecArray, today: IsoDate) => IsoDate | null]

const readers: readonly Reader[] = [
  [/\b(\d{4})-(\d{2})-(\d{2})\b/u, ([, year, month, day]) => buildDate(Number(year), Number(month), Number(day))],
  [
    new RegExp(
      `\\b${MONTH}\\.?\\s+([0-3]?\\d)(?!\\d)(?:st|nd|rd|th)?\\b(?!\\s?(?:strikes?\\b|%))(?:,?\\s+(20\\d{2}))?`,
      'u',
    ),
    ([, month, day, year], today) => nextDate(monthNumber(month), Number(day), year, today),
  ],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH}\\b(?:,?\\s+(20\\d{2}))?`, 'u'),
    ([, day, month, year], today) => nextDate(monthNumber(month), Number(day), year, today),
  ],
  [
    /(?<![\d/.])(0?[1-9]|1[0-2])\/([0-2]?\d|3[01])(?:\/(20\d{2}|\d{2}))?(?![\d/.])/u,
    ([, month, day, year], today) =>
      nextDate(Number(month), Number(day), year === undefined ? year : year.padStart(4, '20'), today),
  ],
  [
    new RegExp(
      `(?:\\b(?:in|to|for|by|of|the|about|and|or|expiry|expiring|expires|expiration|exp|next|this) |^)${MONTH}\\b(?! i\\b)(?:\\s+(20\\d{2}))?`,
      'u',
    ),
    ([, month, year], today) => monthlyExpiration(monthNumber(month), year, today),
  ],
  [
    new RegExp(
      `\\b${MONTH}(?:\\s+(20\\d{2}))? (?=expir|monthl|calls?\\b|options?\\b|contracts?\\b|chain|strikes?\\b)`,
      'u',
    ),
    ([, month, year], today) => monthlyExpiration(monthNumber(month), year, today),
  ],
  [/\bday after tomorrow\b/u, (_match, today) => addDays(today, 2)],
  [/\btomorrow\b/u, (_match, today) => addDays(today, 1)],
  [/\btoday\b|\bright now\b/u, (_match, today) => today],
  [/\bnext week\b/u, (_match, today) => optionExpirationFor(addDays(fridayOf(today), 7))],
  [/\bthis week\b|\bweekly\b|\bweeklies\b/u, (_match, today) => optionExpirationFor(fridayOf(today))],
  [
    new RegExp(`\\bnext ${WEEKDAY}\\b`, 'u'),
    ([, name], today) =>
      addDays(comingWeekday(name, today), daysBetween(today, comingWeekday(name, today)) < 7 ? 7 : 0),
  ],
  [new RegExp(`\\b(?:this |coming |on )?${WEEKDAY}\\b`, 'u'), ([, name], today) => comingWeekday(name, today)],
]

const holidayWords: readonly (readonly [RegExp, RegExp])[] = [
  [/\bblack friday\b|\bfriday after thanksgiving\b|\bday after thanksgiving\b/u, /^Day after Thanksgiving$/u],
  [/\bthanksgiving\b/u, /^Thanksgiving/u],
  [/\bchristmas eve\b/u, /^Christmas Eve$/u],
  [/\bchristmas\b|\bxmas\b/u, /^Christmas Day$/u],
  [/\bnew year'?s?(?: day)?\b/u, /^New Year/u],
  [/\bmlk\b|\bmartin luther king\b/u, /^Martin/u],
  [/\bpresident'?s'? day\b|\bwashington'?s birthday\b/u, /^Washington/u],
  [/\bgood friday\b/u, /^Good Friday$/u],
  [/\bmemorial day\b/u, /^Memorial/u],
  [/\bjuneteenth\b/u, /^Juneteenth$/u],
  [/\bindependence day\b|\bfourth of july\b|\b4th of july\b|\bjuly 4(?:th)?\b/u, /^Independence Day$/u],
  [/\blabor day\b/u, /^Labor/u],
]

/** The day or days a text names, told from today in New York; holidays by the exchange's calendar. */
export function takeDates(scanner: Scanner, today: IsoDate): DateSlots {
  const date = takeHoliday(scanner, today) ?? takeDay(scanner, today)
  return { date, days: date === null ? takeSpokenDays(scanner) : null }
}

function takeHoliday(scanner: Scanner, today: IsoDate): IsoDate | null {
  const year = Number(today.slice(0, 4))
  for (const [said, named] of holidayWords) {
    if (scanner.take(said) === null) continue
    const days = [year, year + 1].flatMap((one) => [...marketHolidays(one), ...earlyCloses(one)])
    return days.find(({ date, name }) => date >= today && named.test(name))?.date ?? null
  }
  return null
}

function takeDay(scanner: Scanner, today: IsoDate): IsoDate | null {
  for (const [pattern, read] of readers) {
    const match = scanner.take(pattern)
    if (match !== null) return read(match, today)
  }
  return null
}

const point = (days: number): Range => ({ least: days, most: days, isPoint: true })
const DAYS_OF = { week: 7, month: 30 } as const

/** Days said in weeks and months. */
function takeSpokenDays(scanner: Scanner): Range | null {
  const counted = scanner.take(/\b(\d+)(?:\s?(?:-|to|or)\s?(\d+))?[\s-](week|month)s?\b/u)
  if (counted !== null) {
    const unit = DAYS_OF[counted[3] === 'week' ? 'week' : 'month']
    const least = Number(counted[1]) * unit
    return counted[2] === undefined ? point(least) : { least, most: Number(counted[2]) * unit, isPoint: false }
  }
  if (scanner.take(/\bcouple of weeks\b|\bfortnight\b/u) !== null) return point(14)
  if (scanner.take(/\b(?:a|one|next) month\b|\bmonth out\b|\bmonth away\b|\bmonthly\b|\bmonthlies\b/u) !== null)
    return point(30)
  return scanner.take(/\b(?:a|one) week\b|\bweek out\b/u) === null ? null : point(7)
}

const monthNumber = (name: string | undefined) => MONTHS.indexOf((name ?? '').slice(0, 3)) + 1

function buildDate(year: number, month: number, day: number): IsoDate | null {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isCalendarDay(date) ? date : null
}

/** In the year that is named, else the next time that it comes. */
function nextDate(month: number, day: number, year: string | undefined, today: IsoDate): IsoDate | null {
  if (year !== undefined) return buildDate(Number(year), month, day)
  const thisYear = Number(today.slice(0, 4))
  const date = buildDate(thisYear, month, day)
  return date !== null && date < today ? buildDate(thisYear + 1, month, day) : date
}

/** The standard expiration of a month: its third Friday, or the trading day before. */
function monthlyExpiration(month: number, year: string | undefined, today: IsoDate): IsoDate | null {
  const thisYear = Number(today.slice(0, 4))
  const years = year === undefined ? [thisYear, thisYear + 1] : [Number(year)]
  for (const one of years) {
    const friday = [15, 16, 17, 18, 19, 20, 21]
      .map((day) => buildDate(one, month, day))
      .find((day) => day !== null && isThirdFriday(day))
    if (friday != null && optionExpirationFor(friday) >= today) return optionExpirationFor(friday)
  }
  return null
}

function weekdayNumber(date: IsoDate): number {
  // A Sunday to count from.
  return ((daysBetween('2023-01-01', date) % 7) + 7) % 7
}

const fridayOf = (today: IsoDate) => addDays(today, (FRIDAY - weekdayNumber(today) + 7) % 7)

const comingWeekday = (name: string | undefined, today: IsoDate) =>
  addDays(today, (WEEKDAYS.indexOf(name ?? '') - weekdayNumber(today) + 7) % 7)
