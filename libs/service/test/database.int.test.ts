import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { type Kysely, sql } from 'kysely'
import { Client } from 'pg'
import {
  awaitMigrations,
  type DatabaseOptions,
  type Migrations,
  migrate,
  openDatabase,
  readUniqueViolation,
  translateDatabaseError,
} from '../src/index.ts'
import {
  createTestDatabase,
  openTcpProxy,
  parseMetrics,
  type TcpProxy,
  type TestDatabase,
  waitFor,
  withLeeway,
} from '../src/testing/index.ts'
import { createOpened } from './support.ts'

interface Tables {
  sample: { id: number; userName: string; amount: number | null; day: string | null; count: number | null }
}

const migrations: Migrations = {
  '20261120T0900_sample': {
    up: async (database: Kysely<unknown>) => {
      await sql`create table sample (
        id integer primary key, user_name text unique not null, amount numeric(14, 4), day date, count bigint
      )`.execute(database)
    },
  },
}

let database: TestDatabase
const { onEnd, openRuntime, closeAll } = createOpened()

beforeAll(async () => {
  database = await createTestDatabase('portfolio', migrations)
})
afterEach(closeAll)
afterAll(() => database.drop())

async function openThroughProxy(options: Partial<Omit<DatabaseOptions, 'url'>> = {}) {
  const target = new URL(database.url)
  const proxy = await openTcpProxy({ host: target.hostname, port: Number(target.port) })
  onEnd(() => proxy.close())
  const address = new URL(database.url)
  address.port = String(proxy.port)
  const { runtime } = openRuntime()
  return { proxy, runtime, url: address.href, kysely: openDatabase<Tables>(runtime, { url: address.href, ...options }) }
}

async function timeFailure(work: Promise<unknown>): Promise<{ error: unknown; elapsedMs: number }> {
  const startedAt = performance.now()
  try {
    await work
  } catch (error) {
    return { error: translateDatabaseError(error), elapsedMs: performance.now() - startedAt }
  }
  throw new Error('It did not fail')
}

const outage = { status: 503, code: 'database_unavailable', retryAfterSeconds: 5 }

describe('T8: a database that does not respond', () => {
  test('a statement on a frozen server times out, and the pool recovers within 5 s of the thaw (F02)', async () => {
    const { proxy, kysely } = await openThroughProxy({ queryTimeoutMs: 400 })
    await sql`select 1`.execute(kysely)
    proxy.freeze()
    const { error, elapsedMs } = await timeFailure(sql`select 1`.execute(kysely))
    expect(error).toMatchObject(outage)
    expect(elapsedMs).toBeLessThan(withLeeway(1_500))
    proxy.thaw()
    await waitFor('the recovery', () => sql`select 1`.execute(kysely).catch(() => null), 5_000)
  })

  test('after a transaction fails to begin, no later writes are lost', async () => {
    const { proxy, kysely, url } = await openThroughProxy({ maxConnections: 1, queryTimeoutMs: 400 })
    await sql`create table canary (id integer)`.execute(kysely)
    proxy.freeze()
    const { error } = await timeFailure(kysely.transaction().execute(async () => {}))
    expect(error).toMatchObject(outage)
    proxy.thaw()
    await waitFor('the write', () => sql`insert into canary values (1)`.execute(kysely).catch(() => null), 5_000)
    const client = new Client({ connectionString: url })
    await client.connect()
    onEnd(() => client.end())
    expect((await client.query('select id from canary')).rows).toEqual([{ id: 1 }])
  })

  test('a connection attempt times out after about a second', async () => {
    const { proxy, kysely, runtime } = await openThroughProxy()
    proxy.freeze()
    const { error, elapsedMs } = await timeFailure(sql`select 1`.execute(kysely))
    expect(error).toMatchObject(outage)
    expect(elapsedMs).toBeGreaterThan(800)
    expect(elapsedMs).toBeLessThan(withLeeway(2_500))
    proxy.thaw()
    // A full pool must not be reported if the server is unreachable.
    expect(
      parseMetrics(await runtime.metrics.registry.metrics()).find('load_shed_requests_total', {
        reason: 'database_pool',
      }),
    ).toBe(0)
  })

  test('waiting for a full pool times out after one second', async () => {
    const { kysely, runtime } = await openThroughProxy({ maxConnections: 1, queryTimeoutMs: 5_000 })
    const busy = sql`select pg_sleep(1.6)`.execute(kysely)
    const { error, elapsedMs } = await timeFailure(sql`select 1`.execute(kysely))
    expect(error).toMatchObject(outage)
    expect(elapsedMs).toBeGreaterThan(900)
    const { find } = parseMetrics(await runtime.metrics.registry.metrics())
    expect(find('load_shed_requests_total', { reason: 'database_pool' })).toBe(1)
    expect(find('db_client_connections', { state: 'used' })).toBe(1)
    expect(find('db_client_connections_max')).toBe(1)
    await busy
  })

  test('an unreachable server is reported as an outage immediately (F01)', async () => {
    const { proxy, kysely } = await openThroughProxy()
    proxy.cut()
    const times: number[] = []
    for (let index = 0; index < 5; index += 1) {
      const { error, elapsedMs } = await timeFailure(sql`select 1`.execute(kysely))
      expect(error).toMatchObject(outage)
      times.push(elapsedMs)
    }
    // A busy machine may delay one statement, but not all of them.
    expect(Math.min(...times)).toBeLessThan(900)
  })

  test('a slow statement is also canceled on the server (F04)', async () => {
    const { kysely, url } = await openThroughProxy({ queryTimeoutMs: 300 })
    const { error } = await timeFailure(sql`select pg_sleep(30) as canary_slow`.execute(kysely))
    expect(error).toMatchObject(outage)
    const client = new Client({ connectionString: url })
    await client.connect()
    onEnd(() => client.end())
    await waitFor('the end at the server', async () => {
      const { rows } = await client.query(
        "select 1 from pg_stat_activity where query like '%canary_slow%' and state = 'active' and pid <> pg_backend_pid()",
      )
      return rows.length === 0
    })
  })

  test('losing an idle connection is harmless', async () => {
    const { proxy, kysely, runtime } = await openThroughProxy()
    await sql`select 1`.execute(kysely)
    cutIdle(proxy)
    await waitFor('the recovery', () => sql`select 1`.execute(kysely).catch(() => null), 5_000)
    await runtime.health.runAll()
    expect(runtime.health.read().status).toBe('pass')
  })

  test('the hard health check fails while the database is unreachable', async () => {
    const { proxy, url } = await openThroughProxy()
    const { runtime } = openRuntime()
    openDatabase<Tables>(runtime, { url, kind: 'hard' })
    await runtime.health.runAll()
    expect(runtime.health.read().status).toBe('pass')
    proxy.cut()
    await runtime.health.runAll()
    expect(runtime.health.read().status).toBe('fail')
  })
})

function cutIdle(proxy: TcpProxy): void {
  proxy.cut()
  proxy.restore()
}

describe('values', () => {
  test('dates stay dates, numerics and counts become numbers, names become camelCase', async () => {
    const kysely = openDatabase<Tables>(openRuntime().runtime, { url: database.url })
    const row = { id: 1, userName: 'trader', amount: 10.25, day: '2026-11-20', count: 9_007_199_254_740_991 }
    await kysely.insertInto('sample').values(row).execute()
    expect(await kysely.selectFrom('sample').selectAll().where('id', '=', 1).execute()).toEqual([row])
    const unknown = { id: 2, userName: 'second', amount: null, day: null, count: null }
    await kysely.insertInto('sample').values(unknown).execute()
    expect(await kysely.selectFrom('sample').selectAll().where('id', '=', 2).executeTakeFirst()).toEqual(unknown)
  })

  test('pg alone turns a date into an instant and a numeric into text', async () => {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    onEnd(() => client.end())
    const { rows } = await client.query("select date '2026-11-20' as day, 10.25::numeric as amount, 1::bigint as count")
    expect([typeof rows[0].day, rows[0].amount, rows[0].count]).toEqual(['object', '10.25', '1'])
  })

  test('a full disk is a 503 that says so and asks the client to wait a minute (F05)', async () => {
    const kysely = openDatabase<Tables>(openRuntime().runtime, { url: database.url })
    const { error } = await timeFailure(sql`do $$ begin raise sqlstate '53100'; end $$`.execute(kysely))
    expect(error).toMatchObject({
      status: 503,
      code: 'storage_full',
      detail: "Nothing was saved, because the server's disk is full.",
      retryAfterSeconds: 60,
    })
  })

  test('a unique violation is identified by its constraint; other errors are unchanged', async () => {
    const kysely = openDatabase<Tables>(openRuntime().runtime, { url: database.url })
    const row = { userName: 'third', amount: null, day: null, count: null }
    await kysely
      .insertInto('sample')
      .values({ id: 10, ...row })
      .execute()
    const taken = await kysely
      .insertInto('sample')
      .values({ id: 11, ...row })
      .execute()
      .catch((error: unknown) => error)
    expect(readUniqueViolation(taken)).toBe('sample_user_name_key')
    expect(translateDatabaseError(taken)).toBe(taken)
    expect([readUniqueViolation(new Error('x')), readUniqueViolation(null)]).toEqual([null, null])
  })
})

describe('prepared statements', () => {
  test('are parsed once per connection and return the correct rows', async () => {
    const options = { url: database.url, maxConnections: 1, preparesStatements: true }
    const kysely = openDatabase<Tables>(openRuntime().runtime, options)
    const read = async (id: number) => (await sql<{ id: number }>`select ${id}::int as id`.execute(kysely)).rows
    expect([await read(1), await read(2)]).toEqual([[{ id: 1 }], [{ id: 2 }]])
    await kysely.transaction().execute(async (transaction) => {
      expect((await sql`select ${3}::int as id`.execute(transaction)).rows).toEqual([{ id: 3 }])
    })
    const { rows } = await sql`select statement from pg_prepared_statements`.execute(kysely)
    expect(rows).toEqual([{ statement: 'select $1::int as id' }])
  })

  test('are prepared again on a new connection', async () => {
    const { proxy, kysely } = await openThroughProxy({ maxConnections: 1, preparesStatements: true })
    const read = () => sql<{ id: number }>`select ${4}::int as id`.execute(kysely)
    await read()
    cutIdle(proxy)
    const again = await waitFor('the recovery', () => read().catch(() => null), 5_000)
    expect(again.rows).toEqual([{ id: 4 }])
  })
})

describe('migrations (F06)', () => {
  test('four concurrent runs apply each step once, and a fifth has nothing to do', async () => {
    const empty = await createTestDatabase('coach', {})
    onEnd(() => empty.drop())
    const steps: Migrations = {
      '20261120T0900_first': {
        up: async (kysely: Kysely<unknown>) => {
          await sql`create table first (id integer)`.execute(kysely)
          await sql`select pg_sleep(0.2)`.execute(kysely)
        },
      },
      '20261120T0901_second': {
        up: async (kysely: Kysely<unknown>) => {
          await sql`create table second (id integer)`.execute(kysely)
        },
      },
    }
    const ran = await Promise.all(Array.from({ length: 4 }, () => migrate({ url: empty.url, migrations: steps })))
    expect(ran.flat().sort()).toEqual(['20261120T0900_first', '20261120T0901_second'])
    expect(await migrate({ url: empty.url, migrations: steps })).toEqual([])
  })

  test('a connection lost during a step fails only the migration', async () => {
    const empty = await createTestDatabase('coach', {})
    onEnd(() => empty.drop())
    const steps: Migrations = {
      '20261120T0900_lost': {
        up: async (kysely: Kysely<unknown>) => {
          await sql`select pg_terminate_backend(pg_backend_pid())`.execute(kysely)
        },
      },
    }
    await expect(migrate({ url: empty.url, migrations: steps })).rejects.toThrow(/connection/)
    expect(await migrate({ url: empty.url, migrations: {} })).toEqual([])
  })

  test('a failed step is rolled back and reports the reason', async () => {
    const empty = await createTestDatabase('coach', {})
    onEnd(() => empty.drop())
    const steps: Migrations = {
      '20261120T0900_half': {
        up: async (kysely: Kysely<unknown>) => {
          await sql`create table half (id integer)`.execute(kysely)
          await sql`select nonsense`.execute(kysely)
        },
      },
    }
    await expect(migrate({ url: empty.url, migrations: steps })).rejects.toThrow('nonsense')
    const client = new Client({ connectionString: empty.url })
    await client.connect()
    onEnd(() => client.end())
    expect((await client.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }])
  })

  test('a process has started once its own migrations are applied, with or without newer ones', async () => {
    const empty = await createTestDatabase('coach', {})
    onEnd(() => empty.drop())
    const step = { up: async () => {} }
    const steps: Migrations = { '20261120T0900_first': step, '20261120T0901_second': step }
    const { runtime } = openRuntime()
    awaitMigrations(runtime, openDatabase<Tables>(runtime, { url: empty.url }), steps)
    const isStarted = async () => {
      await runtime.health.runAll()
      return runtime.health.readUnfinishedStart().length === 0
    }
    expect(await isStarted()).toBe(false)
    await migrate({ url: empty.url, migrations: { '20261120T0900_first': step } })
    expect(await isStarted()).toBe(false)
    await migrate({ url: empty.url, migrations: { ...steps, '20261120T0902_third': step } })
    expect(await isStarted()).toBe(true)
    // The older release cannot migrate, and says why.
    await expect(migrate({ url: empty.url, migrations: steps })).rejects.toThrow(
      'The database was upgraded by a newer release (20261120T0902_third).',
    )
  })
})
