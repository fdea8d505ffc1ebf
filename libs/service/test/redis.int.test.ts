import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type { Redis } from 'ioredis'
import { Client } from 'pg'
import { databaseOwners, provision, roleOf, runProvision } from '../src/database/provision.ts'
import { createCache, openRedis, openSharedCache, redisOptions, waitForRedis } from '../src/index.ts'
import { buildTestConfig, readMetrics, readTestUrl, waitFor, withLeeway } from '../src/testing/index.ts'
import { createOpened, NO_REDIS, openReadyRedis } from './support.ts'

describe('redis', () => {
  const { openRuntime, openRedisThroughProxy, closeAll } = createOpened()
  afterEach(closeAll)

  async function timeOf(work: () => Promise<unknown>): Promise<{ failed: boolean; elapsedMs: number }> {
    const startedAt = performance.now()
    const failed = await work().then(
      () => false,
      () => true,
    )
    return { failed, elapsedMs: performance.now() - startedAt }
  }

  /** A busy machine may delay one command, but not all of them. */
  async function findQuickestFailure(redis: Redis): Promise<number> {
    const times: number[] = []
    for (let index = 0; index < 5; index += 1) {
      const { failed, elapsedMs } = await timeOf(() => redis.get('x'))
      expect(failed).toBe(true)
      times.push(elapsedMs)
    }
    return Math.min(...times)
  }

  describe('T6: Redis unavailable', () => {
    test('a command fails immediately without a server, even while connecting', async () => {
      const { runtime } = openRuntime()
      const redis = openRedis(runtime, NO_REDIS, 'cache')
      expect(await findQuickestFailure(redis)).toBeLessThan(100)
      expect(await waitForRedis(redis, 50)).toBe(false)
    })

    test('an unreachable shared cache only degrades health', async () => {
      const { runtime } = openRuntime()
      const readHealth = async () => {
        await runtime.health.runAll()
        return runtime.health.read().status
      }
      openSharedCache(runtime, NO_REDIS)
      expect(await readHealth()).toBe('warn')
      expect(runtime.health.read().checks['redis:responseTime']?.[0]?.status).toBe('warn')
    })

    test('a command to a frozen server times out after 200 ms (F08)', async () => {
      const { proxy, redis } = await openRedisThroughProxy()
      proxy.freeze()
      const { failed, elapsedMs } = await timeOf(() => redis.get('x'))
      expect(failed).toBe(true)
      expect(elapsedMs).toBeLessThan(withLeeway(800))
      proxy.thaw()
      await waitFor('the recovery', () => redis.ping().catch(() => null))
    })

    test('a silent server counts as down after a second, and commands fail immediately until it reconnects (F08)', async () => {
      const { proxy, redis } = await openRedisThroughProxy()
      proxy.freeze()
      await redis.get('x').catch(() => null)
      await waitFor('the loss', () => redis.status !== 'ready')
      expect(await findQuickestFailure(redis)).toBeLessThan(100)
      proxy.thaw()
      await waitFor('the recovery', () => redis.status === 'ready')
    })

    test('reconnects automatically, and logs the loss and the recovery once each', async () => {
      const { proxy, redis, sink } = await openRedisThroughProxy()
      proxy.cut()
      await waitFor('the loss', () => redis.status !== 'ready')
      proxy.restore()
      await waitFor('the recovery', () => redis.status === 'ready')
      const events = sink.lines().map(({ event }) => event)
      expect(events).toEqual(['redis.connected', 'redis.lost', 'redis.connected'])
    })

    test('each command is measured once by its name, on success and failure, without its arguments', async () => {
      const { runtime } = openRuntime()
      const redis = await openReadyRedis(runtime)
      await redis.set(`metrics-${randomUUID()}`, '1', 'PX', 1_000)
      await redis.pipeline().get('nothing').get('nothing').exec()
      await redis.eval("return redis.error_reply('no')", 0).catch(() => undefined)
      // A command that is queued until the connection is ready passes through sendCommand twice.
      const waiting = openRedis(runtime, readTestUrl('TEST_REDIS_URL'), 'worker')
      await waiting.exists('nothing')
      const { find, findUnbounded } = await readMetrics(runtime)
      const countOf = (command: string) => find('redis_command_duration_seconds_count', { command })
      expect([countOf('set'), countOf('get'), countOf('eval'), countOf('exists')]).toEqual([1, 2, 1, 1])
      expect(findUnbounded(['nothing'])).toEqual([])
    })

    test('worker connections wait for Redis, as blocking calls require', () => {
      expect(redisOptions.worker.maxRetriesPerRequest).toBeNull()
      expect(redisOptions.worker.enableOfflineQueue).toBeUndefined()
      expect(redisOptions.cache).toMatchObject({ enableOfflineQueue: false, commandTimeout: 200 })
      expect(redisOptions.producer.enableOfflineQueue).toBe(false)
    })
  })

  describe('the cache', () => {
    async function openCache(version = 1) {
      const { runtime } = openRuntime()
      const redis = await openReadyRedis(runtime)
      const name = `test-${randomUUID()}`
      return { runtime, redis, name, cache: createCache(runtime, redis, { name, version }) }
    }
    let loads = 0
    const load = (value: unknown) => async () => {
      loads += 1
      return value
    }

    test.each([[null], [0], [''], [false], [{ a: null }], [[1, 2]]])('stores %j unchanged', async (value) => {
      const { cache } = await openCache()
      loads = 0
      expect(await cache.getOrLoad('k', 60_000, load(value))).toEqual(value)
      expect(await cache.getOrLoad('k', 60_000, load('another'))).toEqual(value)
      expect(loads).toBe(1)
    })

    test('T12: every key has a TTL, and a key without one is rejected', async () => {
      const { cache, redis, name } = await openCache()
      await cache.getOrLoad('a', 60_000, load(1))
      await cache.getOrLoad('b', 1_000, load(1))
      const keys = await redis.keys(`callwright:${name}:*`)
      expect(keys).toHaveLength(2)
      for (const key of keys) {
        const ttlMs = await redis.pttl(key)
        expect(ttlMs).toBeGreaterThan(0)
        expect(ttlMs).toBeLessThanOrEqual(60_000)
      }
      for (const ttlMs of [0, -1, Number.NaN]) {
        await expect(cache.getOrLoad('c', ttlMs, load(1))).rejects.toThrow('needs a TTL')
      }
    })

    test('an entry expires', async () => {
      const { cache } = await openCache()
      loads = 0
      await cache.getOrLoad('k', 30, load(1))
      await waitFor('the end', async () => (await cache.getOrLoad('k', 30, load(2))) === 2)
      expect(loads).toBe(2)
    })

    test('concurrent requests for one key share a load', async () => {
      const { cache } = await openCache()
      loads = 0
      await Promise.all(Array.from({ length: 50 }, () => cache.getOrLoad('k', 60_000, load(1))))
      expect(loads).toBe(1)
    })

    test('a failed load is not cached, and rejects all waiting calls', async () => {
      const { cache } = await openCache()
      const fail = () => Promise.reject(new Error('the provider is away'))
      const results = await Promise.allSettled([cache.getOrLoad('k', 1_000, fail), cache.getOrLoad('k', 1_000, fail)])
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
      expect(await cache.getOrLoad('k', 1_000, load('fine'))).toBe('fine')
    })

    test.each(['', 'junk', '{', 'null', '7', '"text"', '{"other":1}', '\u0000\u0001'])(
      'garbage (%j) is a miss (F10)',
      async (garbage) => {
        const { cache, redis, name } = await openCache()
        await redis.set(`callwright:${name}:v1:k`, garbage, 'PX', 60_000)
        expect(await cache.getOrLoad('k', 60_000, load('fresh'))).toBe('fresh')
        expect(await cache.getOrLoad('k', 60_000, load('another'))).toBe('fresh')
      },
    )

    test('a key with another Redis type is a miss', async () => {
      const { cache, redis, name } = await openCache()
      await redis.lpush(`callwright:${name}:v1:k`, 'x')
      await redis.pexpire(`callwright:${name}:v1:k`, 60_000)
      expect(await cache.getOrLoad('k', 60_000, load('fresh'))).toBe('fresh')
    })

    test('entries from another version are misses', async () => {
      const { cache, redis, name, runtime } = await openCache(1)
      await cache.getOrLoad('k', 60_000, load('old'))
      const next = createCache(runtime, redis, { name, version: 2 })
      expect(await next.getOrLoad('k', 60_000, load('new'))).toBe('new')
    })

    test('loads every time without Redis, and does not fail (F07)', async () => {
      const { proxy, runtime, redis } = await openRedisThroughProxy()
      const cache = createCache(runtime, redis, { name: `test-${randomUUID()}`, version: 1 })
      loads = 0
      proxy.cut()
      await waitFor('the loss', () => redis.status !== 'ready')
      expect(await cache.getOrLoad('k', 60_000, load(1))).toBe(1)
      expect(await cache.getOrLoad('k', 60_000, load(2))).toBe(2)
      proxy.restore()
      await waitFor('the recovery', () => redis.status === 'ready')
      proxy.freeze()
      const { failed, elapsedMs } = await timeOf(() => cache.getOrLoad('k', 60_000, load(3)))
      expect(failed).toBe(false)
      expect(elapsedMs).toBeLessThan(withLeeway(1_500))
      expect(loads).toBe(3)
    })
  })
})

describe('provision', () => {
  const name = `test_provision_${randomBytes(6).toString('hex')}`
  const config = buildTestConfig()
  let adminUrl: string
  let urls: Awaited<ReturnType<typeof provision>>

  async function runSql<Row = Record<string, unknown>>(url: string, text: string): Promise<Row[]> {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(text)).rows as Row[]
    } finally {
      await client.end()
    }
  }

  beforeAll(async () => {
    await runSql(readTestUrl('TEST_DATABASE_URL'), `create database ${name}`)
    const address = new URL(readTestUrl('TEST_DATABASE_URL'))
    address.pathname = `/${name}`
    adminUrl = address.href
    const all = await Promise.all(Array.from({ length: 4 }, () => provision(adminUrl, config)))
    const [first] = all
    if (!first) throw new Error('nothing was provisioned')
    urls = first
    for (const other of all) expect(other).toEqual(first)
  })

  afterAll(() => dropDatabase(name))

  async function dropDatabase(database: string): Promise<void> {
    await runSql(readTestUrl('TEST_DATABASE_URL'), `drop database ${database} with (force)`)
    for (const owner of databaseOwners) {
      await runSql(readTestUrl('TEST_DATABASE_URL'), `drop role if exists ${roleOf(database, owner)}`)
    }
  }

  async function withDatabase(database: string, work: (url: string) => Promise<void>): Promise<void> {
    await runSql(readTestUrl('TEST_DATABASE_URL'), `create database ${database}`)
    const address = new URL(readTestUrl('TEST_DATABASE_URL'))
    address.pathname = `/${database}`
    try {
      await work(address.href)
    } finally {
      await dropDatabase(database)
    }
  }

  test('a role name is short enough for PostgreSQL, however long the database name is', () => {
    const [one, two] = ['a', 'b'].map((end) => roleOf(`${'é'.repeat(60)}${end}`, 'market-data'))
    expect(one).toMatch(/^callwright_[0-9a-f]{16}_market_data$/)
    expect(one).not.toBe(two)
    expect(roleOf('x'.repeat(40), 'market-data')).toHaveLength(63)
    expect(roleOf('x'.repeat(41), 'market-data').length).toBeLessThan(63)
  })

  describe('provision', () => {
    test('gives each service its own role, with its own schema as the default', async () => {
      for (const owner of databaseOwners) {
        const [row] = await runSql(urls[owner], 'select current_user as role, current_schema() as schema')
        const schema = owner.replace('-', '_')
        expect(row).toEqual({ role: `callwright_${name}_${schema}`, schema })
      }
    })

    test('is idempotent, and prints the URLs as one JSON line', async () => {
      expect(await provision(adminUrl, config)).toEqual(urls)
      const line = await runProvision({ DATABASE_URL: adminUrl, DATA_DIR: config.dataDir })
      expect(JSON.parse(line)).toEqual(urls)
      expect(line).not.toContain('\n')
    })

    test("no service can read or change another's schema", async () => {
      await runSql(urls.auth, 'create table account (secret text)')
      await runSql(urls.auth, "insert into account values ('canary')")
      for (const statement of [
        'select secret from auth.account',
        "insert into auth.account values ('x')",
        'drop table auth.account',
        'create table auth.mine (id integer)',
        'drop schema auth cascade',
      ]) {
        await expect(runSql(urls.portfolio, statement)).rejects.toMatchObject({ code: '42501' })
      }
      expect(await runSql(urls.auth, 'select secret from account')).toEqual([{ secret: 'canary' }])
    })

    test('no service role has extra privileges', async () => {
      const [role] = await runSql(
        urls.auth,
        'select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication from pg_roles where rolname = current_user',
      )
      expect(Object.values(role ?? {})).toEqual([false, false, false, false, false])
    })

    test('the passwords are long, and each works for only one role', async () => {
      const passwords = Object.values(urls).map((url) => new URL(url).password)
      expect(new Set(passwords).size).toBe(databaseOwners.length)
      for (const password of passwords) expect(password.length).toBeGreaterThanOrEqual(32)
      const wrong = new URL(urls.auth)
      wrong.password = new URL(urls.portfolio).password
      await expect(runSql(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
    })

    test("a second stack in another database of the server does not change the first one's passwords", () =>
      withDatabase(`${name}_second`, async (secondUrl) => {
        const second = await provision(secondUrl, buildTestConfig())
        for (const owner of databaseOwners) {
          expect(await runSql(urls[owner], 'select current_database() as name')).toEqual([{ name }])
          expect(await runSql(second[owner], 'select current_database() as name')).toEqual([{ name: `${name}_second` }])
        }
      }))

    test('a stack that still has the old role names keeps its tables', () =>
      withDatabase(`${name}_former`, async (formerUrl) => {
        const former = 'callwright_coach'
        await runSql(formerUrl, `create role ${former}`)
        try {
          await runSql(formerUrl, `create schema coach authorization ${former}`)
          await runSql(formerUrl, `set role ${former}; create table coach.note (id serial primary key, line text)`)
          await runSql(formerUrl, `set role ${former}; insert into coach.note (line) values ('kept')`)
          const { coach } = await provision(formerUrl, buildTestConfig())
          await runSql(coach, "insert into note (line) values ('added')")
          await runSql(coach, 'alter table note add column extra text')
          expect(await runSql(coach, 'select id, line from note order by id')).toEqual([
            { id: 1, line: 'kept' },
            { id: 2, line: 'added' },
          ])
        } finally {
          await runSql(formerUrl, `drop owned by ${former}; drop role ${former}`)
        }
      }))

    test('the production profile generates no passwords', async () => {
      const { dataDir } = buildTestConfig()
      const env = { DATABASE_URL: adminUrl, DATA_DIR: dataDir, PROFILE: 'production' }
      await expect(runProvision(env)).rejects.toThrow('Provide database-auth')
    })

    test('an admin without the right to create roles still gets a schema for each service', async () => {
      const role = `test_plain_${randomBytes(6).toString('hex')}`
      await runSql(adminUrl, `create role ${role} login password 'plain'`)
      const plainName = `${name}_plain`
      await runSql(adminUrl, `create database ${plainName} owner ${role}`)
      const address = new URL(adminUrl)
      address.username = role
      address.password = 'plain'
      address.pathname = `/${plainName}`
      try {
        const plain = await provision(address.href, buildTestConfig())
        for (const owner of databaseOwners) {
          expect(await runSql(plain[owner], 'select current_user as role, current_schema() as schema')).toEqual([
            { role, schema: owner.replace('-', '_') },
          ])
        }
      } finally {
        await runSql(adminUrl, `drop database ${plainName} with (force)`)
        await runSql(adminUrl, `drop role ${role}`)
      }
    })
  })
})
