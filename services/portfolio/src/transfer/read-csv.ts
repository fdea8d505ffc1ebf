import { type CsvSeparator, MAX_POSITIONS } from '@callwright/contracts'
import Papa from 'papaparse'
import { unreadableCsv } from '../errors.ts'
import { optionalColumns, type TermColumn, termColumns, unquote } from './columns.ts'

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
