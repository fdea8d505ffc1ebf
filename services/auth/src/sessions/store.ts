import { translateDatabaseError } from '@callwright/service'
import type { Kysely, Transaction } from 'kysely'
import { type Account, accountColumns, lockIfUnchanged } from '../accounts/store.ts'
import type { AuthTables } from '../db/schema.ts'
import { endSessions, insertRevocations, type RevocationReason, type SessionSelection } from './revocations.ts'

export interface Session {
  readonly id: string
  readonly accountId: string
  readonly userAgent: string | null
  readonly createdAt: Date
  readonly lastUsedAt: Date
  /** Never later than `absoluteExpiresAt`. */
  readonly idleExpiresAt: Date
  readonly absoluteExpiresAt: Date
}

interface StoredToken {
  readonly usedAt: Date | null
  readonly sealedSuccessor: Buffer | null
}

/** A session and its account, locked so that no other request can use its tokens at the same time. */
export interface Family {
  readonly session: Session & { readonly revokedAt: Date | null }
  readonly account: Account
  readonly token: StoredToken
  findToken(tokenHash: Buffer): Promise<StoredToken | null>
  /** Marks `usedHash` as used and inserts its successor. */
  rotate(step: {
    readonly usedHash: Buffer
    readonly sealedSuccessor: Buffer
    readonly successorHash: Buffer
    readonly at: Date
    readonly idleExpiresAt: Date
  }): Promise<void>
  revoke(reason: RevocationReason, at: Date): Promise<void>
}

export interface SessionStore {
  /** Returns false if the account was closed, or its password changed, since it was read. */
  insert(account: Account, session: Session, tokenHash: Buffer): Promise<boolean>
  /** Runs `work` in one transaction with the token's family, or with null if the token is unknown. */
  withFamily<T>(tokenHash: Buffer, work: (family: Family | null) => Promise<T>): Promise<T>
  /** Lists active sessions, most recently used first. */
  list(accountId: string, at: Date): Promise<Session[]>
  /** Ends the selected sessions and returns the ids of those that were still active. */
  revoke(accountId: string, selection: SessionSelection, reason: RevocationReason, at: Date): Promise<string[]>
}

type Tx = Transaction<AuthTables>

const sessionColumns = [
  ...(['id', 'accountId', 'userAgent', 'createdAt', 'lastUsedAt'] as const),
  ...(['idleExpiresAt', 'absoluteExpiresAt'] as const),
] as const
const MAX_LISTED = 200

export function createSessionStore(database: Kysely<AuthTables>): SessionStore {
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    database
      .transaction()
      .execute(work)
      .catch((error: unknown) => {
        throw translateDatabaseError(error)
      })

  return {
    insert: (account, session, tokenHash) =>
      inTransaction(async (tx) => {
        if (!(await lockIfUnchanged(tx, account, 'share'))) return false
        await tx.insertInto('session').values(session).execute()
        await insertToken(tx, tokenHash, session.id, session.createdAt)
        return true
      }),
    withFamily: (tokenHash, work) => inTransaction(async (tx) => work(await lockFamily(tx, tokenHash))),
    list: (accountId, at) =>
      database
        .selectFrom('session')
        .select(sessionColumns)
        .where('accountId', '=', accountId)
        .where('revokedAt', 'is', null)
        .where('idleExpiresAt', '>', at)
        .orderBy('lastUsedAt', 'desc')
        .orderBy('id')
        .limit(MAX_LISTED)
        .execute()
        .catch((error: unknown) => {
          throw translateDatabaseError(error)
        }),
    revoke: (accountId, selection, reason, at) =>
      inTransaction((tx) => endSessions(tx, accountId, selection, { reason, at })),
  }
}

async function lockFamily(tx: Tx, tokenHash: Buffer): Promise<Family | null> {
  const locked = await tx
    .selectFrom('session')
    .select('id')
    .where('id', '=', tx.selectFrom('refreshToken').select('sessionId').where('tokenHash', '=', tokenHash))
    .forUpdate()
    .executeTakeFirst()
  if (locked === undefined) return null
  // A separate statement after taking the lock: a join could return the token's old state.
  const token = await findToken(tx, tokenHash)
  const row = await readSession(tx, locked.id)
  if (token === null || row === undefined) return null
  return {
    ...row,
    token,
    findToken: (hash) => findToken(tx, hash),
    async rotate({ usedHash, sealedSuccessor, successorHash, at, idleExpiresAt }) {
      await tx
        .updateTable('refreshToken')
        .set({ usedAt: at, sealedSuccessor })
        .where('tokenHash', '=', usedHash)
        .execute()
      await insertToken(tx, successorHash, locked.id, at)
      await tx.updateTable('session').set({ lastUsedAt: at, idleExpiresAt }).where('id', '=', locked.id).execute()
    },
    async revoke(reason, at) {
      const change = { revokedAt: at, revokedReason: reason }
      await tx.updateTable('session').set(change).where('id', '=', locked.id).execute()
      await insertRevocations(tx, [locked.id], at)
    },
  }
}

async function readSession(tx: Tx, id: string): Promise<Pick<Family, 'session' | 'account'> | undefined> {
  const columns = [...sessionColumns, 'revokedAt'] as const
  const session = await tx.selectFrom('session').select(columns).where('id', '=', id).executeTakeFirst()
  if (session === undefined) return undefined
  const of = tx.selectFrom('account').select(accountColumns).where('id', '=', session.accountId)
  const account = await of.executeTakeFirst()
  return account && { session, account }
}

async function findToken(tx: Tx, tokenHash: Buffer): Promise<StoredToken | null> {
  const row = await tx
    .selectFrom('refreshToken')
    .select(['usedAt', 'sealedSuccessor'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return row ?? null
}

async function insertToken(tx: Tx, tokenHash: Buffer, sessionId: string, issuedAt: Date): Promise<void> {
  await tx.insertInto('refreshToken').values({ tokenHash, sessionId, issuedAt }).execute()
}
