import { type CsvSeparator, MAX_STATEMENT_ROWS } from '@callwright/contracts'
import { usDate } from '@callwright/scoring'
import { unreadableCsv } from '../errors.ts'
import type { Ledger } from '../ledger/ledger-book.ts'
import { cleanCell, findSeparator, type Line, nameColumn, readLines } from '../statement/reader.ts'
import { createBreathing } from './breathe.ts'
import { isLedgerKind, type LedgerDetails, type LedgerKind, readLedgerDetails, TICKER_PATTERN } from './ledger-file.ts'
import type { StatementPlan } from './plan-statement.ts'
import { type Fate, type PlannedEvent, toImportDraft } from './planning.ts'
import { digest } from './trade-keys.ts'

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
  readonly knownKeys: ReadonlySet<string>
  readonly usedIds: Set<string>
  /** Calls and chains that get another id, because theirs is taken by something else. */
  readonly renamed: Map<string, string>
  /** Number with which the search for a free id goes on, by the id that is taken. */
  readonly nextOf: Map<string, number>
}

function openContext(ledger: Ledger, today: string): Context {
  const { events, replayed } = ledger
  return {
    ledger,
    today,
    renamed: new Map(),
    nextOf: new Map(),
    knownKeys: new Set(
      events.flatMap(({ record, importKeys }) => (replayed.resultOf.has(record.eventId) ? importKeys : [])),
    ),
    usedIds: new Set(events.flatMap(({ record }) => [record.eventId, ...listCallIds(record)])),
  }
}

const listCallIds = (record: object): string[] => [
  ...('positionId' in record && typeof record.positionId === 'string' ? [record.positionId] : []),
  ...('open' in record && typeof record.open === 'object' && record.open !== null && 'positionId' in record.open
    ? [String(record.open.positionId)]
    : []),
]

interface PlannedRow {
  readonly fate: Fate
  readonly event?: PlannedEvent
}

const TICKER = new RegExp(TICKER_PATTERN)
const ID = /^[A-Za-z0-9_-]{1,64}$/

function planRow(line: number, cell: (name: string) => string, context: Context): PlannedRow {
  const settle = (outcome: Fate['outcome'], reason: string): PlannedRow => ({
    fate: { line, outcome, reason, refs: [] },
  })
  const [eventId, kind, text] = [cell('eventid'), cell('kind'), cell('details')]
  const [chainId, positionId] = [cell('chainid'), cell('positionid')]
  if (text === '') return settle('ignored', 'Voided, corrected, or a note.')
  if (!isLedgerKind(kind)) return settle('refused', `${kind} is not a kind of event.`)
  const details = readLedgerDetails(kind, text)
  if (details === null) return settle('refused', 'The details cannot be read: they were changed after the export.')
  if (!ID.test(eventId) || !ID.test(chainId) || (positionId !== '' && !ID.test(positionId)))
    return settle('refused', 'An id is missing or invalid.')
  if (!TICKER.test('terms' in details ? details.terms.symbol : cell('ticker')))
    return settle('refused', 'The ticker is missing or invalid.')
  const isOnChain = kind === 'buy_shares' || kind === 'sell_shares' || kind === 'dividend' || kind === 'adjust'
  if (!isOnChain && positionId === '') return settle('refused', 'The call is missing.')
  if (details.occurredOn > context.today) return settle('refused', `${usDate(details.occurredOn)} is in the future.`)
  const key = `callwright..${digest([eventId, kind, chainId])}`
  const { resultOf } = context.ledger.replayed
  if (resultOf.get(eventId)?.event.kind === kind || context.knownKeys.has(key))
    return settle('known', 'Already in your portfolio.')
  const event = toEvent(
    { line, eventId, kind, chainId, positionId: isOnChain ? null : positionId, details, key, cell },
    context,
  )
  return { fate: { line, outcome: 'event', reason: event.sentence, refs: [event.ref] }, event }
}

interface LedgerRow {
  readonly line: number
  readonly eventId: string
  readonly kind: LedgerKind
  readonly chainId: string
  readonly positionId: string | null
  readonly details: LedgerDetails[LedgerKind]
  readonly key: string
  readonly cell: (name: string) => string
}

function toEvent(
  { line, eventId, kind, chainId, positionId, details, key, cell }: LedgerRow,
  context: Context,
): PlannedEvent {
  const { occurredOn, occurredAt, feesUsd, importKeys = [], ...rest } = details
  const isOpening = kind === 'open'
  const callId = positionId === null ? null : isOpening ? takeId(positionId, context) : findId(positionId, context)
  const terms = 'terms' in rest ? rest.terms : null
  const opensRoll = 'open' in rest ? { ...rest.open, positionId: takeId(rest.open.positionId, context) } : null
  const { terms: _terms, ...fields } = { terms: null, ...rest }
  const body = {
    ...fields,
    ...(opensRoll === null ? {} : { open: opensRoll }),
    ...('calls' in rest
      ? { calls: rest.calls.map((call) => ({ ...call, positionId: findId(call.positionId, context) })) }
      : {}),
    importKeys: [...new Set([...importKeys, key])],
  }
  const symbol = terms?.symbol ?? cell('ticker')
  const account = toPlainText(cell('account')).slice(0, 60) || null
  const calls = toCalls({ terms, opensRoll, callId, chainId, symbol, occurredOn, account, feesUsd })
  return {
    ref: `l-${line}`,
    draft: toImportDraft({
      eventId: takeId(/^s\d+$/.test(eventId) ? `imp-e-${digest(key)}` : eventId, context),
      kind,
      chainId,
      ...(callId === null ? {} : { positionId: callId }),
      occurredOn,
      occurredAt: occurredAt === null ? null : new Date(occurredAt).toISOString(),
      feesUsd,
      body,
      ...(terms === null ? {} : { terms }),
    }),
    opened: calls,
    symbol,
    account,
    sentence: `${LABELS[kind]}: ${symbol}`,
    lines: [line],
    marks: [],
    contracts: 'contracts' in rest ? rest.contracts : (terms?.contracts ?? null),
    shares: 'shares' in rest ? rest.shares : null,
    price: 'price' in rest ? rest.price : (terms?.premium ?? null),
  }
}

/** Without control characters and halves of characters, which the database refuses. */
const toPlainText = (text: string): string =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .trim()

const LABELS: Readonly<Record<LedgerKind, string>> = {
  open: 'Opened',
  write_more: 'Wrote more',
  close: 'Bought back',
  expire: 'Expired',
  assign: 'Assigned',
  roll: 'Rolled',
  buy_shares: 'Bought shares',
  sell_shares: 'Sold shares',
  dividend: 'Dividend',
  adjust: 'Adjusted',
}

const findId = (id: string, { renamed }: Context): string => renamed.get(id) ?? id

/** This id, or another one if it is taken. */
function takeId(id: string, { usedIds, renamed, nextOf }: Context): string {
  let free = id
  let nth = nextOf.get(id) ?? 2
  for (; usedIds.has(free); nth += 1) free = `imp-${digest([id, nth])}`
  nextOf.set(id, nth)
  usedIds.add(free)
  renamed.set(id, free)
  return free
}

interface NewCall {
  readonly terms: LedgerDetails['open']['terms'] | null
  readonly opensRoll: LedgerDetails['roll']['open'] | null
  readonly callId: string | null
  readonly chainId: string
  readonly symbol: string
  readonly occurredOn: string
  readonly account: string | null
  readonly feesUsd: number
}

function toCalls({
  terms,
  opensRoll,
  callId,
  chainId,
  symbol,
  occurredOn,
  account,
  feesUsd,
}: NewCall): PlannedEvent['opened'] {
  const details = { ...HELD, chainId, account, feesUsd }
  if (terms !== null && callId !== null) return { id: callId, terms: { ...terms, notes: null }, details }
  if (opensRoll === null) return null
  const { positionId: id, expiration, strike, premium, contracts } = opensRoll
  return {
    id,
    terms: { symbol, entryDate: occurredOn, expiration, strike, premium, contracts, entryPrice: strike, notes: null },
    details,
  }
}

const HELD = { sharesFrom: 'held', acquiredOn: null, taxCost: null, acceptUncovered: true, grant: null } as const
