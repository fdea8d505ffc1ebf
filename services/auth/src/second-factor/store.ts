import { translateDatabaseError } from '@callwright/service'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { type Account, lockIfUnchanged } from '../accounts/store.ts'
import type { AuthTables } from '../db/schema.ts'
import { type Added, addFactor, endRemoval, hasFactor, type Removed } from './factors.ts'

export type SecondFactor = Readonly<Selectable<AuthTables['secondFactor']>>

/** The password has changed, or the account was closed, since it was read. */
type Outdated = 'outdated'

export interface SecondFactorStore {
  /** Whether the account has a confirmed app or a passkey. */
  isOn(accountId: string): Promise<boolean>
  find(accountId: string): Promise<SecondFactor | null>
  countRecoveryCodes(accountId: string): Promise<number>
  /**
   * Stores a secret to be confirmed, in place of an unconfirmed one. `unproved`: a factor was added since `wasOn` was
   * read.
   */
  begin(account: Account, setup: Setup): Promise<'begun' | 'is_on' | 'unproved' | Outdated>
  /** Confirms a secret, and stores recovery codes if it is the first factor. `ended`: it was confirmed or replaced. */
  confirm(factor: SecondFactor, confirmation: Confirmation): Promise<Added | 'ended'>
  /** Accepts a step once. Returns false if it, or a later one, was accepted before. */
  useStep(factor: SecondFactor, step: number): Promise<boolean>
  /** Deletes a recovery code. Returns false if there is none. */
  useRecoveryCode(accountId: string, codeHash: Buffer): Promise<boolean>
  remove(account: Account): Promise<Removed | 'is_off' | Outdated>
  /** Removes the app, all passkeys and the recovery codes. Returns false if there is no factor. */
  removeAll(accountId: string): Promise<boolean>
}

interface Setup {
  readonly sealedSecret: Buffer
  readonly at: Date
  /** Whether the account had a factor when the request was checked. */
  readonly wasOn: boolean
}

interface Confirmation {
  readonly step: number
  readonly codeHashes: readonly Buffer[]
  readonly at: Date
}

export function createSecondFactorStore(database: Kysely<AuthTables>): SecondFactorStore {
  const inTransaction = <T>(work: (tx: Transaction<AuthTables>) => Promise<T>): Promise<T> =>
    database.transaction().execute(work).catch(rethrow)

  return {
    isOn: (accountId) => hasFactor(database, accountId).catch(rethrow),
    async find(accountId) {
      const query = database.selectFrom('secondFactor').selectAll().where('accountId', '=', accountId)
      return (await query.executeTakeFirst().catch(rethrow)) ?? null
    },
    async countRecoveryCodes(accountId) {
      const { count } = await database
        .selectFrom('recoveryCode')
        .select(sql<number>`count(*)::integer`.as('count'))
        .where('accountId', '=', accountId)
        .executeTakeFirstOrThrow()
        .catch(rethrow)
      return count
    },
    begin: (account, { sealedSecret, at: begunAt, wasOn }) =>
      inTransaction(async (tx) => {
        if (!(await lockIfUnchanged(tx, account))) return 'outdated'
        if (!wasOn && (await hasFactor(tx, account.id))) return 'unproved'
        const stored = await tx
          .insertInto('secondFactor')
          .values({ accountId: account.id, sealedSecret, begunAt })
          .onConflict((conflict) =>
            conflict
              .column('accountId')
              .doUpdateSet({ sealedSecret, begunAt })
              .where('secondFactor.confirmedAt', 'is', null),
          )
          .returning('accountId')
          .executeTakeFirst()
        return stored === undefined ? 'is_on' : 'begun'
      }),
    confirm: ({ accountId, sealedSecret }, { step, codeHashes, at }) =>
      inTransaction((tx) =>
        addFactor(tx, { accountId, codeHashes }, async () => {
          const confirmed = await tx
            .updateTable('secondFactor')
            .set({ confirmedAt: at, lastStep: step })
            .where('accountId', '=', accountId)
            .where('sealedSecret', '=', sealedSecret)
            .where('confirmedAt', 'is', null)
            .returning('accountId')
            .executeTakeFirst()
          return confirmed === undefined ? 'ended' : true
        }),
      ),
    async useStep({ accountId, sealedSecret }, step) {
      const used = await database
        .updateTable('secondFactor')
        .set({ lastStep: step })
        .where('accountId', '=', accountId)
        .where('sealedSecret', '=', sealedSecret)
        .where((where) => where.or([where('lastStep', 'is', null), where('lastStep', '<', step)]))
        .returning('accountId')
        .executeTakeFirst()
        .catch(rethrow)
      return used !== undefined
    },
    async useRecoveryCode(accountId, codeHash) {
      const used = await database
        .deleteFrom('recoveryCode')
        .where('accountId', '=', accountId)
        .where('codeHash', '=', codeHash)
        .returning('accountId')
        .executeTakeFirst()
        .catch(rethrow)
      return used !== undefined
    },
    remove: (account) =>
      inTransaction(async (tx) => {
        if (!(await lockIfUnchanged(tx, account))) return 'outdated'
        const removed = await tx
          .deleteFrom('secondFactor')
          .where('accountId', '=', account.id)
          .where('confirmedAt', 'is not', null)
          .returning('accountId')
          .executeTakeFirst()
        return removed === undefined ? 'is_off' : endRemoval(tx, account.id)
      }),
    removeAll: (accountId) =>
      inTransaction(async (tx) => {
        const wasOn = await hasFactor(tx, accountId)
        for (const table of ['secondFactor', 'passkey', 'recoveryCode'] as const) {
          await tx.deleteFrom(table).where('accountId', '=', accountId).execute()
        }
        return wasOn
      }),
  }
}

function rethrow(error: unknown): never {
  throw translateDatabaseError(error)
}
