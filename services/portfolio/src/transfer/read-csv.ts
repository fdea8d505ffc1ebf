import { createHash } from 'node:crypto'
import { MAX_POSITIONS } from '@callwright/contracts'
import Papa from 'papaparse'
import { unreadableCsv } from '../errors.ts'
import { optionalColumns, type TermColumn, termColumns, unquote } from './columns.ts'

/** A row of the text as a client would send it; what cannot be read stands as it was written. */
export interface CsvRow {
  /** Of the text, the header being line 1. */
  readonly line: number
  readonly position: Readonly<Record<string, unknown>>
}

export interface CsvPositions {
  readonly rows: readonly CsvRow[]
  /** Columns that say nothing of a position. */
  readonly ignored: readonly string[]
}

interface Line {
  readonly line: number
  readonly cells: readonly string[]
}

/** The positions of a CSV text with a header line. Throws `unreadable_csv`. */
export function readCsv(csv: string): CsvPositions {
  // Papa leaves out the mark of the byte order, and would count its characters differently.
  const [header, ...lines] = readLines(csv.replace(/^\uFEFF/, ''))
  if (header === undefined) throw unreadableCsv('The text holds no header line.')
  const names = header.cells.map((cell) => cell.trim().toLowerCase().replace(/\s+/g, '_'))
  requireColumns(names)
  if (lines.length > MAX_POSITIONS) throw unreadableCsv(`At most ${MAX_POSITIONS} rows can be imported at once.`)
  const seen = new Map<string, number>()
  const rows = lines.map(({ line, cells }) => {
    const cellOf = (column: TermColumn) => unquote((cells[names.indexOf(column)] ?? '').trim())
    const terms = readTerms(cellOf)
    const id = cellOf('id') || nameByContent(terms, seen)
    return { line, position: { id, ...terms } }
  })
  const ignored = names.filter((name) => name !== '' && !termColumns.some((column) => column === name))
  return { rows, ignored }
}

function readLines(csv: string): Line[] {
  const lines: Line[] = []
  let line = 1
  let read = 0
  Papa.parse<string[]>(csv, {
    delimiter: csv.split('\n', 1)[0]?.includes(';') ? ';' : ',',
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
  if (doubled.length > 0) throw unreadableCsv(`The column ${doubled.join(', ')} stands in the header twice.`)
  const lacking = termColumns.filter((column) => !names.includes(column) && !optionalColumns.includes(column))
  if (lacking.length > 0) throw unreadableCsv(`The header lacks ${lacking.join(', ')}.`)
}

function readTerms(cellOf: (column: TermColumn) => string) {
  const contracts = cellOf('contracts')
  const notes = cellOf('notes')
  return {
    ticker: cellOf('ticker'),
    entry_date: cellOf('entry_date'),
    expiry_date: cellOf('expiry_date'),
    strike_price: readFigure(cellOf('strike_price')),
    entry_premium: readFigure(cellOf('entry_premium')),
    entry_price: readFigure(cellOf('entry_price')),
    ...(contracts === '' ? {} : { contracts: readFigure(contracts) }),
    ...(notes === '' ? {} : { notes }),
  }
}

const FIGURE = /^\$?(\d{1,12}|\d{1,3}(,\d{3})+)(\.\d{1,12})?$/

/** A number as people write it in dollars; any other text stays text, and is refused as such. */
function readFigure(cell: string): number | string {
  return FIGURE.test(cell) ? Number(cell.replace(/[$,]/g, '')) : cell
}

const DIGEST_LENGTH = 24

/** An id that is the same whenever the same text is imported; of equal rows the second has one of its own. */
function nameByContent(terms: object, seen: Map<string, number>): string {
  const digest = createHash('sha256').update(JSON.stringify(terms)).digest('base64url').slice(0, DIGEST_LENGTH)
  const count = (seen.get(digest) ?? 0) + 1
  seen.set(digest, count)
  return `csv-${digest}${count === 1 ? '' : `-${count}`}`
}
