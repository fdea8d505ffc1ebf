import { translateDatabaseError } from '@callwright/service'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Account, accountColumns, lockAsRead } from '../accounts/store.ts'
import type { AuthTables, ErasureTable } from '../db/schema.ts'
import { keeperNames } from '../keepers.ts'
import { endSessions } from '../sessions/end-sessions.ts'

/** Longer than what was under way at the closing can last: gateways hear of it within seconds, an identity lives 60 s. */
const SETTLED_MS = 2 * 60 * 1_000
/** Who claims an erasure has so long for it; then it is due again. */
const CLAIM_MS = 60_000
const BATCH = 50

export type Erasure = Readonly<Omit<ErasureTable, 'dueAt'>>

export interface ClosingStore {
  /**
   * Closes an account, ends its sessions and writes down what others have to erase, all or nothing; the ids of the sessions.
   * Null where the account is not what it was when it was read.
   */
  close(account: Account, at: Date): Promise<string[] | null>
  /** Demo accounts whose time is over, a few at a time. */
  listEndedDemos(at: Date): Promise<Account[]>
  /** Erasures that are due, a few at a time. They are nobody else's for a minute, and due again after it. */
  claim(at: Date): Promise<Erasure[]>
  /** Takes an erasure off the list; with the last of the first round the account's own row goes, and its names are free. */
  settle(erasure: Erasure): Promise<void>
}

export function createClosingStore(database: Kysely<AuthTables>): ClosingStore {
  const inTransaction = <T>(work: (tx: Transaction<AuthTables>) => Promise<T>): Promise<T> =>
    database.transaction().execute(work).catch(rethrow)

  return {
    close: (account, at) =>
      inTransaction(async (tx) => {
        if (!(await lockAsRead(tx, account))) return null
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
        .set({ dueAt: new Date(at.getTime() + CLAIM_MS) })
        .whereRef('erasure.accountId', '=', 'due.accountId')
        .whereRef('erasure.keeper', '=', 'due.keeper')
        .whereRef('erasure.isRepeat', '=', 'due.isRepeat')
        .returning(['erasure.accountId', 'erasure.keeper', 'erasure.isRepeat'])
        .execute()
        .catch(rethrow),

    settle: ({ accountId, keeper, isRepeat }) =>
      inTransaction(async (tx) => {
        // Two that settle at once must each see what the other took off.
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
  return keeperNames.flatMap((keeper) => [
    { accountId, keeper, isRepeat: false, dueAt: at },
    { accountId, keeper, isRepeat: true, dueAt: later },
  ])
}

function rethrow(error: unknown): never {
  throw translateDatabaseError(error)
}
