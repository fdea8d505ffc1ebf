import { REVOCATION_CHANNEL, type Success } from '@callwright/contracts'
import { type Runtime, translateDatabaseError } from '@callwright/service'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { AuthTables } from '../db/schema.ts'

export const revocationReasons = ['logout', 'reuse', 'password', 'elsewhere', 'closed', 'disabled'] as const
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

export type RevocationPage = Success<'auth.revocations'>

const PAGE_SIZE = 1_000

interface Publisher {
  readonly status: string
  publish(channel: string, message: string): Promise<unknown>
}

/**
 * Publishes revocations to all gateways over Redis. Without Redis, gateways poll and still learn of them within a
 * second (D32).
 */
export function createRevocationPublisher(runtime: Pick<Runtime, 'log'>, redis: Publisher) {
  return async (sids: readonly string[], revokedAt: Date): Promise<void> => {
    if (redis.status !== 'ready') return
    const messages = sids.map((sid) => JSON.stringify({ sid, revoked_at: revokedAt.toISOString() }))
    try {
      await Promise.all(messages.map((message) => redis.publish(REVOCATION_CHANNEL, message)))
    } catch (error) {
      runtime.log.warn({ err: error }, 'revocation.publish_failed')
    }
  }
}

/**
 * Lists a page of revocations after the cursor, oldest first. A cursor beyond the end probably dates from before a
 * backup was restored, so the list starts over.
 */
export async function listRevocations(database: Kysely<AuthTables>, after: string): Promise<RevocationPage> {
  try {
    const { rows: ends } = await sql<{ end: number | null }>`
      select pg_sequence_last_value(pg_get_serial_sequence('revocation', 'id')) as "end"
    `.execute(database)
    const end = ends[0]?.end ?? 0
    const from = Number(after) > end ? 0 : Number(after)
    const rows = await database
      .selectFrom('revocation')
      .select(['id', 'sid', 'revokedAt'])
      .where('id', '>', from)
      .orderBy('id')
      .limit(PAGE_SIZE)
      .execute()
    return {
      revocations: rows.map(({ sid, revokedAt }) => ({ sid, revoked_at: revokedAt.toISOString() })),
      cursor: String(rows.at(-1)?.id ?? from),
    }
  } catch (error) {
    throw translateDatabaseError(error)
  }
}
