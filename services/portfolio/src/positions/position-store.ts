import { setTimeout as delay } from 'node:timers/promises'
import { translateErrors } from '@callwright/service'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { EventKind, Tables } from '../db/schema.ts'
import { keyReused, writesWaiting } from '../errors.ts'
import type { IdentifiedTerms, PositionTerms } from './position-terms.ts'

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
  'ticker as symbol',
  'entryDate',
  'expiryDate as expiration',
  'strikePrice as strike',
  'entryPremium as premium',
  'entryPrice',
  'contracts',
  'notes',
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

function createPositionBook(transaction: Transaction<Tables>, userId: string): PositionBook {
  async function record(kind: EventKind, positions: readonly IdentifiedTerms[]): Promise<void> {
    const rows = positions.map(({ id, terms }) => ({
      ...{ userId, positionId: id, kind },
      terms: kind === 'delete' ? null : JSON.stringify(toColumns(terms)),
    }))
    await transaction.insertInto('positionEvent').values(rows).execute()
  }

  async function store(kind: 'edit' | 'restore', id: string, terms: PositionTerms): Promise<StoredPosition> {
    const stored = await transaction
      .updateTable('position')
      .set({ ...toColumns(terms), updatedAt: now, deletedAt: null })
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
        .values(positions.map(({ id, terms }) => ({ userId, id, ...toColumns(terms), deletedAt: null })))
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
      await record('delete', [{ id: position.id, terms: position }])
    },
  }
}

/** Lists a user's positions in the order in which they were added, without deleted ones. */
function listPositions(database: Kysely<Tables>, userId: string): Promise<StoredPosition[]> {
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
async function lockUser(transaction: Kysely<Tables>, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`position ${userId}`}, 0))`.execute(transaction)
}

/** A request's idempotency key, and a digest of the request. */
export interface WriteKey {
  readonly key: string
  readonly fingerprint: string
}

/** A new response, or the one stored under the same key. */
type WriteOutcome<T> =
  | { readonly isRepeated: false; readonly answer: T }
  | { readonly isRepeated: true; readonly answer: unknown }

interface Erased {
  readonly positions: number
  readonly events: number
}

export interface LedgerEvent {
  readonly positionId: string
  readonly kind: EventKind
  readonly terms: Readonly<Record<string, unknown>> | null
  readonly recordedAt: Date
}

export type PositionStore = ReturnType<typeof createPositionStore>

/**
 * Creates the store, which together with `createPositionBook` contains all SQL for positions. Each statement is limited
 * to one user.
 */
export function createPositionStore(database: Kysely<Tables>) {
  const enqueue = createPerUserQueue()
  const transact = <T>(userId: string, work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> =>
    enqueue(userId, () =>
      database.transaction().execute(async (transaction) => {
        await lockUser(transaction, userId)
        return work(transaction)
      }),
    )
  return translateErrors({
    list: (userId: string): Promise<StoredPosition[]> => listPositions(database, userId),

    /** Reads the user's positions and all their ledger events, in order, from one snapshot. */
    readHistory: (userId: string) =>
      database
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (transaction) => {
          const positions = await listPositions(transaction, userId)
          const events: LedgerEvent[] = await transaction
            .selectFrom('positionEvent')
            .select(['positionId', 'kind', 'terms', 'recordedAt'])
            .where('userId', '=', userId)
            .orderBy('sequence')
            .execute()
          return { positions, events }
        }),

    /**
     * Throws `idempotency_key_reused`, `writes_waiting`, or an error from `work`. In all of these cases, nothing is
     * written.
     */
    write: <T>(userId: string, key: WriteKey | null, work: (book: PositionBook) => Promise<T>) =>
      transact(userId, async (transaction): Promise<WriteOutcome<T>> => {
        const stored = key === null ? null : await findStoredAnswer(transaction, userId, key)
        if (stored !== null) return { isRepeated: true, answer: stored }
        const answer = await work(createPositionBook(transaction, userId))
        if (key !== null) await storeAnswer(transaction, userId, key, answer)
        return { isRepeated: false, answer }
      }),

    /** Erases all data about a user, including the ledger. */
    erase: (userId: string) =>
      transact(userId, async (transaction): Promise<Erased> => {
        // The ledger's trigger allows deletion only with this setting, which is reset at the end of the transaction.
        await sql`select set_config('portfolio.erased_user', ${userId}, true)`.execute(transaction)
        await transaction.deleteFrom('keptAnswer').where('userId', '=', userId).execute()
        const events = await transaction.deleteFrom('positionEvent').where('userId', '=', userId).executeTakeFirst()
        const positions = await transaction.deleteFrom('position').where('userId', '=', userId).executeTakeFirst()
        return { events: Number(events.numDeletedRows), positions: Number(positions.numDeletedRows) }
      }),
  })
}

/** Longer than any client retries a request. */
const ANSWER_TTL_HOURS = 48

async function findStoredAnswer(transaction: Transaction<Tables>, userId: string, { key, fingerprint }: WriteKey) {
  await transaction
    .deleteFrom('keptAnswer')
    .where('userId', '=', userId)
    .where('createdAt', '<', sql<Date>`now() - make_interval(hours => ${ANSWER_TTL_HOURS})`)
    .execute()
  const stored = await transaction
    .selectFrom('keptAnswer')
    .select(['fingerprint', 'answer'])
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (stored === undefined) return null
  if (stored.fingerprint !== fingerprint) throw keyReused()
  return stored.answer
}

async function storeAnswer(
  transaction: Transaction<Tables>,
  userId: string,
  { key, fingerprint }: WriteKey,
  answer: unknown,
): Promise<void> {
  await transaction
    .insertInto('keptAnswer')
    .values({ userId, key, fingerprint, answer: JSON.stringify(answer) })
    .execute()
}

/** Shorter than the gateway's timeout, even with the three seconds that a statement may take. */
const WAIT_TIMEOUT_MS = 2_000

/**
 * Runs each user's writes one at a time, in order. A waiting write doesn't hold a database connection. Throws
 * `writes_waiting` after the timeout.
 */
function createPerUserQueue() {
  const last = new Map<string, Promise<void>>()
  return async <T>(userId: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(userId)
    const ended = Promise.withResolvers<void>()
    const mine = Promise.all([before, ended.promise]).then(() => undefined)
    last.set(userId, mine)
    try {
      if (before !== undefined) await waitFor(before)
      return await work()
    } finally {
      ended.resolve()
      void mine.then(() => {
        if (last.get(userId) === mine) last.delete(userId)
      })
    }
  }
}

async function waitFor(previous: Promise<void>): Promise<void> {
  const waiting = new AbortController()
  const tooLate = delay(WAIT_TIMEOUT_MS, undefined, { signal: waiting.signal }).then(() => {
    throw writesWaiting()
  })
  try {
    await Promise.race([previous, tooLate])
  } finally {
    waiting.abort()
  }
}
