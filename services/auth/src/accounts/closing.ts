import { type Runtime, translateDatabaseError } from '@callwright/service'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { AuthTables, ErasureTable } from '../db/schema.ts'
import { endSessions } from '../sessions/revocations.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { dataOwnerNames, type UserDataClient } from '../user-data.ts'
import { type Account, accountColumns, lockIfUnchanged } from './store.ts'

/**
 * Longer than a request can keep running after its account is closed: gateways learn of the closing within seconds, and
 * identities expire after 60 s.
 */
const SETTLED_MS = 2 * 60 * 1_000
/** Time that a process has to finish an erasure it has claimed. */
const LEASE_MS = 60_000
const BATCH = 50

type Erasure = Readonly<Omit<ErasureTable, 'dueAt'>>

interface ClosingStore {
  /**
   * Closes an account, ends its sessions and records the data that other services must erase, all in one transaction.
   * Returns the ids of the ended sessions, or null if the account has changed since it was read.
   */
  close(account: Account, at: Date): Promise<string[] | null>
  listEndedDemos(at: Date): Promise<Account[]>
  /** Claims a batch of due erasures. Erasures that are not finished within a minute become due again. */
  claim(at: Date): Promise<Erasure[]>
  /**
   * Removes a finished erasure. After the last one of the first round, also deletes the account's row, which frees its
   * names.
   */
  settle(erasure: Erasure): Promise<void>
}

export function createClosingStore(database: Kysely<AuthTables>): ClosingStore {
  const inTransaction = <T>(work: (tx: Transaction<AuthTables>) => Promise<T>): Promise<T> =>
    database.transaction().execute(work).catch(rethrow)

  return {
    close: (account, at) =>
      inTransaction(async (tx) => {
        if (!(await lockIfUnchanged(tx, account))) return null
        await tx.updateTable('account').set({ closedAt: at }).where('id', '=', account.id).execute()
        await tx.insertInto('erasure').values(planErasures(account.id, at)).execute()
        return endSessions(tx, account.id, { kind: 'all', but: null }, { reason: 'closed', at })
      }),

    listEndedDemos: (at) =>
      database
        .selectFrom('account')
        .select(accountColumns)
        .where('demoEndsAt', '<=', at)
        .where('closedAt', 'is', null)
        .limit(BATCH)
        .execute()
        .catch(rethrow),

    claim: (at) =>
      database
        .with('due', (query) =>
          query
            .selectFrom('erasure')
            .select(['accountId', 'keeper', 'isRepeat'])
            .where('dueAt', '<=', at)
            .orderBy('dueAt')
            .limit(BATCH)
            .forUpdate()
            .skipLocked(),
        )
        .updateTable('erasure')
        .from('due')
        .set({ dueAt: new Date(at.getTime() + LEASE_MS) })
        .whereRef('erasure.accountId', '=', 'due.accountId')
        .whereRef('erasure.keeper', '=', 'due.keeper')
        .whereRef('erasure.isRepeat', '=', 'due.isRepeat')
        .returning(['erasure.accountId', 'erasure.keeper', 'erasure.isRepeat'])
        .execute()
        .catch(rethrow),

    settle: ({ accountId, keeper, isRepeat }) =>
      inTransaction(async (tx) => {
        // Concurrent calls wait for this lock, so that the last one sees that no erasure is left.
        await tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
        await tx
          .deleteFrom('erasure')
          .where('accountId', '=', accountId)
          .where('keeper', '=', keeper)
          .where('isRepeat', '=', isRepeat)
          .execute()
        await sql`delete from account where id = ${accountId} and closed_at is not null and not exists (
          select 1 from erasure where account_id = ${accountId} and not is_repeat)`.execute(tx)
      }),
  }
}

function planErasures(accountId: string, at: Date): ErasureTable[] {
  const later = new Date(at.getTime() + SETTLED_MS)
  return dataOwnerNames.flatMap((keeper) => [
    { accountId, keeper, isRepeat: false, dueAt: at },
    { accountId, keeper, isRepeat: true, dueAt: later },
  ])
}

function rethrow(error: unknown): never {
  throw translateDatabaseError(error)
}

export interface Closing {
  /** Returns false if the account is already closed or has changed since it was read. */
  close(account: Account): Promise<boolean>
  /** Closes expired demos and runs the erasures that are due. Returns the number of completed erasures. */
  catchUp(): Promise<number>
}

interface Deps {
  readonly store: ClosingStore
  readonly userData: Pick<UserDataClient, 'erase'>
  readonly sessions: Pick<Sessions, 'publishEnded'>
  readonly runtime: Pick<Runtime, 'log' | 'onClose'>
  readonly now: () => number
}

/** Closes accounts immediately, and erases their data in other services as soon as those can be reached. */
export function createClosing({ store, userData, sessions, runtime, now }: Deps): Closing {
  async function close(account: Account): Promise<boolean> {
    const at = new Date(now())
    const ended = await store.close(account, at)
    if (ended === null) return false
    runtime.log.info({ account_id: account.id, is_demo: account.demoEndsAt !== null }, 'account.closed')
    await sessions.publishEnded(ended, 'closed', at)
    return true
  }

  /** Runs the erasures that are due and logs one line for all of them. A failed one is due again a minute later. */
  async function eraseDue(): Promise<number> {
    const at = new Date(now())
    let done = 0
    const failures: unknown[] = []
    for (let claimed = await store.claim(at); claimed.length > 0; ) {
      for (const erasure of claimed) {
        await erase(erasure).then(
          () => (done += 1),
          (error: unknown) => failures.push(error),
        )
      }
      claimed = await store.claim(at)
    }
    if (done > 0) runtime.log.info({ done }, 'erasure.done')
    if (failures.length > 0) runtime.log.warn({ err: failures[0], failed: failures.length }, 'erasure.failed')
    return done
  }

  async function erase(erasure: Erasure): Promise<void> {
    await userData.erase(erasure.keeper, erasure.accountId)
    await store.settle(erasure)
  }

  async function closeEndedDemos(): Promise<void> {
    for (let ended = await store.listEndedDemos(new Date(now())); ended.length > 0; ) {
      for (const account of ended) await close(account)
      ended = await store.listEndedDemos(new Date(now()))
    }
  }

  const running = new Set<Promise<void>>()
  runtime.onClose('erasures', async () => void (await Promise.all(running)))

  /** Starts a round of erasures in the background. The next round repeats unfinished erasures. */
  function beginErasing(): void {
    const round = eraseDue().then(
      () => void running.delete(round),
      (error: unknown) => {
        running.delete(round)
        runtime.log.warn({ err: error }, 'erasure.failed')
      },
    )
    running.add(round)
  }

  return {
    async close(account) {
      const isClosed = await close(account)
      if (isClosed) beginErasing()
      return isClosed
    },
    async catchUp() {
      await closeEndedDemos()
      return eraseDue()
    },
  }
}
