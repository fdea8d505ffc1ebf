import {
  type DateOrder,
  type DecimalSign,
  dateOrders,
  decimalSigns,
  detectNumberForm,
  type ImportQuestion,
  readTypedNumber,
} from '@callwright/contracts'
import { unreadableCsv } from '../errors.ts'
import type { CsvRow, CsvTable } from './read-csv.ts'
import { detectDateOrder, hasTwoReadings, readDay } from './read-dates.ts'

/** Format of a file's numbers and dates; null where it is ambiguous. */
export interface FileForm {
  readonly decimal: DecimalSign | null
  readonly dates: DateOrder | null
  readonly questions: readonly ImportQuestion[]
}

export interface WantedForm {
  readonly decimal: DecimalSign | undefined
  readonly dates: DateOrder | undefined
}

export const amountColumns = ['strike_price', 'entry_premium', 'entry_price', 'contracts'] as const
export type AmountColumn = (typeof amountColumns)[number]
export const dayColumns = ['entry_date', 'expiry_date'] as const
export type DayColumn = (typeof dayColumns)[number]

interface Cell {
  readonly line: number
  readonly text: string
}

const listCells = (rows: readonly CsvRow[], columns: readonly (AmountColumn | DayColumn)[]): Cell[] =>
  rows.flatMap(({ line, cells }) => columns.map((column) => ({ line, text: cells[column] })))

/**
 * Detects the format from all cells together, never from one cell (D63). Returns a question for each ambiguity. Throws
 * `unreadable_csv` if cells contradict each other.
 */
export function findFileForm({ rows, separator }: CsvTable, wanted: WantedForm): FileForm {
  const amounts = listCells(rows, amountColumns)
  const days = listCells(rows, dayColumns)
  const decimal = wanted.decimal ?? findDecimal(amounts, separator === 'semicolon')
  const dates = wanted.dates ?? findDates(days)
  const questions = [...(decimal === null ? askDecimal(amounts) : []), ...(dates === null ? askDates(days) : [])]
  return { decimal, dates, questions }
}

function findDecimal(amounts: readonly Cell[], isForeign: boolean): DecimalSign | null {
  const texts = amounts.map(({ text }) => text)
  // Where the comma is the decimal sign, spreadsheets separate cells with semicolons.
  const form = detectNumberForm(texts, { pointIsUsual: !isForeign })
  if (form === 'contradictory') {
    const [point, comma] = decimalSigns.map((sign) => amounts.find(({ text }) => isOnly(text, sign)))
    throw unreadableCsv(
      `Line ${point?.line} has ${point?.text} with a decimal point and line ${comma?.line} has ${comma?.text} with a ` +
        'decimal comma. Use one decimal sign in the whole file.',
    )
  }
  return form === 'ambiguous' ? null : form
}

const readAs = (text: string, sign: DecimalSign): number | null => {
  const read = readTypedNumber(text, sign)
  if ('value' in read) return read.value
  return read.problem === 'negative' ? read.amount : null
}

const isOnly = (text: string, sign: DecimalSign): boolean =>
  readAs(text, sign === 'point' ? 'comma' : 'point') === null && readAs(text, sign) !== null

export const hasTwoAmounts = (text: string): boolean => {
  const [point, comma] = decimalSigns.map((sign) => readAs(text, sign))
  return point !== null && comma !== null && point !== comma
}

function askDecimal(amounts: readonly Cell[]): ImportQuestion[] {
  const open = amounts.find(({ text }) => hasTwoAmounts(text))
  if (open === undefined) return []
  const readings = decimalSigns.map((answer) => ({ answer, reading: String(readAs(open.text, answer)) }))
  return [{ field: 'decimal', ...open, readings }]
}

function findDates(days: readonly Cell[]): DateOrder | null {
  const order = detectDateOrder(days.map(({ text }) => text))
  if (order === 'contradictory') {
    throw unreadableCsv(
      'Some dates have the day first and some the month first. Use the form YYYY-MM-DD for all dates.',
    )
  }
  return order === 'open' ? null : order
}

function askDates(days: readonly Cell[]): ImportQuestion[] {
  const open = days.find(({ text }) => hasTwoReadings(text))
  if (open === undefined) return []
  const readings = dateOrders.map((answer) => ({ answer, reading: readDay(open.text, answer) }))
  return [{ field: 'dates', ...open, readings }]
}
