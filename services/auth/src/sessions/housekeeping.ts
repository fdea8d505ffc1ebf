import { ACCESS_TOKEN_SECONDS } from '@callwright/contracts'
import type { Runtime } from '@callwright/service'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { AuthTables } from '../db/schema.ts'
import { GRACE_MS } from './sessions.ts'

const EVERY_MS = 10 * 60 * 1_000
/** Small enough to finish well within a statement's deadline. */
const BATCH = 500
/** An access token lives on after its session; so long must gateways be able to learn of the revocation. */
const KEEP_MS = 2 * ACCESS_TOKEN_SECONDS * 1_000

/** Removes what nobody can use any more: sessions that ended, their tokens, revocations no token can still need. */
export async function purge(database: Kysely<AuthTables>, nowMs: number): Promise<number> {
  const cutoff = new Date(nowMs - KEEP_MS)
  const graceEnd = new Date(nowMs - GRACE_MS)
  const steps = [
    sql`delete from session where id in (
      select id from session
      where idle_expires_at < ${cutoff} or absolute_expires_at < ${cutoff} or revoked_at < ${cutoff} limit ${BATCH})`,
    sql`delete from revocation where id in (select id from revocation where revoked_at < ${cutoff} limit ${BATCH})`,
    sql`update refresh_token set sealed_successor = null where token_hash in (
      select token_hash from refresh_token
      where sealed_successor is not null and used_at < ${graceEnd} limit ${BATCH})`,
  ]
  let total = 0
  for (const step of steps) {
    let changed: number
    do {
      changed = await runAlone(database, step)
      total += changed
    } while (changed === BATCH)
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

export function startHousekeeping(runtime: Runtime, database: Kysely<AuthTables>, now: () => number): void {
  const timer = setInterval(() => {
    purge(database, now()).then(
      (rows) => runtime.log.info({ rows }, 'housekeeping.done'),
      (error: unknown) => runtime.log.warn({ err: error }, 'housekeeping.failed'),
    )
  }, EVERY_MS)
  timer.unref()
  runtime.onClose('housekeeping', () => clearInterval(timer))
}
