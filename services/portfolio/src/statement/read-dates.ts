import type { DateOrder } from '@callwright/contracts'
import { type IsoDate, isCalendarDay, usDate } from '@callwright/scoring'

/**
 * A date as a spreadsheet or broker writes it: either unambiguous, or with two numbers that could each be the month.
 */
type WrittenDay = { readonly day: string } | { readonly first: number; readonly second: number; readonly year: number }

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const DIGITS_ONLY = /^(20\d{2})(\d{2})(\d{2})$/
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/
const MONTH_IN_THE_MIDDLE = /^(\d{1,2})[ -]([a-z]{3})[a-z]*\.?[ -](\d{4}|\d{2})$/i
const MONTH_NAME_FIRST = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4}|\d{2})$/i

/**
 * Detects the order of day and month from all cells of a file. `open` means that every cell is ambiguous, like
 * `11/10/2026`.
 */
export function detectDateOrder(cells: Iterable<string>): DateOrder | 'open' | 'contradictory' | null {
  const found = { day_first: false, month_first: false, open: false }
  for (const cell of cells) {
    const written = readWritten(cell)
    if (written === null || 'day' in written || written.first === written.second) continue
    if (written.first > 12) found.day_first = true
    else if (written.second > 12) found.month_first = true
    else found.open = true
  }
  if (found.day_first && found.month_first) return 'contradictory'
  if (found.day_first) return 'day_first'
  if (found.month_first) return 'month_first'
  return found.open ? 'open' : null
}

/** Converts a date to `YYYY-MM-DD`. Text that isn't a readable date is returned unchanged. */
export function readDay(cell: string, order: DateOrder): string {
  const written = readWritten(cell)
  if (written === null) return cell
  if ('day' in written) return written.day
  const { first, second, year } = written
  return order === 'month_first' ? toIso(year, first, second) : toIso(year, second, first)
}

const ZONED =
  /^(?<date>.+?)[T,; ] ?(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d+)?)? ?(?<half>[AP]M)? ?(?:Z|GMT|UTC)?(?<offset>(?<=Z|GMT|UTC)|[+-]\d{1,2}(?::?\d{2})?)$/i

/**
 * Milliseconds of a time that names its offset from UTC, as in `2026-08-21T16:20:00-0400` or `01/12/2026 09:45 GMT+08:00`;
 * null if it names none. `readDate` reads the date in the form of the file.
 */
export function readInstant(text: string, readDate: (cell: string) => IsoDate): number | null {
  const { date, hour, minute, second = '0', half, offset } = ZONED.exec(text.trim())?.groups ?? {}
  if (date === undefined || hour === undefined || minute === undefined || offset === undefined) return null
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0)
  const [, sign, ahead = '0', aheadMinutes = '0'] = /^([+-])(\d{1,2}?):?(\d{2})?$/.exec(offset) ?? []
  const east = (sign === '-' ? -1 : 1) * (Number(ahead) * 60 + Number(aheadMinutes))
  const seconds = (hours * 60 + Number(minute) - east) * 60 + Number(second)
  return Date.parse(`${readDate(date)}T00:00:00Z`) + seconds * 1_000
}

/** Formats a date for a sentence: "Nov 10, 2026". Text that isn't a valid date is returned unchanged. */
export function describeDay(cell: string, order: DateOrder): string {
  const day = readDay(cell, order)
  return isCalendarDay(day) ? usDate(day) : day
}

/** Whether the date changes with the order in which day and month are read. */
export function hasTwoReadings(cell: string): boolean {
  const written = readWritten(cell)
  return written !== null && 'first' in written && written.first !== written.second
}

function readWritten(cell: string): WrittenDay | null {
  const yearFirst = YEAR_FIRST.exec(cell)
  if (yearFirst !== null) return { day: toIso(Number(yearFirst[1]), Number(yearFirst[3]), Number(yearFirst[4])) }
  const digits = DIGITS_ONLY.exec(cell)
  if (digits !== null) return { day: digits.slice(1).join('-') }
  const named = readNamedMonth(cell)
  if (named !== null) return named
  const [, first, mark, second, year] = YEAR_LAST.exec(cell) ?? []
  if (first === undefined || year === undefined) return null
  const numbers = { first: Number(first), second: Number(second), year: readYear(year) }
  // In dates written with periods, the day always comes first.
  return mark === '.' ? { day: toIso(numbers.year, numbers.second, numbers.first) } : numbers
}

function readNamedMonth(cell: string): WrittenDay | null {
  const [, dayBefore, monthAfter, yearAfter] = MONTH_IN_THE_MIDDLE.exec(cell) ?? []
  const [, monthBefore, dayAfter, yearLast] = MONTH_NAME_FIRST.exec(cell) ?? []
  const month = MONTHS.indexOf((monthAfter ?? monthBefore ?? '').toLowerCase()) + 1
  const year = yearAfter ?? yearLast
  return month === 0 || year === undefined ? null : { day: toIso(readYear(year), month, Number(dayBefore ?? dayAfter)) }
}

const readYear = (year: string): number => (year.length === 2 ? 2_000 : 0) + Number(year)

const toIso = (year: number, month: number, day: number): string =>
  [String(year), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
