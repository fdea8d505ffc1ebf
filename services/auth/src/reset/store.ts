import { translateDatabaseError } from '@callwright/service'
import type { Kysely } from 'kysely'
import { type Account, accountColumns } from '../accounts/store.ts'
import type { AuthTables } from '../db/schema.ts'

export interface ResetStore {
  insert(reset: { readonly tokenHash: Buffer; readonly accountId: string; readonly expiresAt: Date }): Promise<void>
  /** Finds the open account of a token that is still valid. */
  findAccount(tokenHash: Buffer, at: Date): Promise<Account | null>
}

export function createResetStore(database: Kysely<AuthTables>): ResetStore {
  return {
    async insert(reset) {
      await database.insertInto('passwordReset').values(reset).execute().catch(rethrow)
    },
    async findAccount(tokenHash, at) {
      const found = await database
        .selectFrom('account')
        .select(accountColumns)
        .where('closedAt', 'is', null)
        .where('id', '=', (account) =>
          account
            .selectFrom('passwordReset')
            .select('accountId')
            .where('tokenHash', '=', tokenHash)
            .where('expiresAt', '>', at),
        )
        .executeTakeFirst()
        .catch(rethrow)
      return found ?? null
    },
  }
}

function rethrow(error: unknown): never {
  throw translateDatabaseError(error)
}
