import { translateDatabaseError } from '@callwright/service'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { type Account, isUuid, lockIfUnchanged } from '../accounts/store.ts'
import type { AuthTables } from '../db/schema.ts'
import { type Added, addFactor, endRemoval, hasFactor, type Removed } from './factors.ts'

export const MAX_PASSKEYS = 10
/** More than a user's devices can need at the same time. */
const MAX_CHALLENGES = 10

export type Passkey = Readonly<Selectable<AuthTables['passkey']>>
export type ChallengePurpose = 'registration' | 'sign_in'

interface Challenge {
  readonly challengeHash: Buffer
  readonly accountId: string
  readonly purpose: ChallengePurpose
}

type NewChallenge = Challenge & { readonly expiresAt: Date }

export interface PasskeyStore {
  /** Oldest first. */
  list(accountId: string): Promise<Passkey[]>
  /**
   * Keeps the newest challenges of each account and purpose, and deletes the others. `outdated`: the password has
   * changed, or the account was closed, since it was read. `unproved`: a factor was added since `wasOn` was read.
   */
  insertChallenge(
    account: Account,
    challenge: NewChallenge,
    wasOn: boolean,
  ): Promise<'inserted' | 'outdated' | 'unproved'>
  /** Deletes a challenge. Returns false if there is none that is valid for this account and purpose. */
  useChallenge(challenge: Challenge, at: Date): Promise<boolean>
  /** `known`: an account has this passkey already. */
  add(passkey: Passkey, codeHashes: readonly Buffer[]): Promise<Added | 'known' | 'too_many'>
  /** Stores the new counter. Returns false if the passkey was removed, or a counter that high was seen before. */
  recordUse(id: string, counter: number, at: Date): Promise<boolean>
  /** Returns null if the account has no such passkey. */
  rename(accountId: string, id: string, name: string): Promise<Passkey | null>
  remove(account: Account, id: string): Promise<Removed | 'unknown' | 'outdated'>
}

export function createPasskeyStore(database: Kysely<AuthTables>): PasskeyStore {
  const inTransaction = <T>(work: (tx: Transaction<AuthTables>) => Promise<T>): Promise<T> =>
    database.transaction().execute(work).catch(rethrow)

  return {
    list: (accountId) =>
      database
        .selectFrom('passkey')
        .selectAll()
        .where('accountId', '=', accountId)
        .orderBy('createdAt')
        .orderBy('id')
        .execute()
        .catch(rethrow),
    insertChallenge: (account, challenge, wasOn) =>
      inTransaction(async (tx) => {
        if (!(await lockIfUnchanged(tx, account))) return 'outdated'
        if (!wasOn && (await hasFactor(tx, account.id))) return 'unproved'
        await tx.insertInto('passkeyChallenge').values(challenge).execute()
        const { challengeHash, accountId, purpose } = challenge
        await sql`
          delete from passkey_challenge where challenge_hash in (
            select challenge_hash from passkey_challenge where account_id = ${accountId} and purpose = ${purpose}
            order by challenge_hash = ${challengeHash} desc, expires_at desc offset ${MAX_CHALLENGES})
        `.execute(tx)
        return 'inserted'
      }),
    async useChallenge({ challengeHash, accountId, purpose }, at) {
      const used = await database
        .deleteFrom('passkeyChallenge')
        .where('challengeHash', '=', challengeHash)
        .where('accountId', '=', accountId)
        .where('purpose', '=', purpose)
        .where('expiresAt', '>', at)
        .returning('accountId')
        .executeTakeFirst()
        .catch(rethrow)
      return used !== undefined
    },
    add: (passkey, codeHashes) =>
      inTransaction((tx) =>
        addFactor(tx, { accountId: passkey.accountId, codeHashes }, async () => {
          if ((await countPasskeys(tx, passkey.accountId)) >= MAX_PASSKEYS) return 'too_many'
          const added = await tx
            .insertInto('passkey')
            .values({ ...passkey, transports: [...passkey.transports] })
            .onConflict((conflict) => conflict.column('credentialId').doNothing())
            .returning('id')
            .executeTakeFirst()
          return added === undefined ? 'known' : true
        }),
      ),
    async recordUse(id, counter, at) {
      const used = await database
        .updateTable('passkey')
        .set({ counter, lastUsedAt: at })
        .where('id', '=', id)
        // Passkeys without a counter always report 0.
        .where((where) =>
          where.or([where('counter', '<', counter), where.and([where('counter', '=', 0), where.lit(counter === 0)])]),
        )
        .returning('id')
        .executeTakeFirst()
        .catch(rethrow)
      return used !== undefined
    },
    async rename(accountId, id, name) {
      if (!isUuid(id)) return null
      const renamed = await database
        .updateTable('passkey')
        .set({ name })
        .where('id', '=', id)
        .where('accountId', '=', accountId)
        .returningAll()
        .executeTakeFirst()
        .catch(rethrow)
      return renamed ?? null
    },
    remove: (account, id) =>
      inTransaction(async (tx) => {
        if (!(await lockIfUnchanged(tx, account))) return 'outdated'
        if (!isUuid(id)) return 'unknown'
        const removed = await tx
          .deleteFrom('passkey')
          .where('id', '=', id)
          .where('accountId', '=', account.id)
          .returning('id')
          .executeTakeFirst()
        return removed === undefined ? 'unknown' : endRemoval(tx, account.id)
      }),
  }
}

async function countPasskeys(tx: Transaction<AuthTables>, accountId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('passkey')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

function rethrow(error: unknown): never {
  throw translateDatabaseError(error)
}
