import { type CsvSeparator, MAX_POSITIONS } from '@callwright/contracts'
import { unreadableCsv } from '../errors.ts'
import { type Cell, detectForm, type FileForm, type WantedForm } from '../statement/dialect.ts'
import { readLinesInThread } from '../statement/read-in-thread.ts'
import { countCells, describeTooMany, findSeparator, type Line, readLines, unquote } from '../statement/reader.ts'

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

/** Reads the rows of a CSV text with a header line. Throws `unreadable_csv`. */
export async function readCsv(csv: string, wanted?: CsvSeparator): Promise<CsvTable> {
  const separator = wanted ?? findSeparator(csv)
  const most = MAX_POSITIONS + 2
  const [header, ...lines] = await readLinesInThread({ csv, separator, most })
  if (header === undefined) throw unreadableCsv('The text has no header line.')
  const names = header.cells.map(toColumnName)
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

const MOST_LACKING = 2

/** Whether the first line has most of the columns of a position, so that what it lacks is a mistake to report. */
export function isPositionFile(csv: string): boolean {
  const [header] = readLines(csv, findSeparator(csv), 1)
  const names = new Set(header?.cells.map(toColumnName) ?? [])
  const lacking = termColumns.filter((column) => !optionalColumns.includes(column) && !names.has(column))
  return names.has('ticker') && lacking.length <= MOST_LACKING
}

const toColumnName = (cell: string): string => cell.trim().toLowerCase().replace(/\s+/g, '_')

function requireColumns(names: readonly string[]): void {
  const doubled = termColumns.filter((column) => names.indexOf(column) !== names.lastIndexOf(column))
  if (doubled.length > 0) throw unreadableCsv(`The header has the column ${doubled.join(', ')} twice.`)
  const lacking = termColumns.filter((column) => !names.includes(column) && !optionalColumns.includes(column))
  if (lacking.length > 0) throw unreadableCsv(`The header is missing ${lacking.join(', ')}.`)
}

/**
 * Returns a check that explains why a row doesn't match the header: an unquoted comma inside a number, for example,
 * would shift all cells after it. A row may end with empty cells and may lack optional columns at the end.
 */
function createShapeCheck(names: readonly string[], separator: CsvSeparator) {
  const width = names.findLastIndex((name) => name !== '') + 1
  const required = termColumns.filter((column) => !optionalColumns.includes(column))
  const fewest = Math.max(...required.map((column) => names.indexOf(column))) + 1
  return (line: Line): string | null => {
    const tooMany = describeTooMany(line, width, separator)
    if (tooMany !== null || line.cells.length >= fewest) return tooMany
    return `Line ${line.line} has ${countCells(line.cells.length)}; the header has ${width}.`
  }
}

// A spreadsheet writes a long number like this, which loses its last digits.
const EXPONENT = /^\d([.,]\d+)?E\+\d+$/i

/** The id of a row; empty if a spreadsheet destroyed it, so that the row is found by its terms. */
const readId = (text: string): string => (EXPONENT.test(text) ? '' : text)

function pickCells(names: readonly string[], cells: readonly string[]): CsvRow['cells'] {
  const pick = (column: TermColumn) => unquote((cells[names.indexOf(column)] ?? '').trim())
  return {
    id: readId(pick('id')),
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

export const amountColumns = ['strike_price', 'entry_premium', 'entry_price', 'contracts'] as const
export type AmountColumn = (typeof amountColumns)[number]
export const dayColumns = ['entry_date', 'expiry_date'] as const
export type DayColumn = (typeof dayColumns)[number]

const listCells = (rows: readonly CsvRow[], columns: readonly (AmountColumn | DayColumn)[]): Cell[] =>
  rows.flatMap(({ line, cells }) => columns.map((column) => ({ line, text: cells[column] })))

/** Detects the format of a file's numbers and dates. Throws `unreadable_csv` if cells contradict each other. */
export function findFileForm({ rows, separator }: CsvTable, wanted: WantedForm): FileForm {
  // Where the comma is the decimal sign, spreadsheets separate cells with semicolons.
  const pointIsUsual = separator !== 'semicolon'
  return detectForm(
    { amounts: listCells(rows, amountColumns), days: listCells(rows, dayColumns), pointIsUsual },
    wanted,
  )
}
