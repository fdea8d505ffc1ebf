import type { CsvSeparator } from '@callwright/contracts'
import { type CallTermsEntered, type LedgerRecord, usDate } from '@callwright/scoring'
import { createBreathing } from '../import/breathe.ts'
import type { StatementPlan } from '../import/plan-statement.ts'
import type { Fate, PlannedEvent } from '../import/planning.ts'
import type { Ledger } from '../ledger/ledger-book.ts'
import type { StoredEvent } from '../ledger/ledger-rows.ts'
import type { ChainSettings } from '../positions/position-store.ts'
import { chainKey, describeKept, findHomes, type Home } from './chain-homes.ts'
import { createIds, type LedgerIds } from './ledger-ids.ts'
import { type LedgerRow, readLedgerFile } from './read-ledger-file.ts'
import { toEvent } from './to-event.ts'

interface LedgerPlan {
  readonly plan: StatementPlan
  readonly separator: CsvSeparator
}

interface Target {
  readonly ledger: Ledger
  readonly chains: readonly ChainSettings[]
  readonly today: string
}

/** Plans the events of an exported ledger. Ids are kept where they are free, so that the same file adds nothing twice. */
export async function planLedgerFile(csv: string, target: Target): Promise<LedgerPlan> {
  const { separator, headerLine, rows, others } = await readLedgerFile(csv)
  const context = openContext(rows, target)
  const breathe = createBreathing()
  const planned: PlannedRow[] = []
  for (const row of rows) {
    planned.push(planRow(row, context))
    await breathe()
  }
  return {
    separator,
    plan: {
      accounts: [...new Set(planned.flatMap(({ event }) => event?.account ?? []))],
      events: planned.flatMap(({ event }) => event ?? []),
      fates: [
        { line: headerLine, outcome: 'ignored' as const, reason: 'The header.', refs: [] },
        ...others.map((row) => ({ ...row, refs: [] })),
        ...planned.map(({ fate }) => fate),
      ].toSorted((a, b) => a.line - b.line),
      questions: [],
    },
  }
}

interface Context {
  readonly ledger: Ledger
  readonly today: string
  readonly findKnown: (row: LedgerRow) => StoredEvent | null
  readonly ids: LedgerIds
  readonly homes: ReadonlyMap<string, Home>
  /** Chains of the file with an event in the plan. */
  readonly begun: Set<string>
  /** Rows with an event in the plan, by their keys. */
  readonly taken: Map<string, LedgerRow>
}

function openContext(rows: readonly LedgerRow[], { ledger, chains, today }: Target): Context {
  const { events, replayed } = ledger
  const { voidedBy } = replayed.ledger
  const isThere = ({ record: { eventId, kind } }: StoredEvent) =>
    kind === 'note' || kind === 'dismiss' ? !voidedBy.has(eventId) : replayed.resultOf.has(eventId)
  const homes = findHomes(rows, { ledger, settings: chains, findRepeated: createFinder(ledger, events) })
  return {
    ledger,
    today,
    findKnown: createFinder(ledger, events.filter(isThere)),
    ids: createIds(events),
    homes,
    begun: new Set(),
    taken: new Map(),
  }
}

/** Returns a function that finds the event of a ledger that a row repeats: one that came from such a row, or is its origin. */
function createFinder({ events, replayed }: Ledger, among: readonly StoredEvent[]) {
  const byKey = new Map(among.flatMap((stored) => stored.importKeys.map((key) => [key, stored])))
  const byId = new Map(among.map((stored) => [stored.record.eventId, stored]))
  const opening = new Map(
    events.flatMap((stored) => (stored.record.kind === 'open' ? [[stored.record.positionId, stored] as const] : [])),
  )
  return ({ key, eventId, kind, positionId, details }: LedgerRow): StoredEvent | null => {
    const imported = byKey.get(key)
    if (imported !== undefined) return imported
    const stored = byId.get(eventId)
    // Each ledger numbers the openings of calls itself, so the same number can be another call.
    if (stored?.record.kind === kind && (kind !== 'open' || isCall(stored.record, positionId))) return stored
    if ('terms' in details && positionId !== null && isSameCall(replayed.ledger.opened.get(positionId), details.terms))
      return opening.get(positionId) ?? null
    // The shares of a deleted call are in the file as a purchase with the id of the call.
    return replayed.resultOf.get(eventId)?.event.kind === kind ? (opening.get(eventId) ?? null) : null
  }
}

const isCall = (record: LedgerRecord, positionId: string | null): boolean =>
  record.kind === 'open' && record.positionId === positionId

const TERMS = ['symbol', 'entryDate', 'expiration', 'strike', 'premium', 'contracts'] as const

/** Whether two calls with one id, which a browser may have brought to two ledgers, have the same terms. */
const isSameCall = (stored: CallTermsEntered | undefined, terms: CallTermsEntered): boolean =>
  stored !== undefined && TERMS.every((name) => stored[name] === terms[name])

interface PlannedRow {
  readonly fate: Fate
  readonly event?: PlannedEvent
}

function planRow(row: LedgerRow, context: Context): PlannedRow {
  const { line, chainId, positionId, details, key } = row
  const { ids, homes, taken, begun } = context
  const settle = (outcome: Fate['outcome'], reason: string): PlannedRow => ({
    fate: { line, outcome, reason, refs: [] },
  })
  if (details.occurredOn > context.today) return settle('refused', `${usDate(details.occurredOn)} is in the future.`)
  const known = context.findKnown(row)
  if (known !== null) {
    // Later rows of the file may be about this call under the id that it has in the file.
    ids.note(positionId, 'positionId' in known.record ? known.record.positionId : null)
    if (known.record.kind === 'roll' && 'open' in details)
      ids.note(details.open.positionId, known.record.open.positionId)
    ids.note(row.eventId, known.record.eventId)
    return settle('known', 'Already in your portfolio.')
  }
  const twin = taken.get(key)
  if (twin !== undefined)
    return isSameRow(twin, row)
      ? settle('known', `Same as line ${twin.line}.`)
      : settle('refused', `It has the id of line ${twin.line}, but other content.`)
  const home = homes.get(chainId)
  if (home === undefined) throw new Error('A chain of the file has no home')
  const isFirst = !begun.has(chainId)
  const event = toEvent(row, {
    ids,
    home,
    keys: isFirst ? [key, chainKey(chainId)] : [key],
    marks: isFirst ? [describeKept(home)].flatMap((mark) => mark ?? []) : [],
  })
  begun.add(chainId)
  taken.set(key, row)
  return { fate: { line, outcome: 'event', reason: event.sentence, refs: [event.ref] }, event }
}

const isSameRow = (a: LedgerRow, b: LedgerRow): boolean =>
  a.positionId === b.positionId && a.ticker === b.ticker && a.note === b.note && a.text === b.text
