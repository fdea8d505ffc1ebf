import type { Replayed } from '@callwright/scoring'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { LedgerBook, NewEvent } from '../ledger/ledger-book.ts'
import { blankDraft, type EventDraft } from '../ledger/ledger-rows.ts'
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
    async open(positions: readonly IdentifiedTerms[]): Promise<StoredPosition[]> {
      if (positions.length === 0) return []
      await ledger.ensureChains(positions.map((position) => toChain(position)))
      await transaction
        .insertInto('position')
        .values(positions.map((position) => ({ userId, ...toRow(position), deletedAt: null, endedOn: null })))
        .execute()
      await ledger.append(positions.map((position) => toOpening('open', position)))
      const stored = await find(positions.map(({ id }) => id))
      return positions.flatMap(({ id }) => stored.get(id) ?? [])
    },
    /** Adds the row of a call that a roll opens; the roll is its event. */
    async insertRolled(position: IdentifiedTerms): Promise<void> {
      await transaction
        .insertInto('position')
        .values({ userId, ...toRow(position), deletedAt: null, endedOn: null })
        .execute()
    },
    /** `terms` are those of the row; `opening` those of the opening, if the row has averages. */
    restore: (position: KnownPosition, terms: PositionTerms, opening = terms) =>
      update(position.id, terms, {
        draft: { ...toDraft('restore', position), terms: opening },
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

function toOpening(kind: 'open', position: IdentifiedTerms): NewEvent {
  const { id, terms, details } = position
  const draft = { ...toDraft(kind, { id, chainId: chainOf(position) }), terms, feesUsd: details?.feesUsd ?? 0 }
  return { draft: { ...draft, body: details === undefined ? {} : toBody(details) }, terms: toColumns(terms) }
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
