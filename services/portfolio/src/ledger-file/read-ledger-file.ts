import { type CsvSeparator, MAX_EVENTS, MAX_NOTES_LENGTH, MAX_STATEMENT_ROWS } from '@callwright/contracts'
import type { LedgerRecord } from '@callwright/scoring'
import { unreadableCsv } from '../errors.ts'
import { createBreathing } from '../import/breathe.ts'
import { digest } from '../import/trade-keys.ts'
import { readLinesInThread } from '../statement/read-in-thread.ts'
import {
  cleanCell,
  countCells,
  describeTooMany,
  findSeparator,
  type Line,
  nameColumn,
  readLines,
} from '../statement/reader.ts'
import {
  isLedgerKind,
  type LedgerDetails,
  type LedgerKind,
  readLedgerDetails,
  TICKER_PATTERN,
} from './ledger-details.ts'

const REQUIRED = ['eventid', 'kind', 'chainid', 'positionid', 'details']

/** Details of an event that was corrected or voided, so that an empty cell shows that a row was changed. */
export const NO_DETAILS = 'none'

/** An event of a ledger file, with the ids that it has there. */
export interface LedgerRow {
  readonly line: number
  readonly kind: LedgerKind
  readonly eventId: string
  readonly chainId: string
  /** The call that the event opens or changes; null if it is about shares or the chain. */
  readonly positionId: string | null
  readonly ticker: string
  readonly account: string
  readonly note: string | null
  readonly details: LedgerDetails[LedgerKind]
  /** The details as written, for comparing rows. */
  readonly text: string
  /** Key by which a later file recognizes the row. */
  readonly key: string
}

/** A row without an event that can be imported. */
export interface OtherRow {
  readonly line: number
  readonly outcome: 'ignored' | 'refused'
  readonly reason: string
}

export interface LedgerFile {
  readonly separator: CsvSeparator
  readonly headerLine: number
  /** In the order of the ledger, even if the file was sorted. */
  readonly rows: readonly LedgerRow[]
  readonly others: readonly OtherRow[]
}

/** Whether the text is a ledger that was exported here, in any order of columns. */
export function isLedgerFile(csv: string): boolean {
  const [header] = readLines(csv, findSeparator(csv), 1)
  const names = new Set(header?.cells.map(nameColumn) ?? [])
  return REQUIRED.every((name) => names.has(name))
}

/** A ledger of the most events can have as many rows again that correct them. */
const MOST_LINES = 2 * MAX_EVENTS + 100

/** Reads the rows of an exported ledger. Throws `unreadable_csv`. */
export async function readLedgerFile(csv: string): Promise<LedgerFile> {
  const separator = findSeparator(csv)
  const [header, ...lines] = await readLinesInThread({ csv, separator, most: MOST_LINES })
  if (header === undefined) throw unreadableCsv('The text has no header line.')
  const table = openTable(header, separator)
  const read: (LedgerRow | OtherRow | Unread)[] = []
  const breathe = createBreathing()
  for (const line of lines) {
    read.push(readRow(line, table))
    await breathe()
  }
  const rows = read.filter((row) => 'details' in row)
  if (rows.length > MAX_STATEMENT_ROWS || lines.length >= MOST_LINES) {
    const most = MAX_STATEMENT_ROWS.toLocaleString('en-US')
    throw unreadableCsv(`At most ${most} rows can be imported at once.`)
  }
  // Files of earlier releases have an empty cell where there are no details.
  const isEarlier = !rows.some(({ details }) => details.order !== undefined)
  const others = read.flatMap((row) => ('details' in row ? [] : [isUnread(row) ? settleUnread(row, isEarlier) : row]))
  return { separator, headerLine: header.line, rows: rows.toSorted(byOrder), others }
}

const byOrder = (a: LedgerRow, b: LedgerRow): number => (a.details.order ?? 0) - (b.details.order ?? 0)

/** A row without details. */
interface Unread {
  readonly line: number
}

const isUnread = (row: OtherRow | Unread): row is Unread => !('outcome' in row)

const settleUnread = ({ line }: Unread, isEarlier: boolean): OtherRow =>
  isEarlier
    ? { line, outcome: 'ignored', reason: WITHOUT_EVENT }
    : { line, outcome: 'refused', reason: 'The details are missing: the row was changed after the export.' }

const WITHOUT_EVENT = 'It was corrected, voided or deleted, or it corrects another row.'

interface Table {
  readonly names: readonly string[]
  /** Cells of each row. */
  readonly width: number
  readonly separator: CsvSeparator
}

function openTable({ cells }: Line, separator: CsvSeparator): Table {
  const names = cells.map(nameColumn)
  return { names, width: names.findLastIndex((name) => name !== '') + 1, separator }
}

const TICKER = new RegExp(TICKER_PATTERN)
const ID = /^[A-Za-z0-9_-]{1,64}$/

const ON_CHAIN: readonly LedgerRecord['kind'][] = ['buy_shares', 'sell_shares', 'dividend', 'adjust']

function readRow(row: Line, { names, width, separator }: Table): LedgerRow | OtherRow | Unread {
  const { line } = row
  const refuse = (reason: string): OtherRow => ({ line, outcome: 'refused', reason })
  const misfit = describeTooMany(row, width, separator)
  if (misfit !== null) return refuse(misfit)
  if (row.cells.length < width)
    return refuse(`Line ${line} has ${countCells(row.cells.length)}; the header has ${width}.`)
  const cell = (name: string) => cleanCell(row.cells[names.indexOf(name)] ?? '')
  const [kind, text] = [cell('kind'), cell('details')]
  if (text === NO_DETAILS) return { line, outcome: 'ignored', reason: WITHOUT_EVENT }
  if (text === '') return { line }
  if (!isLedgerKind(kind)) return refuse(`${kind} is not a kind of event.`)
  const details = readLedgerDetails(kind, text)
  if (details === null) return refuse('The details cannot be read: they were changed after the export.')
  const { eventId = cell('eventid'), chainId = cell('chainid'), positionId = cell('positionid') } = details.ids ?? {}
  if (!ID.test(eventId) || !ID.test(chainId) || (positionId !== '' && !ID.test(positionId)))
    return refuse('An id is missing or invalid.')
  const ticker = 'terms' in details ? details.terms.symbol : cell('ticker')
  if (!TICKER.test(ticker)) return refuse('The ticker is missing or invalid.')
  const isOnChain = ON_CHAIN.includes(kind)
  const isRemark = kind === 'note' || kind === 'dismiss'
  if (!isOnChain && !isRemark && positionId === '') return refuse('The call is missing.')
  const note = details.note ?? cell('note')
  if (note.length > MAX_NOTES_LENGTH) return refuse(`The note has more than ${MAX_NOTES_LENGTH} characters.`)
  return {
    line,
    kind,
    eventId,
    chainId,
    positionId: isOnChain || positionId === '' ? null : positionId,
    ticker,
    account: cell('account'),
    note: note === '' ? null : note,
    details,
    text,
    key: `callwright..${digest([eventId, kind, chainId])}`,
  }
}
