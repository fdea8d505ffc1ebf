import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import type { AuthTables } from '../db/schema.ts'

/** Whether the account has an authenticator app or a passkey. */
export async function hasFactor(database: Kysely<AuthTables>, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ found: SqlBool }>`
    select exists (select from second_factor where account_id = ${accountId} and confirmed_at is not null)
      or exists (select from passkey where account_id = ${accountId}) as found
  `.execute(database)
  return rows[0]?.found === true
}

/** `first` and `last`: the change has turned two-factor sign-in on or off. */
export type Added = 'first' | 'another'
export type Removed = 'last' | 'one_of_several'

/**
 * Adds a factor with `insert`, and recovery codes if it is the first one. Other setups that began before the first one
 * end, because they have not proved it. Two requests at the same time must not both
 * count as the first, so the account's row is locked. Returns what `insert` returns if that is not true.
 */
export async function addFactor<Refusal extends string>(
  tx: Transaction<AuthTables>,
  { accountId, codeHashes }: { readonly accountId: string; readonly codeHashes: readonly Buffer[] },
  insert: () => Promise<true | Refusal>,
): Promise<Added | Refusal> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
  const isFirst = !(await hasFactor(tx, accountId))
  const inserted = await insert()
  if (inserted !== true) return inserted
  if (!isFirst) return 'another'
  await tx.deleteFrom('secondFactor').where('accountId', '=', accountId).where('confirmedAt', 'is', null).execute()
  await tx
    .deleteFrom('passkeyChallenge')
    .where('accountId', '=', accountId)
    .where('purpose', '=', 'registration')
    .execute()
  await removeRecoveryCodes(tx, accountId)
  await tx
    .insertInto('recoveryCode')
    .values(codeHashes.map((codeHash) => ({ accountId, codeHash })))
    .execute()
  return 'first'
}

/** Call it after a factor was removed. Without any other, the recovery codes end too. */
export async function endRemoval(tx: Transaction<AuthTables>, accountId: string): Promise<Removed> {
  if (await hasFactor(tx, accountId)) return 'one_of_several'
  await removeRecoveryCodes(tx, accountId)
  return 'last'
}

async function removeRecoveryCodes(tx: Transaction<AuthTables>, accountId: string): Promise<void> {
  await tx.deleteFrom('recoveryCode').where('accountId', '=', accountId).execute()
}
