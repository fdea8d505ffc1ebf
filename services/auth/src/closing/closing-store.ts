import { translateDatabaseError } from '@callwright/service'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Account, accountColumns, lockIfUnchanged } from '../accounts/store.ts'
import type { AuthTables, ErasureTable } from '../db/schema.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { dataOwnerNames } from '../user-data.ts'

/**
 * Longer than a request can keep running after its account is closed: gateways learn of the closing within seconds, and
 * identities expire after 60 s.
 */
const SETTLED_MS = 2 * 60 * 1_000
/** Time that a process has to finish an erasure it has claimed. */
const LEASE_MS = 60_000
const BATCH = 50

export type Erasure = Readonly<Omit<ErasureTable, 'dueAt'>>

export interface ClosingStore {
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
