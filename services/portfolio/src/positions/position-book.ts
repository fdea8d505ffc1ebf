import type { LedgerRecord, Replayed } from '@callwright/scoring'
import { type Kysely, sql, type Transaction } from 'kysely'
import { inParts } from '../db/in-parts.ts'
import type { Tables } from '../db/schema.ts'
import { digest } from '../import/trade-keys.ts'
import type { LedgerBook, NewChain, NewEvent } from '../ledger/ledger-book.ts'
import { blankDraft, type EventDraft } from '../ledger/ledger-rows.ts'
import { describeCallRow } from '../ledger/write-rows.ts'
import type { EntryDetails, IdentifiedTerms, PositionTerms } from './position-terms.ts'

export interface StoredPosition extends PositionTerms {
  readonly id: string
  readonly chainId: string
  readonly sharesFrom: 'new' | 'held'
  /** Dollars for 1.00 of premium or strike, and shares per contract; both 100 unless the contract was adjusted. */
  readonly multiplier: number
  readonly deliverableShares: number
  readonly hasEvents: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A stored position, possibly a deleted one, or one whose contracts have all ended. */
export interface KnownPosition extends StoredPosition {
  readonly isDeleted: boolean
  readonly isEnded: boolean
}

const shownColumns = [
  'id',
  'ticker as symbol',
  'entryDate',
  'expiryDate as expiration',
  'strikePrice as strike',
  'entryPremium as premium',
  'entryPrice',
  'contracts',
  'notes',
  'chainId',
  'sharesFrom',
  'multiplier',
  'deliverableShares',
  'hasEvents',
  'createdAt',
  'updatedAt',
] as const

/** Terms under the names of their columns, which the ledger uses too. */
function toColumns({ symbol, entryDate, expiration, strike, premium, entryPrice, contracts, notes }: PositionTerms) {
  return {
    ticker: symbol,
    entryDate,
    expiryDate: expiration,
    strikePrice: strike,
    entryPremium: premium,
    entryPrice,
    contracts,
    notes,
  }
}

const now = sql<Date>`clock_timestamp()`

export type PositionBook = ReturnType<typeof createPositionBook>

/** One user's positions within a transaction. Every change also adds an event to the ledger. */
export function createPositionBook(transaction: Transaction<Tables>, userId: string, ledger: LedgerBook) {
  async function find(ids: readonly string[]): Promise<ReadonlyMap<string, KnownPosition>> {
    if (ids.length === 0) return new Map()
    const rows = await transaction
      .selectFrom('position')
      .select([...shownColumns, 'deletedAt', 'endedOn'])
      .where('userId', '=', userId)
      .where('id', 'in', ids)
      .execute()
    return new Map(
      rows.map(({ deletedAt, endedOn, ...row }) => [
        row.id,
        { ...row, isDeleted: deletedAt !== null, isEnded: endedOn !== null },
      ]),
    )
  }

  async function get(id: string): Promise<KnownPosition> {
    const found = (await find([id])).get(id)
    if (found === undefined) throw new Error('A position disappeared during its own transaction')
    return found
  }

  async function update(id: string, terms: PositionTerms, event: NewEvent): Promise<KnownPosition> {
    await transaction
      .updateTable('position')
      .set({ ...toColumns(terms), updatedAt: now, deletedAt: null })
      .where('userId', '=', userId)
      .where('id', '=', id)
      .execute()
    await ledger.append([event])
    return get(id)
  }

  return {
    ledger,
    async count() {
      const { count } = await transaction
        .selectFrom('position')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('userId', '=', userId)
        .where('deletedAt', 'is', null)
        .where('endedOn', 'is', null)
        .executeTakeFirstOrThrow()
      return count
    },
    /** Whether an open position with the same terms was added within the last seconds. */
    async hasEqualSince(terms: PositionTerms, seconds: number): Promise<boolean> {
      const { notes: _notes, ...columns } = toColumns(terms)
      const found = await transaction
        .selectFrom('position')
        .select('id')
        .where('userId', '=', userId)
        .where('deletedAt', 'is', null)
        .where('createdAt', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${seconds})`)
        .where((where) => where.and(columns))
        .executeTakeFirst()
      return found !== undefined
    },
    /** Lists positions with open contracts. */
    list: () => listPositions(transaction, userId),
    /** Finds positions by id, including deleted and ended ones. */
    find,
    async open(positions: readonly IdentifiedTerms[], importId?: string): Promise<StoredPosition[]> {
      if (positions.length === 0) return []
      await ledger.ensureChains(positions.map((position) => toChain(position)))
      await transaction
        .insertInto('position')
        .values(positions.map((position) => ({ userId, ...toRow(position), deletedAt: null, endedOn: null })))
        .execute()
      await ledger.append(positions.map((position) => toOpening(position, importId)))
      const stored = await find(positions.map(({ id }) => id))
      return positions.flatMap(({ id }) => stored.get(id) ?? [])
    },
    /**
     * Records the events of an import, and adds the calls that they open. The rows are written as the replays leave them, so
     * that no projection has to change them again.
     */
    async importEvents(
      events: readonly ImportedDraft[],
      { replays, importId }: { readonly replays: readonly Replayed[]; readonly importId: string },
    ): Promise<void> {
      await ledger.ensureChains(listChains(events))
      const opened = events.flatMap((event) => event.opened ?? [])
      for (const part of inParts(opened)) {
        await transaction
          .insertInto('position')
          .values(part.map((position) => ({ userId, ...toImportedRow(position, replays) })))
          .execute()
      }
      await ledger.append(
        events.map(({ draft, opened: call }) => ({
          draft: { ...draft, body: { ...draft.body, importId } },
          ...(draft.kind === 'open' && call !== null ? { terms: toColumns(call.terms) } : {}),
        })),
      )
    },
    /** Takes back all events of an import. Returns how many there were. */
    async undoImport(importId: string): Promise<number> {
      const { events, replayed } = await ledger.read()
      // A call that was deleted and restored since belongs to what restored it.
      const latest = new Map(
        events.flatMap(({ record }) =>
          record.kind === 'open' || record.kind === 'restore' ? [[record.positionId, record] as const] : [],
        ),
      )
      const isThere = (record: LedgerRecord) => {
        if (record.kind === 'open' || record.kind === 'restore')
          return replayed.calls.has(record.positionId) && latest.get(record.positionId) === record
        return record.kind === 'note' || record.kind === 'dismiss'
          ? !replayed.ledger.voidedBy.has(record.eventId)
          : replayed.resultOf.has(record.eventId)
      }
      const own = events.filter(({ record, importId: from }) => from === importId && isThere(record))
      if (own.length === 0) return 0
      await ledger.append(own.map(({ record, chainId }) => ({ draft: toReversal(record, chainId) })))
      return own.length
    },
    /** Adds the row of a call that a roll opens; the roll is its event. */
    async insertRolled(position: IdentifiedTerms): Promise<void> {
      await transaction
        .insertInto('position')
        .values({ userId, ...toRow(position), deletedAt: null, endedOn: null })
        .execute()
    },
    /** `terms` are those of the row; `opening` those of the opening, if the row has averages. */
    restore: (
      position: KnownPosition,
      {
        terms,
        opening = terms,
        importId,
      }: { terms: PositionTerms; opening?: PositionTerms; importId?: string | undefined },
    ) =>
      update(position.id, terms, {
        draft: { ...toDraft('restore', position), terms: opening, body: importId === undefined ? {} : { importId } },
        terms: toColumns(opening),
      }),
    edit: (position: KnownPosition, terms: PositionTerms, opening = terms) =>
      update(position.id, terms, {
        draft: { ...toDraft('edit', position), terms: opening },
        terms: toColumns(opening),
      }),
    async remove(position: StoredPosition, keepLot: boolean): Promise<Replayed> {
      await transaction
        .updateTable('position')
        .set({ deletedAt: now, updatedAt: now })
        .where('userId', '=', userId)
        .where('id', '=', position.id)
        .execute()
      const { replayed } = await ledger.append([
        { draft: { ...toDraft('delete', position), body: keepLot ? { keepLot } : {} } },
      ])
      return replayed
    },
  }
}

/** An event of an import, with the call that it opens. */
export interface ImportedDraft {
  readonly draft: EventDraft
  readonly opened: IdentifiedTerms | null
  readonly symbol: string
  readonly account: string | null
  readonly settings?: NonNullable<NewChain['settings']>
}

/** Chains of an import. The first event of a chain with settings has them all. */
function listChains(events: readonly ImportedDraft[]): NewChain[] {
  const chains = new Map<string, NewChain>()
  for (const { draft, symbol, account, settings } of events) {
    const id = draft.chainId
    if (!chains.has(id)) chains.set(id, { id, symbol, account, ...(settings === undefined ? {} : { settings }) })
  }
  return [...chains.values()]
}

function toImportedRow(position: IdentifiedTerms, replays: readonly Replayed[]) {
  const replayed = replays.find(({ calls }) => calls.has(position.id))
  const [call, chain] = [replayed?.calls.get(position.id), replayed?.chainOf.get(position.id)]
  const state = call === undefined || chain === undefined ? { endedOn: null } : describeCallRow(chain, call)
  return { ...toRow(position), ...state, deletedAt: null }
}

/** The record that takes an event back: calls are deleted, all other events are voided. */
function toReversal(record: LedgerRecord, chainId: string): EventDraft {
  if (record.kind === 'open' || record.kind === 'restore') return toDraft('delete', { id: record.positionId, chainId })
  const positionId = 'positionId' in record ? record.positionId : null
  const draft = { ...blankDraft, kind: 'void' as const, positionId, chainId, voids: record.eventId }
  const id = `undo-${record.eventId}`
  return { ...draft, eventId: id.length <= MAX_ID_LENGTH ? id : `undo-${digest(record.eventId)}` }
}

const MAX_ID_LENGTH = 64

const chainOf = ({ id, details }: IdentifiedTerms): string => details?.chainId ?? id

const toChain = (position: IdentifiedTerms) => ({
  id: chainOf(position),
  symbol: position.terms.symbol,
  account: position.details?.account ?? null,
})

function toRow({ id, terms, details }: IdentifiedTerms) {
  return {
    id,
    ...toColumns(terms),
    chainId: details?.chainId ?? id,
    sharesFrom: details?.sharesFrom ?? ('new' as const),
  }
}

export function toDraft(kind: EventDraft['kind'], { id, chainId }: Pick<StoredPosition, 'id' | 'chainId'>): EventDraft {
  return { ...blankDraft, kind, positionId: id, chainId }
}

function toOpening(position: IdentifiedTerms, importId: string | undefined): NewEvent {
  const { id, terms, details } = position
  const draft = { ...toDraft('open', { id, chainId: chainOf(position) }), terms, feesUsd: details?.feesUsd ?? 0 }
  const body = { ...(details === undefined ? {} : toBody(details)), ...(importId === undefined ? {} : { importId }) }
  return { draft: { ...draft, body }, terms: toColumns(terms) }
}

function toBody({ sharesFrom, acquiredOn, taxCost, acceptUncovered, grant }: EntryDetails) {
  return { sharesFrom, acquiredOn, taxCost, acceptUncovered, ...(grant === null ? {} : { grant }) }
}

/** Lists a user's positions with open contracts, in the order in which they were added. */
export function listPositions(database: Kysely<Tables>, userId: string): Promise<StoredPosition[]> {
  return database
    .selectFrom('position')
    .select(shownColumns)
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .where('endedOn', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}
