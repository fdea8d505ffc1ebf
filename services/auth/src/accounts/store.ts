import { readUniqueViolation, translateDatabaseError } from '@callwright/service'
import type { Kysely } from 'kysely'
import type { AccountTable, AuthTables } from '../db/schema.ts'

export type Account = Readonly<AccountTable>

export interface AccountStore {
  /** False where the username or the email is taken. */
  insert(account: Account): Promise<boolean>
  /** By username or email, in normalised form. */
  findByName(nameKey: string): Promise<Account | null>
  find(id: string): Promise<Account | null>
}

const columns = ['id', 'username', 'usernameKey', 'email', 'emailKey', 'fullName', 'passwordHash', 'createdAt'] as const
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function createAccountStore(database: Kysely<AuthTables>): AccountStore {
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
      const query = database
        .selectFrom('account')
        .select(columns)
        .where((where) => where.or([where('usernameKey', '=', nameKey), where('emailKey', '=', nameKey)]))
      return (await query.executeTakeFirst().catch(rethrow)) ?? null
    },
    async find(id) {
      if (!uuidPattern.test(id)) return null
      const query = database.selectFrom('account').select(columns).where('id', '=', id)
      return (await query.executeTakeFirst().catch(rethrow)) ?? null
    },
  }
}

function rethrow(error: unknown): never {
  throw translateDatabaseError(error)
}
