import { createRuntime, migrate, openDatabase } from '@callwright/service'
import {
  buildTestConfig,
  createTestDatabase,
  openTcpProxy,
  readTestUrl,
  type TcpProxy,
  type TestDatabase,
  waitFor,
} from '@callwright/service/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { migrations } from '../src/db/migrations.ts'
import type { AuthTables } from '../src/db/schema.ts'
import { type Answer, type AuthUnderTest, asUser, openAuth, PASSWORD } from './support.ts'

/** What the README promises: the wait for a connection, a statement's deadline, and the rollback's. */
const LIMIT_MS = 1_000 + 3_000 + 3_000

let database: TestDatabase
let postgres: TcpProxy
let redis: TcpProxy
let auth: AuthUnderTest

async function proxyOf(url: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(url)
  return openTcpProxy({ host: hostname, port: Number(port) })
}

beforeAll(async () => {
  database = await createTestDatabase('auth', migrations)
  postgres = await proxyOf(database.url)
  redis = await proxyOf(readTestUrl('TEST_REDIS_URL'))
  const databaseUrl = new URL(database.url)
  databaseUrl.host = `127.0.0.1:${postgres.port}`
  auth = await openAuth({ databaseUrl: databaseUrl.href, redisCacheUrl: `redis://127.0.0.1:${redis.port}` })
})
afterEach(async () => {
  postgres.thaw()
  postgres.restore()
  redis.thaw()
  redis.restore()
  await waitFor('both stores', async () => (await readHealth()) === 'pass')
})
afterAll(async () => {
  await auth.close()
  await postgres.close()
  await redis.close()
  await database.drop()
})

async function readHealth() {
  await auth.runtime.health.runAll()
  return auth.runtime.health.read().status
}

type User = Awaited<ReturnType<AuthUnderTest['register']>>

function callEverything(user: User): Promise<Answer[]> {
  const registration = { username: 'newcomer', email: 'new@comer.example', password: PASSWORD }
  return Promise.all([
    auth.signIn(user.username, PASSWORD),
    auth.signIn(user.username, 'wrong'),
    auth.call('auth.register', { body: registration }),
    auth.call('auth.refresh', { cookie: user.cookie }),
    auth.call('auth.me', { as: asUser(user) }),
    auth.call('auth.logout', { as: asUser(user), cookie: user.cookie }),
    auth.call('auth.revocations', { as: { kind: 'service' } }),
    auth.call('auth.demo'),
    auth.call('auth.listSessions', { as: asUser(user) }),
    auth.call('auth.revokeSessions', { as: asUser(user) }),
    auth.call('auth.export', { as: asUser(user) }),
    auth.call('auth.password', { as: asUser(user), body: { current_password: PASSWORD, new_password: 'another one' } }),
    auth.call('auth.deleteMe', { as: asUser(user), body: { password: PASSWORD } }),
  ])
}

function expectUnavailable(answers: readonly Answer[]): void {
  for (const answer of answers) {
    expect(answer.problem()).toMatchObject({ status: 503, code: 'database_unavailable' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.text).not.toMatch(/127\.0\.0\.1|:\d{4,5}|select|insert|postgres|ECONN|timeout|stack|node_modules/i)
  }
}

describe('PostgreSQL', () => {
  test('cut: 503 for everything, never 401, and the process is not ready', async () => {
    const user = await auth.register()
    postgres.cut()
    expectUnavailable(await callEverything(user))
    expect(await readHealth()).toBe('fail')
    postgres.restore()
    await waitFor('recovery', async () => (await readHealth()) === 'pass')
    expect((await auth.call('auth.me', { as: asUser(user) })).status).toBe(200)
  })

  test('frozen: 503 within the deadline, and whole again afterwards', async () => {
    const user = await auth.register()
    postgres.freeze()
    const startedAt = performance.now()
    expectUnavailable(await callEverything(user))
    expect(performance.now() - startedAt).toBeLessThan(LIMIT_MS)
    postgres.thaw()
    await waitFor('recovery', async () => (await auth.call('auth.me', { as: asUser(user) })).status === 200)
    expect((await auth.signIn(user.username, PASSWORD)).status).toBe(200)
  })

  test('frozen in the middle of a transaction: the same, its rollback included', async () => {
    const user = await auth.register()
    const runtime = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'auth')
    const lock = await openDatabase<AuthTables>(runtime, { url: database.url }).startTransaction().execute()
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

  test('an outage spends no tries', async () => {
    const user = await auth.register()
    const address = '10.99.1.1'
    postgres.cut()
    for (let index = 0; index < 8; index += 1) {
      expect((await auth.signIn(user.username, 'wrong', address)).status).toBe(503)
    }
    postgres.restore()
    await waitFor('recovery', async () => (await readHealth()) === 'pass')
    expect((await auth.signIn(user.username, PASSWORD, address)).status).toBe(200)
  })
})

describe('Redis', () => {
  test.each(['cut', 'freeze'] as const)(
    '%s: sign-in, sign-out and refresh work; ready with a warning',
    async (fault) => {
      const user = await auth.register()
      redis[fault]()
      const answer = await auth.signIn(user.username, PASSWORD)
      expect(answer.status).toBe(200)
      expect((await auth.signIn(user.username, 'wrong')).status).toBe(401)
      expect((await auth.call('auth.refresh', { cookie: user.cookie })).status).toBe(200)
      expect((await auth.call('auth.logout', { as: asUser(user) })).status).toBe(204)
      const feed = await auth.call('auth.revocations', { as: { kind: 'service' } })
      expect(feed.text).toContain(user.sid)
      expect(await readHealth()).toBe('warn')
    },
  )
})

test('a failure of our own is a 500 that says nothing', async () => {
  const broken = await openAuth()
  const user = await broken.register()
  await migrate({
    url: broken.config.databaseUrl,
    migrations: {
      ...migrations,
      '99990101T0000_break': {
        up: async (schema) => {
          await schema.schema.alterTable('account').renameTo('account_elsewhere').execute()
        },
      },
    },
  })
  for (const answer of [
    await broken.signIn(user.username, PASSWORD),
    await broken.call('auth.me', { as: asUser(user) }),
    await broken.call('auth.refresh', { cookie: user.cookie }),
  ]) {
    expect(answer.problem()).toMatchObject({ status: 500, code: 'internal' })
    expect(answer.text).not.toMatch(/relation|account_|select|42P01|stack/i)
  }
  expect(broken.log.text()).toContain('42P01')
  await broken.close()
})
