import { ACCESS_TOKEN_SECONDS } from '@callwright/contracts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { AuthTables } from '../db/schema.ts'
import { GRACE_MS, IDLE_MS } from './sessions.ts'

/** Small enough to finish well within a statement's deadline. */
const BATCH = 500
/** Each takes up to a week's refresh tokens with it, some 700 rows. */
const SESSION_BATCH = 25
/** An access token lives on after its session; so long must gateways be able to learn of the revocation. */
const KEEP_MS = 2 * ACCESS_TOKEN_SECONDS * 1_000

/**
 * Removes what nobody can use any more: sessions that ended, their tokens, revocations no token can still need. A used
 * token stays for as long as a browser may hold it: brought back, it betrays that somebody else used it first.
 */
export async function purge(database: Kysely<AuthTables>, nowMs: number): Promise<number> {
  const cutoff = new Date(nowMs - KEEP_MS)
  const graceEnd = new Date(nowMs - GRACE_MS)
  const forgotten = new Date(nowMs - IDLE_MS)
  const steps = [
    {
      batch: SESSION_BATCH,
      statement: sql`delete from session where id in (
        select id from session
        where idle_expires_at < ${cutoff} or absolute_expires_at < ${cutoff} or revoked_at < ${cutoff}
        limit ${SESSION_BATCH})`,
    },
    {
      batch: BATCH,
      statement: sql`delete from refresh_token where token_hash in (
        select token_hash from refresh_token where used_at is not null and issued_at < ${forgotten} limit ${BATCH})`,
    },
    {
      batch: BATCH,
      statement: sql`delete from revocation where id in (
        select id from revocation where revoked_at < ${cutoff} limit ${BATCH})`,
    },
    {
      batch: BATCH,
      statement: sql`update refresh_token set sealed_successor = null where token_hash in (
        select token_hash from refresh_token
        where sealed_successor is not null and used_at < ${graceEnd} limit ${BATCH})`,
    },
  ]
  let total = 0
  for (const { batch, statement } of steps) {
    let changed: number
    do {
      changed = await runAlone(database, statement)
      total += changed
    } while (changed === batch)
  }
  return total
}

/** One replica at a time; the others have nothing to add. */
function runAlone(database: Kysely<AuthTables>, step: ReturnType<typeof sql>): Promise<number> {
  return database.transaction().execute(async (tx) => {
    const { rows } = await sql<{ mine: SqlBool }>`
      select pg_try_advisory_xact_lock(hashtext('callwright.auth.housekeeping')) as mine
    `.execute(tx)
    if (rows[0]?.mine !== true) return 0
    const { numAffectedRows } = await step.execute(tx)
    return Number(numAffectedRows ?? 0)
  })
}
