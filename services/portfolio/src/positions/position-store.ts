import { setTimeout as delay } from 'node:timers/promises'
import { translateErrors } from '@callwright/service'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { EventKind, Tables } from '../db/schema.ts'
import { keyReused, writesWaiting } from '../errors.ts'
import { listImportMaps } from '../import/import-maps.ts'
import { createLedgerReader, type Ledger, openLedgerBook } from '../ledger/ledger-book.ts'
import { createPositionBook, listPositions, type PositionBook, type StoredPosition } from './position-book.ts'

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

/** An event as the export of a user's data shows it. */
export interface ExportedEvent {
  readonly eventId: string | null
  readonly positionId: string | null
  readonly chainId: string | null
  readonly kind: EventKind
  readonly occurredOn: string | null
  readonly feesUsd: number | null
  readonly voids: string | null
  readonly note: string | null
  readonly terms: Readonly<Record<string, unknown>> | null
  readonly body: Readonly<Record<string, unknown>> | null
  readonly recordedAt: Date
}

export type PositionStore = ReturnType<typeof createPositionStore>

/**
 * Creates the store, which together with `createPositionBook` contains all SQL for positions. Each statement is limited
 * to one user.
 */
export function createPositionStore(database: Kysely<Tables>) {
  const enqueue = createPerUserQueue()
  const ledgers = createLedgerReader()
  /** Positions by the ledger they were read with. Every change of a position adds an event, which makes a new ledger. */
  const positionsOf = new WeakMap<Ledger, readonly StoredPosition[]>()
  async function readWithPositions(transaction: Transaction<Tables>, userId: string) {
    const ledger = await ledgers.read(transaction, userId)
    const positions = positionsOf.get(ledger) ?? (await listPositions(transaction, userId))
    if (ledger.events.length > 0) positionsOf.set(ledger, positions)
    return { ledger, positions }
  }
  const transact = <T>(userId: string, work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> =>
    enqueue(userId, () =>
      database.transaction().execute(async (transaction) => {
        await lockUser(transaction, userId)
        return work(transaction)
      }),
    )
  return translateErrors({
    list: (userId: string): Promise<StoredPosition[]> => listPositions(database, userId),

    /** Positions, ledger and settings of chains, from one snapshot. */
    read: (userId: string) =>
      database
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (transaction) => ({
          ...(await readWithPositions(transaction, userId)),
          chains: await listChainSettings(transaction, userId),
        })),

    /** Everything about the user's ledger that a file can hold, from one snapshot. */
    readCopy: (userId: string) =>
      database
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (transaction) => {
          const ledger = await ledgers.read(transaction, userId)
          const chains = await listChainSettings(transaction, userId)
          const rows = await transaction
            .selectFrom('position')
            .select(['id', 'notes'])
            .where('userId', '=', userId)
            .where('notes', 'is not', null)
            .execute()
          return {
            ledger,
            chains,
            callNotes: new Map(rows.flatMap(({ id, notes }) => (notes === null ? [] : [[id, notes]]))),
          }
        }),

    /** Reads the user's positions and all their ledger events, in order, from one snapshot. */
    /** Stocks with shares or open calls in any user's portfolio, sorted. */
    async listHeldSymbols(): Promise<string[]> {
      const held = await database
        .selectFrom('chain')
        .select('symbol')
        .distinct()
        .where((where) => where.or([where('shares', '>', 0), where('openContracts', '>', 0)]))
        .orderBy('symbol')
        .execute()
      return held.map(({ symbol }) => symbol)
    },

    readHistory: (userId: string) =>
      database
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (transaction) => {
          const positions = await listPositions(transaction, userId)
          const events: ExportedEvent[] = await transaction
            .selectFrom('positionEvent')
            .select(['eventId', 'positionId', 'chainId', 'kind', 'occurredOn', 'feesUsd', 'voids', 'note'])
            .select(['terms', 'body', 'recordedAt'])
            .where('userId', '=', userId)
            .orderBy('sequence')
            .execute()
          const chains = await listChainSettings(transaction, userId)
          const maps = await listImportMaps(transaction, userId)
          return { positions, events, chains, maps }
        }),

    /**
     * Throws `idempotency_key_reused`, `writes_waiting`, or an error from `work`. In all of these cases, nothing is
     * written.
     */
    async write<T>(userId: string, key: WriteKey | null, work: (book: PositionBook) => Promise<T>) {
      const { outcome, ledger } = await transact(userId, async (transaction) => {
        const stored = key === null ? null : await findStoredAnswer(transaction, userId, key)
        const repeated: WriteOutcome<T> | null = stored === null ? null : { isRepeated: true, answer: stored }
        if (repeated !== null) return { outcome: repeated, ledger: null }
        const book = openLedgerBook(transaction, userId, ledgers)
        const answer = await work(createPositionBook(transaction, userId, book))
        if (key !== null) await storeAnswer(transaction, userId, key, answer)
        const written: WriteOutcome<T> = { isRepeated: false, answer }
        return { outcome: written, ledger: await book.read() }
      })
      // Only once the transaction is committed.
      if (ledger !== null) ledgers.remember(userId, ledger)
      return outcome
    },

    /** Erases all data about a user, including the ledger. */
    erase: (userId: string) =>
      transact(userId, async (transaction): Promise<Erased> => {
        // The ledger's trigger allows deletion only with this setting, which is reset at the end of the transaction.
        await sql`select set_config('portfolio.erased_user', ${userId}, true)`.execute(transaction)
        await transaction.deleteFrom('keptAnswer').where('userId', '=', userId).execute()
        await transaction.deleteFrom('importMap').where('userId', '=', userId).execute()
        const events = await transaction.deleteFrom('positionEvent').where('userId', '=', userId).executeTakeFirst()
        const positions = await transaction.deleteFrom('position').where('userId', '=', userId).executeTakeFirst()
        await transaction.deleteFrom('chain').where('userId', '=', userId).execute()
        ledgers.forget(userId)
        return { events: Number(events.numDeletedRows), positions: Number(positions.numDeletedRows) }
      }),
  })
}

/** Settings of a chain. */
export interface ChainSettings {
  readonly id: string
  readonly symbol: string
  readonly account: string | null
  readonly taxDeferred: boolean
  readonly intent: 'keep_shares' | 'happy_to_sell' | null
  readonly note: string | null
}

const listChainSettings = (database: Kysely<Tables>, userId: string): Promise<ChainSettings[]> =>
  database
    .selectFrom('chain')
    .select(['id', 'symbol', 'account', 'taxDeferred', 'intent', 'note'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()

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
