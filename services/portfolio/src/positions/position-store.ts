import { translateErrors } from '@callwright/service'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { EventKind, Tables } from '../db/schema.ts'
import { keyReused } from '../errors.ts'
import { createPerUserQueue } from './per-user-queue.ts'
import { createPositionBook, listPositions, lockUser, type PositionBook, type StoredPosition } from './position-book.ts'

/** A request's idempotency key, and a digest of the request. */
export interface WriteKey {
  readonly key: string
  readonly fingerprint: string
}

/** A new response, or the one stored under the same key. */
export type WriteOutcome<T> =
  | { readonly isRepeated: false; readonly answer: T }
  | { readonly isRepeated: true; readonly answer: unknown }

export interface Erased {
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
