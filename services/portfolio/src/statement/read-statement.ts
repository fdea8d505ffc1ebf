import {
  type CsvSeparator,
  type DateOrder,
  type DecimalSign,
  readTypedNumber,
  SHARE_DECIMALS,
  type StatementMap,
} from '@callwright/contracts'
import { type IsoDate, isCalendarDay } from '@callwright/scoring'
import { type Cell, cutTime, detectForm, type FileForm } from './dialect.ts'
import { dropCanceled, dropRepeats } from './drop-lines.ts'
import { brokerFormats } from './formats/brokers.ts'
import { createMappedFormat } from './formats/mapped.ts'
import { readDay } from './read-dates.ts'
import { cleanCell, countFilled, describeTooMany, type Line, nameColumn, nameColumns } from './reader.ts'
import { findFormat, guessHeader, HEADER_WITHIN, readStatementLines, refuseMany } from './statement-lines.ts'
import { CellFault, INDEX, ignore, isIndexRoot, lineOf, type Reading, type Row, type StatementFormat } from './trade.ts'
import { UnreadableFile } from './unreadable.ts'

export interface StatementRequest {
  readonly csv: string
  readonly separator?: CsvSeparator | undefined
  readonly decimal?: DecimalSign | undefined
  readonly dates?: DateOrder | undefined
  readonly map?: StatementMap | undefined
}

/** A file whose columns no format has, for the dialog in which the user says what they mean. */
export interface UnknownColumns {
  readonly separator: CsvSeparator
  readonly line: number
  readonly header: readonly string[]
  readonly samples: readonly (readonly string[])[]
  /** Distinct texts of each column with few of them, by position. */
  readonly words: readonly (readonly string[])[]
}

export interface Statement {
  readonly format: Pick<StatementFormat, 'id' | 'broker'>
  readonly account: string | null
  readonly separator: CsvSeparator
  readonly form: FileForm
  /** Every line with text, once, in order: a trade, or why it is none. */
  readonly readings: readonly Reading[]
}

interface Table {
  readonly format: StatementFormat
  readonly columns: ReadonlyMap<string, number>
  readonly width: number
  readonly rows: readonly Line[]
}

/** Lines outside tables, and all tables. */
interface Parts {
  readonly tables: readonly Table[]
  readonly notes: readonly Reading[]
  readonly title: string
}

const MAX_SAMPLES = 5
const MAX_WORDS = 40

/**
 * Reads a broker's file into trades. Returns the columns if no format has them. Throws `unreadable_csv` if the text is no
 * table, has too many rows, or contradicts itself. Pure: runs in a worker thread too.
 */
export function readStatement(request: StatementRequest): Statement | UnknownColumns {
  const formats = request.map === undefined ? brokerFormats : [createMappedFormat(request.map)]
  const { separator, lines } = readStatementLines(request.csv, { separator: request.separator, formats })
  refuseMany(lines.length)
  const parts = splitTables(lines, formats)
  const [first] = parts.tables
  if (first === undefined) return describeColumns(lines, separator)
  const form = findForm(parts.tables, separator, request)
  const context = { separator, form }
  const read = parts.tables.flatMap((table) => readTable(table, context))
  const finishers = new Set(parts.tables.flatMap(({ format }) => format.finish ?? []))
  const finished = [...finishers].reduce<readonly Reading[]>((readings, finish) => finish(readings), read)
  const readings = [...dropRepeats(dropCanceled(finished)), ...parts.notes].toSorted((a, b) => lineOf(a) - lineOf(b))
  const { id, broker } = first.format
  return { format: { id, broker }, account: findAccount(parts.title, readings), separator, form, readings }
}

function splitTables(lines: readonly Line[], formats: readonly StatementFormat[]): Parts {
  const words = new Set(formats.flatMap(({ required }) => required.flatMap((name) => name.split('|'))))
  const tables: { format: StatementFormat; columns: Map<string, number>; width: number; rows: Line[] }[] = []
  const notes: Reading[] = []
  const title: string[] = []
  for (const [index, line] of lines.entries()) {
    const start = line.cells.find((cell) => cell.trim() !== '') ?? ''
    // A header further down is recognized by its first column, because looking at all of them takes long.
    const canBeHeader = index < HEADER_WITHIN || words.has(nameColumn(start))
    const format = canBeHeader ? findFormat(line.cells, formats) : null
    const table = tables.at(-1)
    if (format !== null) {
      tables.push({ format, columns: indexColumns(line.cells), width: countFilled(line.cells), rows: [] })
      notes.push({ kind: 'ignored', line: line.line, reason: 'The header.' })
    } else if (table === undefined) {
      title.push(line.cells.join(' '))
      notes.push({ kind: 'ignored', line: line.line, reason: 'A title or a note.' })
    } else table.rows.push(line)
  }
  return { tables, notes, title: title.join(' ') }
}

const indexColumns = (cells: readonly string[]): Map<string, number> =>
  new Map(nameColumns(cells).map(({ name }, index) => [name, index]))

function findForm(tables: readonly Table[], separator: CsvSeparator, request: StatementRequest): FileForm {
  const amounts: Cell[] = []
  const days: Cell[] = []
  for (const { format, columns, rows } of tables) {
    const pick = (names: readonly string[]) => names.flatMap((name) => columns.get(name) ?? [])
    const [amountAt, dayAt] = [pick(format.amounts), pick(format.days)]
    for (const { line, cells } of rows) {
      if (format.skip?.(cells) != null) continue
      for (const at of amountAt) amounts.push({ line, text: cleanCell(cells[at] ?? '') })
      for (const at of dayAt) days.push({ line, text: cutTime(cleanCell(cells[at] ?? '')) })
    }
  }
  // A comma file with a broker's header is as the broker wrote it; a spreadsheet may have rewritten any other.
  const isOriginal = separator === 'comma' && request.map === undefined
  const dates = tables.some(({ format }) => format.hasChosenDates) ? null : ('month_first' as const)
  const usual = isOriginal ? ({ decimal: 'point', dates } as const) : null
  return detectForm(
    { amounts, days, pointIsUsual: separator !== 'semicolon', usual },
    {
      decimal: request.decimal,
      dates: request.dates,
    },
  )
}

interface TableContext {
  readonly separator: CsvSeparator
  readonly form: FileForm
}

function readTable({ format, columns, width, rows }: Table, { separator, form }: TableContext): Reading[] {
  const read = format.open()
  return rows.map((line): Reading => {
    const skipped = format.skip?.(line.cells) ?? null
    if (skipped !== null) return { kind: 'ignored', line: line.line, reason: skipped }
    if (!line.isBroken && countTexts(line.cells) < 2)
      return { kind: 'ignored', line: line.line, reason: 'A title or a note.' }
    const tooMany = describeTooMany(line, width, separator)
    if (tooMany !== null) return { kind: 'refused', line: line.line, reason: tooMany }
    try {
      const reading = read(createRow(line, columns, form))
      return reading.kind === 'trade' ? checkTrade(reading) : reading
    } catch (error) {
      if (!(error instanceof CellFault)) throw error
      return { kind: 'refused', line: line.line, reason: error.message }
    }
  })
}

/** Characters of a cell that is read; brokers' longest descriptions have some hundred. */
const MAX_CELL = 2_000

const countTexts = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== '').length

function createRow(line: Line, columns: ReadonlyMap<string, number>, form: FileForm): Row {
  const text = (...names: string[]): string => {
    for (const name of names) {
      const at = columns.get(name)
      const cell = at === undefined ? '' : cleanCell(line.cells[at] ?? '')
      if (cell.length > MAX_CELL) throw new CellFault(`A cell has more than ${MAX_CELL} characters.`)
      if (cell !== '') return cell
    }
    return ''
  }
  const readAmount = (cell: string) => readSigned(cell, form.decimal)
  return {
    line: line.line,
    text,
    readAmount,
    amount: (...names) => readAmount(text(...names)),
    readDay: (cell) => readIsoDay(cell, form.dates ?? 'month_first'),
  }
}

function readSigned(cell: string, decimal: DecimalSign | null): number | null {
  if (cell === '') return null
  const read = readTypedNumber(cell, decimal ?? undefined)
  if ('value' in read) return read.exact
  if (read.problem === 'empty') return null
  if (read.problem === 'negative') return read.amount
  throw new CellFault(read.problem === 'ambiguous' ? `${cell} could mean two numbers.` : `${cell} is not a number.`)
}

function readIsoDay(cell: string, order: DateOrder): IsoDate {
  const day = readDay(cell.trim(), order)
  if (isCalendarDay(day)) return day
  throw new CellFault(cell.trim() === '' ? 'The date is missing.' : `${cell.trim()} is not a date.`)
}

const LARGEST = 1_000_000
/** Shares are stored with six decimals. */
const SMALLEST = 10 ** -SHARE_DECIMALS

/** Refuses figures that cannot be those of a trade; whatever passes is finite and in range. */
function checkTrade(reading: Extract<Reading, { readonly kind: 'trade' }>): Reading {
  const { trade } = reading
  if (trade.contract !== null && isIndexRoot(trade.contract.symbol)) return ignore(trade, INDEX)
  const isMoney = ['dividend', 'special_dividend', 'withheld', 'split'].includes(trade.action)
  const refuse = (reason: string): Reading => ({ kind: 'refused', line: trade.line, reason })
  if (trade.action === 'transfer' && trade.quantity < 0)
    return refuse(
      `${-trade.quantity} ${trade.symbol} shares left the account, which the portfolio cannot record as a transfer.`,
    )
  if (!isMoney && !(trade.quantity > 0)) return refuse('The quantity is missing.')
  if (!isMoney && trade.quantity < SMALLEST) return refuse(`The quantity ${trade.quantity} is too small.`)
  if (Math.abs(trade.quantity) > LARGEST) return refuse(`The quantity ${trade.quantity} is too large.`)
  if (trade.contract !== null && !Number.isInteger(trade.quantity)) return refuse('Contracts must be a whole number.')
  if (trade.price !== null && !(trade.price >= 0 && trade.price <= LARGEST))
    return refuse('The price is negative or too large.')
  if (!(trade.feesUsd >= 0 && trade.feesUsd <= LARGEST)) return refuse('The fees are negative or too large.')
  if (trade.amountUsd !== null && Math.abs(trade.amountUsd) > LARGEST * LARGEST)
    return refuse('The amount is too large.')
  return reading
}

const ACCOUNT = /\b(?:account|acct)\D{0,40}?(\d{3,})/i

function findAccount(title: string, readings: readonly Reading[]): string | null {
  for (const reading of readings)
    if (reading.kind === 'trade' && reading.trade.account !== null) return reading.trade.account
  return ACCOUNT.exec(title)?.[1] ?? null
}

const SCREEN_FILE =
  'This file is a list of stocks exported from the Screener. It has no trades or positions, so there is nothing to import. ' +
  "Choose a broker's transaction history, or positions or a ledger exported from the portfolio."

/** Whether a line is the header of a screen exported here, which lists stocks with their ratings. */
const isScreenHeader = ({ cells }: Line): boolean => {
  const names = cells.map(nameColumn)
  return names.includes('symbol') && names.some((name) => name.startsWith('callwrightrating'))
}

function describeColumns(lines: readonly Line[], separator: CsvSeparator): UnknownColumns {
  if (lines.slice(0, HEADER_WITHIN).some(isScreenHeader)) throw new UnreadableFile(SCREEN_FILE)
  const header = guessHeader(lines)
  if (header === null) throw new UnreadableFile('The text has no header line with at least three columns.')
  const width = Math.min(countFilled(header.cells), 60)
  const rows = lines.filter(({ line, cells }) => line > header.line && countTexts(cells) > 2)
  const cellsOf = (cells: readonly string[]) =>
    Array.from({ length: width }, (_, at) => cleanCell(cells[at] ?? '').slice(0, 100))
  const words = Array.from({ length: width }, (_, at) => {
    const distinct = new Set(
      rows.map(({ cells }) => cleanCell(cells[at] ?? '').slice(0, 100)).filter((word) => word !== ''),
    )
    return distinct.size > MAX_WORDS ? [] : [...distinct].toSorted()
  })
  return {
    separator,
    line: header.line,
    header: nameColumns(header.cells.slice(0, width)).map(({ label }) => label.slice(0, 100)),
    samples: rows.slice(0, MAX_SAMPLES).map(({ cells }) => cellsOf(cells)),
    words,
  }
}
