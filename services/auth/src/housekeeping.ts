import { ACCESS_TOKEN_SECONDS } from '@callwright/contracts'
import type { Runtime } from '@callwright/service'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { AuthTables } from './db/schema.ts'
import { GRACE_MS, IDLE_MS } from './sessions/sessions.ts'

interface Chore {
  readonly name: string
  readonly everyMs: number
  readonly work: () => Promise<number>
}

/**
 * Runs each chore at its own interval. A failed chore runs again at the next interval, and none starts while its last
 * run is in progress.
 */
export function startHousekeeping(runtime: Pick<Runtime, 'log' | 'onClose'>, chores: readonly Chore[]): void {
  for (const { name, everyMs, work } of chores) {
    let isRunning = false
    const run = async (): Promise<void> => {
      if (isRunning) return
      isRunning = true
      try {
        const done = await work()
        runtime.log[done > 0 ? 'info' : 'debug']({ chore: name, done }, 'housekeeping.done')
      } catch (error) {
        runtime.log.warn({ err: error, chore: name }, 'housekeeping.failed')
      }
      isRunning = false
    }
    const timer = setInterval(() => void run(), everyMs)
    timer.unref()
    runtime.onClose(`housekeeping of ${name}`, () => clearInterval(timer))
  }
}

/** Small enough to finish well within the statement timeout. */
const BATCH = 500
/** Deleting a session also deletes its refresh tokens: a week's worth, up to about 700 rows. */
const SESSION_BATCH = 25
/** An access token can outlive its session, so gateways must be able to read the revocation until the token expires. */
const KEEP_MS = 2 * ACCESS_TOKEN_SECONDS * 1_000

/**
 * Deletes ended sessions with their tokens, revocations older than any access token, and expired links for lost
 * passwords, challenges for passkeys and sign-ins with a provider. A used token is kept while a browser may still hold
 * it, because its reuse reveals theft.
 */
export async function purge(database: Kysely<AuthTables>, nowMs: number): Promise<number> {
  const cutoff = new Date(nowMs - KEEP_MS)
  const graceEnd = new Date(nowMs - GRACE_MS)
  const tokenCutoff = new Date(nowMs - IDLE_MS)
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
        select token_hash from refresh_token where used_at is not null and issued_at < ${tokenCutoff} limit ${BATCH})`,
    },
    {
      batch: BATCH,
      statement: sql`delete from revocation where id in (
        select id from revocation where revoked_at < ${cutoff} limit ${BATCH})`,
    },
    {
      batch: BATCH,
      statement: sql`delete from password_reset where token_hash in (
        select token_hash from password_reset where expires_at < ${cutoff} limit ${BATCH})`,
    },
    {
      batch: BATCH,
      statement: sql`delete from passkey_challenge where challenge_hash in (
        select challenge_hash from passkey_challenge where expires_at < ${cutoff} limit ${BATCH})`,
    },
    {
      batch: BATCH,
      statement: sql`delete from oidc_sign_in where secret_hash in (
        select secret_hash from oidc_sign_in where expires_at < ${cutoff} limit ${BATCH})`,
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

/** Runs a step on one replica at a time; the others skip it. */
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
