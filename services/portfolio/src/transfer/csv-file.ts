import {
  type CsvSeparator,
  type DateOrder,
  type DecimalSign,
  dateOrders,
  decimalSigns,
  detectNumberForm,
  type ImportQuestion,
  MAX_POSITIONS,
  readTypedNumber,
} from '@callwright/contracts'
import Papa from 'papaparse'
import { unreadableCsv } from '../errors.ts'
import { detectDateOrder, hasTwoReadings, readDay } from './read-dates.ts'

/** The CSV columns that hold a position's terms. An import reads no others. */
export const termColumns = [
  'id',
  'ticker',
  'entry_date',
  'expiry_date',
  'strike_price',
  'entry_premium',
  'entry_price',
  'contracts',
  'notes',
] as const
export type TermColumn = (typeof termColumns)[number]

export const optionalColumns: readonly TermColumn[] = ['id', 'contracts', 'notes']

// Text that a spreadsheet would run as a formula, including full-width characters and any number of leading
// apostrophes.
const RUNS_AS_FORMULA = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/
const QUOTED = /^'+[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** The export puts an apostrophe before such text; `unquote` removes exactly that one. */
export { RUNS_AS_FORMULA }

export const unquote = (cell: string): string => (QUOTED.test(cell) ? cell.slice(1) : cell)

/** One row of a CSV text, with unparsed cells. Missing cells are empty, and so are the cells of missing columns. */
export interface CsvRow {
  /** Line number in the text; the header is line 1. */
  readonly line: number
  readonly cells: Readonly<Record<TermColumn, string>>
}

export interface CsvTable {
  readonly separator: CsvSeparator
  readonly rows: readonly CsvRow[]
  /** Rows that don't match the header, so that their cells belong to unknown columns. */
  readonly misshapen: readonly { readonly line: number; readonly reason: string }[]
  readonly ignored: readonly string[]
}

interface Line {
  readonly line: number
  readonly cells: readonly string[]
}

/** Reads the rows of a CSV text with a header line. Throws `unreadable_csv`. */
export function readCsv(csv: string, wanted?: CsvSeparator): CsvTable {
  // Papa strips the byte order mark, which would shift its character counts.
  const text = csv.replace(/^\uFEFF/, '')
  const separator = wanted ?? findSeparator(text)
  const [header, ...lines] = readLines(text, marks[separator])
  if (header === undefined) throw unreadableCsv('The text has no header line.')
  const names = header.cells.map((cell) => cell.trim().toLowerCase().replace(/\s+/g, '_'))
  requireColumns(names)
  if (lines.length > MAX_POSITIONS) throw unreadableCsv(`At most ${MAX_POSITIONS} rows can be imported at once.`)
  const findMisfit = createShapeCheck(names, separator)
  const rows: CsvRow[] = []
  const misshapen: { line: number; reason: string }[] = []
  for (const row of lines) {
    const reason = findMisfit(row)
    if (reason === null) rows.push({ line: row.line, cells: pickCells(names, row.cells) })
    else misshapen.push({ line: row.line, reason })
  }
  const ignored = names.filter((name) => name !== '' && !termColumns.some((column) => column === name))
  return { separator, rows, misshapen, ignored }
}

const marks: Readonly<Record<CsvSeparator, string>> = { comma: ',', semicolon: ';', tab: '\t', bar: '|' }

/** Finds the header's first separator that is not inside quotes. */
function findSeparator(text: string): CsvSeparator {
  let isQuoted = false
  for (const character of text.trimStart()) {
    if (character === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (character === '\n') break
    for (const separator of ['comma', 'semicolon', 'tab', 'bar'] as const) {
      if (marks[separator] === character) return separator
    }
  }
  return 'comma'
}

function readLines(csv: string, delimiter: string): Line[] {
  const lines: Line[] = []
  let line = 1
  let read = 0
  Papa.parse<string[]>(csv, {
    delimiter,
    step: ({ data, meta }) => {
      if (data.some((cell) => cell.trim() !== '')) lines.push({ line, cells: data })
      line += csv.slice(read, meta.cursor).split('\n').length - 1
      read = meta.cursor
    },
  })
  return lines
}

function requireColumns(names: readonly string[]): void {
  const doubled = termColumns.filter((column) => names.indexOf(column) !== names.lastIndexOf(column))
  if (doubled.length > 0) throw unreadableCsv(`The header has the column ${doubled.join(', ')} twice.`)
  const lacking = termColumns.filter((column) => !names.includes(column) && !optionalColumns.includes(column))
  if (lacking.length > 0) throw unreadableCsv(`The header is missing ${lacking.join(', ')}.`)
}

const count = (cells: number) => `${cells} ${cells === 1 ? 'cell' : 'cells'}`

/**
 * Returns a check that explains why a row doesn't match the header: an unquoted comma inside a number, for example,
 * would shift all cells after it. A row may end with empty cells and may lack optional columns at the end.
 */
function createShapeCheck(names: readonly string[], separator: CsvSeparator) {
  const width = names.findLastIndex((name) => name !== '') + 1
  const required = termColumns.filter((column) => !optionalColumns.includes(column))
  const fewest = Math.max(...required.map((column) => names.indexOf(column))) + 1
  const advice =
    separator === 'comma'
      ? 'Put numbers with thousands commas in quotes.'
      : `Put cells that contain a ${separator === 'bar' ? 'vertical bar' : separator} in quotes.`
  return ({ line, cells }: Line): string | null => {
    const filled = cells.findLastIndex((cell) => cell.trim() !== '') + 1
    if (filled > width) return `Line ${line} has ${count(filled)}; the header has ${width}. ${advice}`
    return cells.length < fewest ? `Line ${line} has ${count(cells.length)}; the header has ${width}.` : null
  }
}

function pickCells(names: readonly string[], cells: readonly string[]): CsvRow['cells'] {
  const pick = (column: TermColumn) => unquote((cells[names.indexOf(column)] ?? '').trim())
  return {
    id: pick('id'),
    ticker: pick('ticker'),
    entry_date: pick('entry_date'),
    expiry_date: pick('expiry_date'),
    strike_price: pick('strike_price'),
    entry_premium: pick('entry_premium'),
    entry_price: pick('entry_price'),
    contracts: pick('contracts'),
    notes: pick('notes'),
  }
}

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
