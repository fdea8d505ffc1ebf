import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { AuthTables } from '../db/schema.ts'

const CODE_BYTES = 15
const DAY_MS = 24 * 60 * 60 * 1_000
export const INVITATION_DAYS = 7

/** A used code is deleted with the creation of the account (`AccountStore.insert`). */
export const hashInvitation = (code: string): Buffer => createHash('sha256').update(code.trim()).digest()

/** Codes with which one visitor each may create an account while sign-up is by invitation. */
export interface Invitations {
  /** Creates a code that is valid for a week. It is returned once and stored only as a hash. */
  create(): Promise<string>
  /** Deletes expired codes, and returns their number. */
  purge(): Promise<number>
}

export function createInvitations(database: Kysely<AuthTables>, now: () => number): Invitations {
  return {
    async create() {
      const code = randomBytes(CODE_BYTES).toString('base64url')
      const createdAt = new Date(now())
      const expiresAt = new Date(now() + INVITATION_DAYS * DAY_MS)
      await database
        .insertInto('invitation')
        .values({ codeHash: hashInvitation(code), createdAt, expiresAt })
        .execute()
      return code
    },
    async purge() {
      const { numDeletedRows } = await database
        .deleteFrom('invitation')
        .where('expiresAt', '<=', new Date(now()))
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
