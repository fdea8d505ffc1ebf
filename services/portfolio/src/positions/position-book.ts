import { type Kysely, sql, type Transaction } from 'kysely'
import type { EventKind, Tables } from '../db/schema.ts'
import { type IdentifiedTerms, type PositionTerms, pickTerms } from './position-terms.ts'

export interface StoredPosition extends PositionTerms {
  readonly id: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A stored position, possibly a deleted one. */
export interface KnownPosition extends StoredPosition {
  readonly isDeleted: boolean
}

/** One user's positions within a transaction. Every change also adds an event to the ledger. */
export interface PositionBook {
  count(): Promise<number>
  /** Lists positions that are not deleted. */
  list(): Promise<readonly StoredPosition[]>
  /** Finds positions by id, including deleted ones. */
  find(ids: readonly string[]): Promise<ReadonlyMap<string, KnownPosition>>
  open(positions: readonly IdentifiedTerms[]): Promise<StoredPosition[]>
  restore(id: string, terms: PositionTerms): Promise<StoredPosition>
  edit(id: string, terms: PositionTerms): Promise<StoredPosition>
  remove(position: StoredPosition): Promise<void>
}

const shownColumns = [
  'id',
  'ticker',
  'entryDate',
  'expiryDate',
  'strikePrice',
  'entryPremium',
  'entryPrice',
  'contracts',
  'notes',
  'createdAt',
  'updatedAt',
] as const

const now = sql<Date>`clock_timestamp()`

export function createPositionBook(transaction: Transaction<Tables>, userId: string): PositionBook {
  async function record(kind: EventKind, positions: readonly IdentifiedTerms[]): Promise<void> {
    const rows = positions.map(({ id, terms }) => ({
      ...{ userId, positionId: id, kind },
      terms: kind === 'delete' ? null : JSON.stringify(terms),
    }))
    await transaction.insertInto('positionEvent').values(rows).execute()
  }

  async function store(kind: 'edit' | 'restore', id: string, terms: PositionTerms): Promise<StoredPosition> {
    const stored = await transaction
      .updateTable('position')
      .set({ ...terms, updatedAt: now, deletedAt: null })
      .where('userId', '=', userId)
      .where('id', '=', id)
      .returning(shownColumns)
      .executeTakeFirstOrThrow()
    await record(kind, [{ id, terms }])
    return stored
  }

  return {
    async count() {
      const { count } = await transaction
        .selectFrom('position')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('userId', '=', userId)
        .where('deletedAt', 'is', null)
        .executeTakeFirstOrThrow()
      return count
    },
    list: () => listPositions(transaction, userId),
    async find(ids) {
      if (ids.length === 0) return new Map()
      const rows = await transaction
        .selectFrom('position')
        .select([...shownColumns, 'deletedAt'])
        .where('userId', '=', userId)
        .where('id', 'in', ids)
        .execute()
      return new Map(rows.map(({ deletedAt, ...row }) => [row.id, { ...row, isDeleted: deletedAt !== null }]))
    },
    async open(positions) {
      if (positions.length === 0) return []
      const stored = await transaction
        .insertInto('position')
        .values(positions.map(({ id, terms }) => ({ userId, id, ...terms, deletedAt: null })))
        .returning(shownColumns)
        .execute()
      await record('open', positions)
      return stored
    },
    restore: (id, terms) => store('restore', id, terms),
    edit: (id, terms) => store('edit', id, terms),
    async remove(position) {
      await transaction
        .updateTable('position')
        .set({ deletedAt: now, updatedAt: now })
        .where('userId', '=', userId)
        .where('id', '=', position.id)
        .execute()
      await record('delete', [{ id: position.id, terms: pickTerms(position) }])
    },
  }
}

/** Lists a user's positions in the order in which they were added, without deleted ones. */
export function listPositions(database: Kysely<Tables>, userId: string): Promise<StoredPosition[]> {
  return database
    .selectFrom('position')
    .select(shownColumns)
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Makes a user's writes wait for each other, so that limits hold and no request sees partial changes from another. */
export async function lockUser(transaction: Kysely<Tables>, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`position ${userId}`}, 0))`.execute(transaction)
}
