import { createHash, randomBytes } from 'node:crypto'
import { translateDatabaseError } from '@callwright/service'
import type { Kysely } from 'kysely'
import type { AuthTables } from '../db/schema.ts'

const CODE_BYTES = 15
const DAY_MS = 24 * 60 * 60 * 1_000
export const INVITATION_DAYS = 7

const hashCode = (code: string) => createHash('sha256').update(code.trim()).digest()

/** Codes with which one visitor each may create an account while sign-up is by invitation. */
export interface Invitations {
  /** Creates a code that is valid for a week. It is returned once and stored only as a hash. */
  create(): Promise<string>
  /** Uses a code up. Returns false if it is unknown, used or expired. */
  redeem(code: string): Promise<boolean>
  /** Makes a code valid again, because the registration failed. */
  giveBack(code: string): Promise<void>
}

export function createInvitations(database: Kysely<AuthTables>, now: () => number): Invitations {
  const rethrow = (error: unknown): never => {
    throw translateDatabaseError(error)
  }
  return {
    async create() {
      const code = randomBytes(CODE_BYTES).toString('base64url')
      const createdAt = new Date(now())
      const expiresAt = new Date(now() + INVITATION_DAYS * DAY_MS)
      await database
        .insertInto('invitation')
        .values({ codeHash: hashCode(code), createdAt, expiresAt })
        .execute()
      return code
    },
    async redeem(code) {
      const at = new Date(now())
      const { numUpdatedRows } = await database
        .updateTable('invitation')
        .set({ usedAt: at })
        .where('codeHash', '=', hashCode(code))
        .where('usedAt', 'is', null)
        .where('expiresAt', '>', at)
        .executeTakeFirst()
        .catch(rethrow)
      return numUpdatedRows === 1n
    },
    async giveBack(code) {
      await database
        .updateTable('invitation')
        .set({ usedAt: null })
        .where('codeHash', '=', hashCode(code))
        .execute()
        .catch(rethrow)
    },
  }
}
