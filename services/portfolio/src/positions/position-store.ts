import { translateErrors } from '@callwright/service'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { EventKind, Tables } from '../db/schema.ts'
import { keyReused } from '../errors.ts'
import { createPositionBook, listPositions, lockUser, type PositionBook, type StoredPosition } from './position-book.ts'
import { createUserTurns } from './user-turns.ts'

/** A request that may come twice: the client's key for it, and a digest of what it asks. */
export interface WriteKey {
  readonly key: string
  readonly fingerprint: string
}

/** The work's own answer, or the one that was kept for its key. */
export type WriteOutcome<T> =
  | { readonly isRepeated: false; readonly answer: T }
  | { readonly isRepeated: true; readonly answer: unknown }

export interface Erased {
  readonly positions: number
  readonly events: number
}

/** One line of the ledger. */
export interface LedgerEvent {
  readonly positionId: string
  readonly kind: EventKind
  readonly terms: Readonly<Record<string, unknown>> | null
  readonly recordedAt: Date
}

export type PositionStore = ReturnType<typeof createPositionStore>

/** All SQL about positions, with `createPositionBook`; every statement is of one user. */
export function createPositionStore(database: Kysely<Tables>) {
  const takeTurn = createUserTurns()
  const transact = <T>(userId: string, work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> =>
    takeTurn(userId, () =>
      database.transaction().execute(async (transaction) => {
        await lockUser(transaction, userId)
        return work(transaction)
      }),
    )
  return translateErrors({
    /** The user's positions, in the order they were added. */
    list: (userId: string): Promise<StoredPosition[]> => listPositions(database, userId),

    /** The same, and every event of the ledger in its order, as they stood at one moment. */
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

    /** Throws `idempotency_key_reused`, `writes_waiting`, and whatever `work` throws; then nothing was written. */
    write: <T>(userId: string, key: WriteKey | null, work: (book: PositionBook) => Promise<T>) =>
      transact(userId, async (transaction): Promise<WriteOutcome<T>> => {
        const kept = key === null ? null : await findKept(transaction, userId, key)
        if (kept !== null) return { isRepeated: true, answer: kept }
        const answer = await work(createPositionBook(transaction, userId))
        if (key !== null) await keep(transaction, userId, key, answer)
        return { isRepeated: false, answer }
      }),

    /** Everything that is known of a user, the ledger included. */
    erase: (userId: string) =>
      transact(userId, async (transaction): Promise<Erased> => {
        // The one way past the trigger of the ledger; it ends with the transaction.
        await sql`select set_config('portfolio.erased_user', ${userId}, true)`.execute(transaction)
        await transaction.deleteFrom('keptAnswer').where('userId', '=', userId).execute()
        const events = await transaction.deleteFrom('positionEvent').where('userId', '=', userId).executeTakeFirst()
        const positions = await transaction.deleteFrom('position').where('userId', '=', userId).executeTakeFirst()
        return { events: Number(events.numDeletedRows), positions: Number(positions.numDeletedRows) }
      }),
  })
}

/** Longer than anybody goes on asking. */
const KEPT_HOURS = 48

async function findKept(transaction: Transaction<Tables>, userId: string, { key, fingerprint }: WriteKey) {
  await transaction
    .deleteFrom('keptAnswer')
    .where('userId', '=', userId)
    .where('createdAt', '<', sql<Date>`now() - make_interval(hours => ${KEPT_HOURS})`)
    .execute()
  const kept = await transaction
    .selectFrom('keptAnswer')
    .select(['fingerprint', 'answer'])
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (kept === undefined) return null
  if (kept.fingerprint !== fingerprint) throw keyReused()
  return kept.answer
}

async function keep(
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
