import { sql, type Transaction } from 'kysely'
import type { AuthTables } from '../db/schema.ts'

export const revocationReasons = ['logout', 'reuse', 'password', 'elsewhere', 'closed'] as const
export type RevocationReason = (typeof revocationReasons)[number]

/** Sessions of an account to end: those with the given ids or refresh token, or all but one. */
export type SessionSelection =
  | { readonly kind: 'some'; readonly ids: readonly string[]; readonly tokenHash?: Buffer | null }
  | { readonly kind: 'all'; readonly but: string | null }

type Tx = Transaction<AuthTables>

/**
 * Ends the selected active sessions of an account and returns their ids. It locks the account's row, so that it cannot
 * miss a session that is just starting, and concurrent calls cannot deadlock.
 */
export async function endSessions(
  tx: Tx,
  accountId: string,
  selection: SessionSelection,
  { reason, at }: { readonly reason: RevocationReason; readonly at: Date },
): Promise<string[]> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
  const ended = await tx
    .updateTable('session')
    .set({ revokedAt: at, revokedReason: reason })
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .where('idleExpiresAt', '>', at)
    .where((where) => {
      if (selection.kind === 'all') return where('id', 'is distinct from', selection.but)
      const { ids, tokenHash = null } = selection
      const owners = tx.selectFrom('refreshToken').select('sessionId').where('tokenHash', '=', tokenHash)
      return where.or([where('id', 'in', ids), where('id', 'in', owners)])
    })
    .returning('id')
    .execute()
  const ids = ended.map(({ id }) => id)
  await insertRevocations(tx, ids, at)
  return ids
}

/**
 * Adds revocations to the feed. It holds a lock until the transaction commits, so that ids become visible in order and
 * clients of the feed cannot skip one.
 */
export async function insertRevocations(tx: Tx, sids: readonly string[], revokedAt: Date): Promise<void> {
  if (sids.length === 0) return
  await sql`select pg_advisory_xact_lock(hashtext('callwright.auth.revocation'))`.execute(tx)
  await tx
    .insertInto('revocation')
    .values(sids.map((sid) => ({ sid, revokedAt })))
    .execute()
}
