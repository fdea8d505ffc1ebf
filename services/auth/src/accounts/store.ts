import { readUniqueViolation, translateDatabaseError } from '@callwright/service'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { AccountTable, AuthTables } from '../db/schema.ts'
import { invitationRefused } from '../errors.ts'
import { endSessions } from '../sessions/revocations.ts'

export type Account = Readonly<Omit<Selectable<AccountTable>, 'closedAt'>>

/** A new account; the database adds the rest. */
export type NewAccount = Omit<Account, 'disabledAt'>

export interface AccountStore {
  /**
   * Returns false if the username or email is taken. With the hash of an invitation's code, uses the invitation up in the
   * same transaction, and throws a 403 if there is none that is valid.
   */
  insert(account: NewAccount, invitation?: Buffer | null): Promise<boolean>
  /** Finds an account by normalized username or email. Closed accounts are not found. */
  findByName(nameKey: string): Promise<Account | null>
  find(id: string): Promise<Account | null>
  /**
   * Replaces the account's password, ends all sessions but one, and returns the ids of the ended sessions. Returns null
   * if the account is closed, if its password has changed since `account` was read, or if the token is not valid.
   * Links that were sent for a lost password end.
   */
  changePassword(account: Account, change: PasswordChange): Promise<string[] | null>
  /** Disables or enables an account. Disabling ends all sessions, whose ids it returns. */
  setDisabled(account: Account, disabledAt: Date | null): Promise<string[]>
  /** Lists accounts by username, with the time of their last use. */
  listUsed(): Promise<readonly UsedAccount[]>
}

export interface UsedAccount extends Account {
  /** Null if the account has no session that is still known. */
  readonly lastUsedAt: Date | null
}

interface PasswordChange {
  readonly passwordHash: string
  /** Null ends all sessions. */
  readonly keptSessionId: string | null
  readonly at: Date
  /** Token of an email that permits the change; it must still be valid and is used up. */
  readonly resetTokenHash?: Buffer
}

export const accountColumns = [
  ...(['id', 'username', 'usernameKey', 'email', 'emailKey', 'fullName', 'passwordHash'] as const),
  ...(['createdAt', 'demoEndsAt', 'disabledAt'] as const),
] as const

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => uuidPattern.test(text)

export function createAccountStore(database: Kysely<AuthTables>): AccountStore {
  const openAccounts = () => database.selectFrom('account').select(accountColumns).where('closedAt', 'is', null)

  return {
    async insert(account, invitation = null) {
      try {
        await database.transaction().execute((tx) => insertAccount(tx, account, invitation))
        return true
      } catch (error) {
        if (readUniqueViolation(error) !== null) return false
        throw translateDatabaseError(error)
      }
    },
    async findByName(nameKey) {
      const query = openAccounts().where((where) =>
        where.or([where('usernameKey', '=', nameKey), where('emailKey', '=', nameKey)]),
      )
      return (await query.executeTakeFirst().catch(rethrow)) ?? null
    },
    async find(id) {
      if (!isUuid(id)) return null
      return (await openAccounts().where('id', '=', id).executeTakeFirst().catch(rethrow)) ?? null
    },
    changePassword: (account, { passwordHash, keptSessionId, at, resetTokenHash }) =>
      database
        .transaction()
        .execute(async (tx) => {
          if (!(await lockIfUnchanged(tx, account))) return null
          if (resetTokenHash !== undefined && !(await isValidReset(tx, resetTokenHash, at))) return null
          await tx.deleteFrom('passwordReset').where('accountId', '=', account.id).execute()
          await tx.updateTable('account').set({ passwordHash }).where('id', '=', account.id).execute()
          return endSessions(tx, account.id, { kind: 'all', but: keptSessionId }, { reason: 'password', at })
        })
        .catch(rethrow),
    setDisabled: ({ id }, disabledAt) =>
      database
        .transaction()
        .execute(async (tx) => {
          await tx.updateTable('account').set({ disabledAt }).where('id', '=', id).execute()
          if (disabledAt === null) return []
          return endSessions(tx, id, { kind: 'all', but: null }, { reason: 'disabled', at: disabledAt })
        })
        .catch(rethrow),
    listUsed: () =>
      openAccounts()
        .select((account) =>
          account
            .selectFrom('session')
            .select((session) => session.fn.max('lastUsedAt').as('at'))
            .whereRef('accountId', '=', 'account.id')
            .as('lastUsedAt'),
        )
        .orderBy('usernameKey')
        .execute()
        .catch(rethrow),
  }
}

/** Inserts an account and uses the invitation up, if there is one. */
export async function insertAccount(
  tx: Transaction<AuthTables>,
  account: NewAccount,
  invitation: Buffer | null,
): Promise<void> {
  if (invitation !== null) await useInvitation(tx, invitation, account.createdAt)
  await tx.insertInto('account').values(account).execute()
}

async function isValidReset(tx: Transaction<AuthTables>, tokenHash: Buffer, at: Date): Promise<boolean> {
  const valid = tx.selectFrom('passwordReset').select('accountId')
  const found = await valid.where('tokenHash', '=', tokenHash).where('expiresAt', '>', at).executeTakeFirst()
  return found !== undefined
}

async function useInvitation(tx: Transaction<AuthTables>, codeHash: Buffer, at: Date): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('invitation')
    .where('codeHash', '=', codeHash)
    .where('expiresAt', '>', at)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw invitationRefused()
}

/**
 * Locks an account's row until the end of the transaction. Returns false if the account was closed, or its password
 * changed, since it was read. Call it after a password check, which is slow enough for that to happen.
 */
export async function lockIfUnchanged(
  tx: Transaction<AuthTables>,
  { id, passwordHash }: Account,
  mode: 'update' | 'share' = 'update',
): Promise<boolean> {
  const row = tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .where('passwordHash', 'is not distinct from', passwordHash)
  // A disabled account starts no session, but can be changed and closed.
  const held = await (mode === 'update'
    ? row.forUpdate()
    : row.where('disabledAt', 'is', null).forShare()
  ).executeTakeFirst()
  return held !== undefined
}

function rethrow(error: unknown): never {
  throw translateDatabaseError(error)
}
