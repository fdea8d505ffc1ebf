import { readUniqueViolation, translateDatabaseError } from '@callwright/service'
import type { Kysely, Selectable } from 'kysely'
import { type Account, accountColumns, insertAccount, type NewAccount } from '../accounts/store.ts'
import type { AuthTables } from '../db/schema.ts'
import type { Claims } from './provider.ts'

export type OidcSignIn = Readonly<Selectable<AuthTables['oidcSignIn']>>
type Identity = Pick<Claims, 'issuer' | 'subject'>

export interface OidcStore {
  insert(
    signIn: Pick<OidcSignIn, 'secretHash' | 'state' | 'nonce' | 'verifier' | 'invitationHash' | 'expiresAt'>,
  ): Promise<void>
  /** Finds a sign-in that has not expired. */
  find(secretHash: Buffer, at: Date): Promise<OidcSignIn | null>
  /** Marks the provider's answer as used. Returns false if one was used before. */
  takeAnswer(secretHash: Buffer): Promise<boolean>
  setClaims(secretHash: Buffer, claims: Claims): Promise<void>
  /** Ends a sign-in. Returns false if another request has ended it. */
  remove(secretHash: Buffer): Promise<boolean>
  findAccount(identity: Identity): Promise<Account | null>
  /** Returns false if the identity is linked already. */
  link(identity: Identity, accountId: string, at: Date): Promise<boolean>
  /** Creates an account with its link. Returns false if the username, the email or the identity is taken. */
  createAccount(account: NewAccount, identity: Identity, invitation: Buffer | null): Promise<boolean>
}

export function createOidcStore(database: Kysely<AuthTables>): OidcStore {
  return {
    async insert(signIn) {
      await database.insertInto('oidcSignIn').values(signIn).execute().catch(rethrow)
    },
    async find(secretHash, at) {
      const query = database.selectFrom('oidcSignIn').selectAll().where('secretHash', '=', secretHash)
      return (await query.where('expiresAt', '>', at).executeTakeFirst().catch(rethrow)) ?? null
    },
    async takeAnswer(secretHash) {
      const { numUpdatedRows } = await database
        .updateTable('oidcSignIn')
        .set({ isAnswered: true })
        .where('secretHash', '=', secretHash)
        .where('isAnswered', '=', false)
        .executeTakeFirst()
        .catch(rethrow)
      return numUpdatedRows > 0n
    },
    async setClaims(secretHash, claims) {
      await database.updateTable('oidcSignIn').set(claims).where('secretHash', '=', secretHash).execute().catch(rethrow)
    },
    async remove(secretHash) {
      const removed = database.deleteFrom('oidcSignIn').where('secretHash', '=', secretHash)
      return (await removed.executeTakeFirst().catch(rethrow)).numDeletedRows > 0n
    },
    async findAccount({ issuer, subject }) {
      const account = await database
        .selectFrom('oidcIdentity')
        .innerJoin('account', 'account.id', 'oidcIdentity.accountId')
        .select(accountColumns.map((column) => `account.${column}` as const))
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .where('closedAt', 'is', null)
        .executeTakeFirst()
        .catch(rethrow)
      return account ?? null
    },
    async link({ issuer, subject }, accountId, createdAt) {
      const { numInsertedOrUpdatedRows = 0n } = await database
        .insertInto('oidcIdentity')
        .values({ issuer, subject, accountId, createdAt })
        .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
        .executeTakeFirst()
        .catch(rethrow)
      return numInsertedOrUpdatedRows > 0n
    },
    async createAccount(account, { issuer, subject }, invitation) {
      try {
        await database.transaction().execute(async (tx) => {
          await insertAccount(tx, account, invitation)
          const link = { issuer, subject, accountId: account.id, createdAt: account.createdAt }
          await tx.insertInto('oidcIdentity').values(link).execute()
        })
        return true
      } catch (error) {
        if (readUniqueViolation(error) !== null) return false
        throw translateDatabaseError(error)
      }
    },
  }
}

function rethrow(error: unknown): never {
  throw translateDatabaseError(error)
}
