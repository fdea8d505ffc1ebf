import { createRuntime, openDatabase } from '@callwright/service'
import { buildTestConfig, waitFor } from '@callwright/service/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { AuthTables } from '../src/db/schema.ts'
import { expectUnavailable, type OutageStack, openOutageStack } from './outage-support.ts'
import { asUser, PASSWORD } from './support.ts'

/** The README's limit: the sum of the connection, statement and rollback timeouts. */
const LIMIT_MS = 1_000 + 3_000 + 3_000

let stack: OutageStack
beforeAll(async () => {
  stack = await openOutageStack()
})
afterEach(() => stack.mend())
afterAll(() => stack.close())

describe('PostgreSQL', () => {
  test('frozen: returns 503 within the limit, and recovers afterwards', async () => {
    const { auth, postgres, callEverything } = stack
    const user = await auth.register()
    postgres.freeze()
    const startedAt = performance.now()
    expectUnavailable(await callEverything(user))
    expect(performance.now() - startedAt).toBeLessThan(LIMIT_MS)
    postgres.thaw()
    await waitFor('recovery', async () => (await auth.call('auth.me', { as: asUser(user) })).status === 200)
    expect((await auth.signIn(user.username, PASSWORD)).status).toBe(200)
  })

  test('frozen in the middle of a transaction: the same, including the rollback', async () => {
    const { auth, postgres } = stack
    const user = await auth.register()
    const runtime = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'auth')
    const lock = await openDatabase<AuthTables>(runtime, { url: stack.databaseUrl }).startTransaction().execute()
    await lock.selectFrom('session').select('id').where('id', '=', user.sid).forUpdate().execute()
    const answer = auth.call('auth.refresh', { cookie: user.cookie })
    await waitFor('the refresh to wait for the lock', async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(lock)
      return rows.length > 0
    })
    postgres.freeze()
    const startedAt = performance.now()
    expectUnavailable([await answer])
    expect(performance.now() - startedAt).toBeLessThan(LIMIT_MS)
    await lock.rollback().execute()
    await runtime.close()
    postgres.thaw()
    expect((await auth.call('auth.refresh', { cookie: user.cookie })).status).toBe(200)
  })
})

test('Redis frozen: sign-in, sign-out and refresh work; readiness warns', () =>
  stack.expectWorksWithoutRedis(() => stack.redis.freeze()))
