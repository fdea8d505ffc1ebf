import { translateDatabaseError } from '@callwright/service'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Account } from '../accounts/store.ts'
import type { AuthTables } from '../db/schema.ts'

export interface Session {
  readonly id: string
  readonly accountId: string
  readonly userAgent: string | null
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly idleExpiresAt: Date
  readonly absoluteExpiresAt: Date
}

export interface StoredToken {
  readonly usedAt: Date | null
  readonly sealedSuccessor: Buffer | null
}

/** A session with its account, locked against every other use of its tokens. */
export interface Family {
  readonly session: Session & { readonly revokedAt: Date | null }
  readonly account: Account
  readonly token: StoredToken
  findToken(tokenHash: Buffer): Promise<StoredToken | null>
  /** Marks `usedHash` used and puts its successor in its place. */
  rotate(step: {
    readonly usedHash: Buffer
    readonly sealedSuccessor: Buffer
    readonly successorHash: Buffer
    readonly at: Date
    readonly idleExpiresAt: Date
  }): Promise<void>
  revoke(reason: RevocationReason, at: Date): Promise<void>
}

export type RevocationReason = 'logout' | 'reuse'

export interface SessionStore {
  insert(session: Session, tokenHash: Buffer): Promise<void>
  /** Runs `work` on the family of a token in one transaction; null where no such token is known. */
  withFamily<T>(tokenHash: Buffer, work: (family: Family | null) => Promise<T>): Promise<T>
  /** The ids of the sessions this ended: of those asked for, the account's own that were still alive. */
  revoke(accountId: string, selection: SessionSelection, reason: RevocationReason, at: Date): Promise<string[]>
}

/** A session by id, and the one a refresh token belongs to. */
export interface SessionSelection {
  readonly sessionId: string
  readonly tokenHash: Buffer | null
}

type Tx = Transaction<AuthTables>

export function createSessionStore(database: Kysely<AuthTables>): SessionStore {
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    database
      .transaction()
      .execute(work)
      .catch((error: unknown) => {
        throw translateDatabaseError(error)
      })

  return {
    insert: (session, tokenHash) =>
      inTransaction(async (tx) => {
        await tx.insertInto('session').values(session).execute()
        await insertToken(tx, tokenHash, session.id, session.createdAt)
      }),
    withFamily: (tokenHash, work) => inTransaction(async (tx) => work(await lockFamily(tx, tokenHash))),
    revoke: (accountId, { sessionId, tokenHash }, reason, at) =>
      inTransaction(async (tx) => {
        const owners = tx.selectFrom('refreshToken').select('sessionId').where('tokenHash', '=', tokenHash)
        const ended = await tx
          .updateTable('session')
          .set({ revokedAt: at, revokedReason: reason })
          .where('accountId', '=', accountId)
          .where('revokedAt', 'is', null)
          .where((where) => where.or([where('id', '=', sessionId), where('id', 'in', owners)]))
          .returning('id')
          .execute()
        const ids = ended.map(({ id }) => id)
        await announce(tx, ids, at)
        return ids
      }),
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
  // Read after the lock is held, by a statement of its own: a joined read could still see the token as it was before.
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
      await announce(tx, [locked.id], at)
    },
  }
}

async function readSession(tx: Tx, id: string): Promise<Pick<Family, 'session' | 'account'> | undefined> {
  const row = await tx
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.accountId')
    .select(['accountId', 'userAgent', 'session.createdAt', 'lastUsedAt', 'idleExpiresAt', 'absoluteExpiresAt'])
    .select(['revokedAt', 'username', 'usernameKey', 'email', 'emailKey', 'fullName', 'passwordHash'])
    .select('account.createdAt as accountCreatedAt')
    .where('session.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { accountId, username, usernameKey, email, emailKey, fullName, passwordHash, accountCreatedAt, ...rest } = row
  const names = { username, usernameKey, email, emailKey, fullName, passwordHash }
  return {
    session: { ...rest, id, accountId },
    account: { ...names, id: accountId, createdAt: accountCreatedAt },
  }
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

/** Under a lock held to the commit, so that ids appear in their order and no reader of the feed skips one. */
async function announce(tx: Tx, sids: readonly string[], revokedAt: Date): Promise<void> {
  if (sids.length === 0) return
  await sql`select pg_advisory_xact_lock(hashtext('callwright.auth.revocation'))`.execute(tx)
  await tx
    .insertInto('revocation')
    .values(sids.map((sid) => ({ sid, revokedAt })))
    .execute()
}
