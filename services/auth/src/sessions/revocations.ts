import { REVOCATION_CHANNEL, type Success } from '@callwright/contracts'
import { type Runtime, translateDatabaseError } from '@callwright/service'
import { type Kysely, sql } from 'kysely'
import type { AuthTables } from '../db/schema.ts'

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
