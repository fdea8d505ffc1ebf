import type { CallTermsEntered, LedgerRecord, MoneyEvent, OpenDetails, RollEvent } from './ledger-event.ts'

/** Order of events of one day (L9). */
const KIND_ORDER: readonly MoneyEvent['kind'][] = [
  'adjust',
  'buy_shares',
  'open',
  'write_more',
  'close',
  'roll',
  'sell_shares',
  'assign',
  'expire',
  'dividend',
]
const KIND_RANK = new Map(KIND_ORDER.map((kind, rank) => [kind, rank]))
const rankOf = ({ kind }: MoneyEvent): number => KIND_RANK.get(kind) ?? KIND_ORDER.length

export interface ResolvedLedger {
  /** Events that remain, in the order in which they happened. */
  readonly events: readonly MoneyEvent[]
  /** Ids of events that were voided, each with the id of its void. */
  readonly voidedBy: ReadonlyMap<string, string>
  /** Calls that exist, with the terms that they were opened with, edits included. */
  readonly opened: ReadonlyMap<string, CallTermsEntered>
  /** The chain that a chain is part of after joins; chains that were never joined are missing. */
  readonly joinedTo: ReadonlyMap<string, string>
}

/** Opening of one call, with its corrections. */
interface Opening {
  readonly first: LedgerRecord & { readonly kind: 'open' | 'restore' }
  terms: CallTermsEntered
  details: OpenDetails
  isDeleted: boolean
  keepLot: boolean
}

/**
 * Applies the corrections in a ledger: edits, deletions, restored calls, voids and joins (L4, L10). Returns the events
 * that remain in the order of L9. A deleted call takes its events with it; deleting a call that a roll opened also
 * undoes the roll. Verified in `replay.test.ts`.
 */
export function resolveLedger(records: readonly LedgerRecord[]): ResolvedLedger {
  const voidedBy = findVoids(records)
  const kept = records.filter(({ eventId }) => !voidedBy.has(eventId))
  const { openings, edits, deleted } = readOpenings(kept)
  const joinedTo = findJoins(kept)
  const events = kept.flatMap((record): MoneyEvent[] => {
    switch (record.kind) {
      case 'open':
      case 'restore': {
        const opening = openings.get(record.positionId)
        return opening?.first === record ? toOpenEvents(opening) : []
      }
      case 'edit':
      case 'delete':
      case 'join':
      case 'note':
      case 'dismiss':
      case 'void':
        return []
      case 'roll':
        if (deleted.has(record.positionId) || deleted.has(record.open.positionId)) return []
        return [applyEdit(record, edits.get(record.open.positionId))]
      case 'buy_shares':
      case 'sell_shares':
      case 'dividend':
      case 'adjust':
        return [record]
      default:
        return deleted.has(record.positionId) ? [] : [record]
    }
  })
  const opened = new Map([...openings].flatMap(([id, { isDeleted, terms }]) => (isDeleted ? [] : [[id, terms]])))
  return { events: inOrder(events), voidedBy, opened, joinedTo }
}

function findVoids(records: readonly LedgerRecord[]): Map<string, string> {
  return new Map(records.flatMap((record) => (record.kind === 'void' ? [[record.voids, record.eventId]] : [])))
}

function findJoins(records: readonly LedgerRecord[]): Map<string, string> {
  const joinedTo = new Map<string, string>()
  for (const record of records) {
    if (record.kind !== 'join') continue
    for (const [from, to] of joinedTo) if (to === record.joinedChainId) joinedTo.set(from, record.chainId)
    joinedTo.set(record.joinedChainId, record.chainId)
  }
  return joinedTo
}

function readOpenings(records: readonly LedgerRecord[]) {
  const openings = new Map<string, Opening>()
  const edits = new Map<string, CallTermsEntered>()
  const deleted = new Set<string>()
  for (const record of records) {
    switch (record.kind) {
      case 'open':
        openings.set(record.positionId, { ...blank(record), terms: record.terms, details: record.details })
        break
      case 'edit':
        edits.set(record.positionId, record.terms)
        break
      case 'delete':
        deleted.add(record.positionId)
        break
      case 'restore':
        deleted.delete(record.positionId)
        edits.set(record.positionId, record.terms)
        break
      default:
        continue
    }
    const opening = openings.get(record.positionId)
    if (opening === undefined) continue
    if (record.kind === 'edit' || record.kind === 'restore') opening.terms = record.terms
    if (record.kind === 'restore' && record.details !== null) opening.details = record.details
    opening.isDeleted = deleted.has(record.positionId)
    opening.keepLot = record.kind === 'delete' && record.keepLot
  }
  return { openings, edits, deleted }
}

const blank = (first: Opening['first']) => ({ first, isDeleted: false, keepLot: false })

function toOpenEvents({ first, terms, details, isDeleted, keepLot }: Opening): MoneyEvent[] {
  const { eventId, sequence, occurredAt, positionId } = first
  const { chainId, feesUsd, acquiredOn, taxCost } = details
  const base = { eventId, sequence, occurredAt, occurredOn: terms.entryDate, chainId }
  if (!isDeleted) return [{ ...base, kind: 'open', positionId, feesUsd, terms, details }]
  if (!keepLot || details.sharesFrom === 'held') return []
  const { symbol, contracts, entryPrice } = terms
  const shares = contracts * STANDARD_SHARES
  return [
    {
      ...base,
      eventId: positionId,
      kind: 'buy_shares',
      feesUsd: 0,
      symbol,
      shares,
      price: entryPrice,
      acquiredOn,
      taxCost,
    },
  ]
}

const STANDARD_SHARES = 100

/** An edited call that a roll opened keeps its day, because the roll is one event of one day. */
function applyEdit(roll: RollEvent, terms: CallTermsEntered | undefined): RollEvent {
  if (terms === undefined) return roll
  const { expiration, strike, premium, contracts } = terms
  return { ...roll, open: { ...roll.open, expiration, strike, premium, contracts } }
}

const dayOf = (event: MoneyEvent): string => event.occurredOn

/**
 * Sorts by day, kind and sequence; then events of one day whose times are known change places among themselves, so that
 * they are in the order of their times. Comparing times only where both are known would be no order: it can go round in
 * a circle.
 */
function inOrder(events: readonly MoneyEvent[]): MoneyEvent[] {
  const sorted = events.toSorted(
    (a, b) => compare(dayOf(a), dayOf(b)) || rankOf(a) - rankOf(b) || a.sequence - b.sequence,
  )
  for (let start = 0; start < sorted.length; ) {
    const first = sorted[start]
    let end = start + 1
    while (first !== undefined && sorted[end]?.occurredOn === first.occurredOn) end += 1
    placeByTime(sorted, start, end)
    start = end
  }
  return sorted
}

function placeByTime(events: MoneyEvent[], start: number, end: number): void {
  const places: number[] = []
  for (let index = start; index < end; index += 1) if (events[index]?.occurredAt != null) places.push(index)
  if (places.length < 2) return
  const timed = places.flatMap((place) => events[place] ?? [])
  timed.sort((a, b) => compare(a.occurredAt ?? '', b.occurredAt ?? ''))
  for (const [index, place] of places.entries()) {
    const event = timed[index]
    if (event !== undefined) events[place] = event
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
