import { type CsvSeparator, MAX_STATEMENT_ROWS } from '@callwright/contracts'
import { type LedgerRecord, usDate } from '@callwright/scoring'
import { unreadableCsv } from '../errors.ts'
import { createBreathing } from '../import/breathe.ts'
import type { StatementPlan } from '../import/plan-statement.ts'
import type { Fate, PlannedEvent } from '../import/planning.ts'
import { digest } from '../import/trade-keys.ts'
import type { Ledger } from '../ledger/ledger-book.ts'
import type { StoredEvent } from '../ledger/ledger-rows.ts'
import { cleanCell, findSeparator, type Line, nameColumn, readLines } from '../statement/reader.ts'
import { type ChainCopy, isLedgerKind, readLedgerDetails, TICKER_PATTERN } from './ledger-details.ts'
import { createIds, type LedgerIds } from './ledger-ids.ts'
import { toEvent } from './to-event.ts'

const REQUIRED = ['eventid', 'kind', 'chainid', 'positionid', 'details']

/** Whether the text is a ledger that was exported here, in any order of columns. */
export function isLedgerFile(csv: string): boolean {
  const [header] = readLines(csv, findSeparator(csv), 1)
  const names = new Set(header?.cells.map(nameColumn) ?? [])
  return REQUIRED.every((name) => names.has(name))
}

interface LedgerPlan {
  readonly plan: StatementPlan
  readonly separator: CsvSeparator
}

/** Plans the events of an exported ledger. Ids are kept where they are free, so that the same file adds nothing twice. */
export async function planLedgerFile(
  csv: string,
  { ledger, today }: { readonly ledger: Ledger; readonly today: string },
): Promise<LedgerPlan> {
  const separator = findSeparator(csv)
  const [header, ...lines] = readLines(csv, separator)
  if (header === undefined) throw unreadableCsv('The text has no header line.')
  if (lines.length > MAX_STATEMENT_ROWS)
    throw unreadableCsv(`At most ${MAX_STATEMENT_ROWS} rows can be imported at once.`)
  const names = header.cells.map(nameColumn)
  const context = openContext(ledger, today)
  const cellOf = (line: Line) => (name: string) => cleanCell(line.cells[names.indexOf(name)] ?? '')
  const breathe = createBreathing()
  const read: PlannedRow[] = []
  for (const line of lines) {
    read.push(planRow(line.line, cellOf(line), context))
    await breathe()
  }
  return {
    separator,
    plan: {
      accounts: [...new Set(read.flatMap(({ event }) => event?.account ?? []))],
      events: read.flatMap(({ event }) => event ?? []),
      fates: [
        { line: header.line, outcome: 'ignored', reason: 'The header.', refs: [] },
        ...read.map(({ fate }) => fate),
      ],
      questions: [],
    },
  }
}

interface Context {
  readonly ledger: Ledger
  readonly today: string
  /** Events that were imported from such a file before, by the key of their row. */
  readonly knownByKey: ReadonlyMap<string, StoredEvent>
  readonly storedById: ReadonlyMap<string, StoredEvent>
  readonly ids: LedgerIds
  /** Settings of the chains of the file, which are in the first row of each. */
  readonly chains: Map<string, ChainCopy>
}

function openContext(ledger: Ledger, today: string): Context {
  const { events, replayed } = ledger
  const { voidedBy } = replayed.ledger
  const isThere = ({ record: { eventId, kind } }: StoredEvent) =>
    kind === 'note' || kind === 'dismiss' ? !voidedBy.has(eventId) : replayed.resultOf.has(eventId)
  const there = events.filter(isThere)
  return {
    ledger,
    today,
    knownByKey: new Map(there.flatMap((stored) => stored.importKeys.map((key) => [key, stored]))),
    storedById: new Map(there.map((stored) => [stored.record.eventId, stored])),
    ids: createIds(events),
    chains: new Map(),
  }
}

interface PlannedRow {
  readonly fate: Fate
  readonly event?: PlannedEvent
}

const TICKER = new RegExp(TICKER_PATTERN)
const ID = /^[A-Za-z0-9_-]{1,64}$/

const onChain: readonly LedgerRecord['kind'][] = ['buy_shares', 'sell_shares', 'dividend', 'adjust']

interface RowIds {
  readonly eventId: string
  readonly kind: string
  readonly positionId: string
  readonly key: string
}

/** The event of the ledger that a row repeats: it was imported from such a row, or was exported from this ledger. */
function findKnown({ eventId, kind, positionId, key }: RowIds, context: Context): StoredEvent | null {
  const imported = context.knownByKey.get(key)
  if (imported !== undefined) return imported
  const stored = context.storedById.get(eventId)
  // Ids of calls that were entered by hand are numbers, which another installation gives to other calls.
  const isSame = stored?.record.kind === kind && (kind !== 'open' || isCall(stored.record, positionId))
  if (stored !== undefined && isSame) return stored
  const kept = context.ledger.replayed.resultOf.get(eventId)
  return kept?.event.kind === kind
    ? (context.ledger.events.find(({ record }) => isCall(record, eventId)) ?? null)
    : null
}

const isCall = (record: LedgerRecord, positionId: string): boolean =>
  record.kind === 'open' && record.positionId === positionId

function planRow(line: number, cell: (name: string) => string, context: Context): PlannedRow {
  const settle = (outcome: Fate['outcome'], reason: string): PlannedRow => ({
    fate: { line, outcome, reason, refs: [] },
  })
  const [kind, text] = [cell('kind'), cell('details')]
  if (text === '') return settle('ignored', 'Voided, corrected, or a note.')
  if (!isLedgerKind(kind)) return settle('refused', `${kind} is not a kind of event.`)
  const details = readLedgerDetails(kind, text)
  if (details === null) return settle('refused', 'The details cannot be read: they were changed after the export.')
  const { eventId = cell('eventid'), chainId = cell('chainid'), positionId = cell('positionid') } = details.ids ?? {}
  if (details.chain !== undefined) context.chains.set(chainId, details.chain)
  if (!ID.test(eventId) || !ID.test(chainId) || (positionId !== '' && !ID.test(positionId)))
    return settle('refused', 'An id is missing or invalid.')
  if (!TICKER.test('terms' in details ? details.terms.symbol : cell('ticker')))
    return settle('refused', 'The ticker is missing or invalid.')
  const isOnChain = onChain.some((each) => each === kind)
  const isRemark = kind === 'note' || kind === 'dismiss'
  if (!isOnChain && !isRemark && positionId === '') return settle('refused', 'The call is missing.')
  if (details.occurredOn > context.today) return settle('refused', `${usDate(details.occurredOn)} is in the future.`)
  const key = `callwright..${digest([eventId, kind, chainId])}`
  const known = findKnown({ eventId, kind, positionId, key }, context)
  if (known !== null) {
    // Later rows of the file may be about this call under the id that it has in the file.
    context.ids.note(positionId, 'positionId' in known.record ? known.record.positionId : null)
    if (known.record.kind === 'roll' && 'open' in details)
      context.ids.note(details.open.positionId, known.record.open.positionId)
    context.ids.note(eventId, known.record.eventId)
    return settle('known', 'Already in your portfolio.')
  }
  const event = toEvent(
    {
      line,
      eventId,
      kind,
      chainId,
      positionId: isOnChain || positionId === '' ? null : positionId,
      details,
      key,
      cell,
    },
    context,
  )
  return { fate: { line, outcome: 'event', reason: event.sentence, refs: [event.ref] }, event }
}
