import { readUniqueViolation, translateDatabaseError } from '@callwright/service'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { AccountTable, AuthTables } from '../db/schema.ts'
import { endSessions } from '../sessions/end-sessions.ts'

export type Account = Readonly<Omit<Selectable<AccountTable>, 'closedAt'>>

export interface AccountStore {
  /** False where the username or the email is taken. */
  insert(account: Account): Promise<boolean>
  /** By username or email, in normalised form. Closed accounts are nowhere. */
  findByName(nameKey: string): Promise<Account | null>
  find(id: string): Promise<Account | null>
  /**
   * Puts a new password in the place of the one `account` was read with, and ends every session but one; the ids of those
   * it ended. Null where the account has another password by now, or is closed.
   */
  changePassword(account: Account, change: PasswordChange): Promise<string[] | null>
}

interface PasswordChange {
  readonly passwordHash: string
  readonly keptSessionId: string
  readonly at: Date
}

export const accountColumns = [
  ...(['id', 'username', 'usernameKey', 'email', 'emailKey', 'fullName', 'passwordHash'] as const),
  ...(['createdAt', 'demoEndsAt'] as const),
] as const

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => uuidPattern.test(text)

export function createAccountStore(database: Kysely<AuthTables>): AccountStore {
  const openAccounts = () => database.selectFrom('account').select(accountColumns).where('closedAt', 'is', null)

  return {
    async insert(account) {
      try {
        await database.insertInto('account').values(account).execute()
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
    changePassword: (account, { passwordHash, keptSessionId, at }) =>
      database
        .transaction()
        .execute(async (tx) => {
          if (!(await lockAsRead(tx, account))) return null
          await tx.updateTable('account').set({ passwordHash }).where('id', '=', account.id).execute()
          return endSessions(tx, account.id, { kind: 'all', but: keptSessionId }, { reason: 'password', at })
        })
        .catch(rethrow),
  }
}

/**
 * Holds an account's row to the end of the transaction; false where it is not what it was when it was read: closed, or
 * with another password. What rests on a password that was checked must ask, for checking takes its time.
 */
export async function lockAsRead(
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
  const held = await (mode === 'update' ? row.forUpdate() : row.forShare()).executeTakeFirst()
  return held !== undefined
}

function rethrow(error: unknown): never {
  throw translateDatabaseError(error)
}
