import { readUniqueViolation, translateDatabaseError } from '@callwright/service'
import type { Kysely, Selectable } from 'kysely'
import { type Account, accountColumns, insertAccount, lockIfUnchanged, type NewAccount } from '../accounts/store.ts'
import type { AuthTables } from '../db/schema.ts'
import type { Claims } from './provider.ts'

export type OidcSignIn = Readonly<Selectable<AuthTables['oidcSignIn']>>
type Identity = Pick<Claims, 'issuer' | 'subject'>

export type OidcLink = Readonly<Selectable<AuthTables['oidcIdentity']>>
type Linked = 'linked' | 'outdated' | 'ended' | 'taken'

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
  /**
   * Ends a sign-in and links its user to an account. `outdated`: the account was closed or disabled, or its password has
   * changed, since it was read; the sign-in goes on. `ended`: another request has ended the sign-in. `taken`: the user is
   * linked already.
   */
  link(signIn: Identity & Pick<OidcSignIn, 'secretHash'>, account: Account, at: Date): Promise<Linked>
  /** Oldest first. */
  listLinks(accountId: string): Promise<readonly OidcLink[]>
  /** Removes all links of an account. Returns false if it has none. */
  unlink(accountId: string): Promise<boolean>
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
    link: ({ secretHash, issuer, subject }, account, createdAt) =>
      database
        .transaction()
        .execute(async (tx): Promise<Linked> => {
          if (!(await lockIfUnchanged(tx, account, 'share'))) return 'outdated'
          const { numDeletedRows } = await tx
            .deleteFrom('oidcSignIn')
            .where('secretHash', '=', secretHash)
            .executeTakeFirst()
          if (numDeletedRows === 0n) return 'ended'
          const { numInsertedOrUpdatedRows = 0n } = await tx
            .insertInto('oidcIdentity')
            .values({ issuer, subject, accountId: account.id, createdAt })
            .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
            .executeTakeFirst()
          return numInsertedOrUpdatedRows > 0n ? 'linked' : 'taken'
        })
        .catch(rethrow),
    listLinks: (accountId) =>
      database
        .selectFrom('oidcIdentity')
        .selectAll()
        .where('accountId', '=', accountId)
        .orderBy('createdAt')
        .execute()
        .catch(rethrow),
    async unlink(accountId) {
      const links = database.deleteFrom('oidcIdentity').where('accountId', '=', accountId)
      return (await links.executeTakeFirst().catch(rethrow)).numDeletedRows > 0n
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
