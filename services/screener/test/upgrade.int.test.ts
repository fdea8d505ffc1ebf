import { randomBytes, randomUUID } from 'node:crypto'
import type { EnrichSymbolPayload } from '@callwright/contracts'
import {
  createIdentitySigner,
  createRuntime,
  IDENTITY_HEADER,
  migrate,
  openDatabase,
  openQueue,
  openRedis,
  waitForRedis,
} from '@callwright/service'
import { buildTestConfig, createTestDatabase, readTestUrl, waitFor } from '@callwright/service/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { migrations } from '../src/db/migrations/index.ts'
import { ROW_FORMAT, type Tables } from '../src/db/schema.ts'
import { createEnrichmentQueue, QUEUE_NAME, type RedisNames, redisNames } from '../src/enrichment/queue.ts'
import { createRunStore } from '../src/enrichment/run-store.ts'
import { announceWorker, listWorkers, withdrawWorker } from '../src/enrichment/workers.ts'
import { INVENTED_AS_OF, INVENTED_SOURCE } from './invented-facts.ts'
import { inventRows } from './rows.ts'
import { storeRows } from './stored-rows.ts'
import { type Api, openStack, problemOf, readView, type Stack, untilIdle } from './support.ts'

describe('upgrade', () => {
  const FIRST = '20261120T0900_screener'

  const closers: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close()
  })

  test('upgrading a first-release database keeps its runs and sessions, and that release can still write', async () => {
    const { [FIRST]: first } = migrations
    if (first === undefined) throw new Error('the first migration is gone')
    const old = await createTestDatabase('screener', { [FIRST]: first })
    closers.push(() => old.drop())
    const runtime = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'screener-test')
    closers.push(() => runtime.close())
    const database = openDatabase<Tables>(runtime, { url: old.url })
    const id = randomUUID()
    const keepSession = (day: string) =>
      sql`insert into symbol_session (source, symbol, session_date, atm_iv, call_volume)
      values ('a market', 'QAA', ${day}::date, 0.3, 12)`.execute(database)
    await sql`
    insert into enrichment_run (
      id, sequence, started_by, state, source, data_class, as_of, symbols, done, started_at, finished_at
    ) values (
      ${id}, 1, 'platform', 'finished', 'a market', 'recorded', '2026-07-10T20:00Z', '{QAA,QAB}', 2,
      '2026-07-10T21:00:00Z', '2026-07-10T21:00:04Z'
    )`.execute(database)
    await keepSession('2026-07-10')

    await migrate({ url: old.url, migrations })
    await keepSession('2026-07-13')
    expect(await createRunStore(database).findLatest()).toMatchObject({
      id,
      stage: null,
      withoutVendorRanks: false,
      total: 2,
      symbols: 2,
      done: 2,
      failed: 0,
      elapsedSeconds: 4,
      stageSeconds: 4,
      idleSeconds: 4,
    })
    const kept = await database.selectFrom('symbolSession').select(['callVolume', 'score']).execute()
    expect(kept).toEqual(Array(2).fill({ callVolume: 12, score: null }))
  })

  test('rows that another release wrote in the active run are computed again', async () => {
    const stack = await openStack()
    closers.push(() => stack.close())
    const symbols = ['QAA', 'QAB', 'QAC']
    stack.market.become({ symbols })
    const id = randomUUID()
    const market = { source: INVENTED_SOURCE, dataClass: 'recorded', asOf: new Date(INVENTED_AS_OF) }
    const run = {
      ...market,
      id,
      sequence: 1,
      startedBy: 'platform',
      userId: null,
      symbols,
      stage: null,
      withoutVendorRanks: false,
    } as const
    await createRunStore(stack.database).insert(run)
    await storeRows(
      stack,
      inventRows(2).map((row, index) => ({ ...row, symbol: symbols[index] ?? '' })),
    )
    await stack.database
      .updateTable('screenerRow')
      .set({ runId: id, runSequence: 1, attempt: 9, format: ROW_FORMAT - 1 })
      .execute()
    const api = await stack.openApi()
    await stack.openWorker()
    expect(await untilIdle(api.ask)).toMatchObject({ run_id: id, total: 3, done: 3, failed: 0 })
    const rows = await stack.database.selectFrom('screenerRow').select(['symbol', 'format']).execute()
    expect(rows.map(({ symbol }) => symbol).sort()).toEqual(symbols)
    expect(new Set(rows.map(({ format }) => format))).toEqual(new Set([ROW_FORMAT]))
    await waitFor('the view to hold all rows', async () => (await readView(api.ask)).universe_total === 3)
  })
})

describe('redis', () => {
  const runtime = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'screener-test')
  const redis = openRedis(runtime, readTestUrl('TEST_REDIS_URL'), 'cache')
  let names: RedisNames

  beforeAll(async () => {
    if (!(await waitForRedis(redis, 5_000))) throw new Error('Redis is not there')
  })
  beforeEach(() => {
    names = redisNames(`test-${randomBytes(6).toString('hex')}`)
  })
  afterAll(() => runtime.close())

  describe('worker registry', () => {
    const worker = { id: 'one', opsAddress: 'http://127.0.0.1:1', version: '1', concurrency: 2, trouble: null }

    test('lists a worker from its announcement to its withdrawal', async () => {
      await announceWorker(redis, names, worker)
      expect(await listWorkers(redis, names)).toEqual([worker])
      await withdrawWorker(redis, names, worker.id)
      expect(await listWorkers(redis, names)).toEqual([])
    })

    test('replaces a corrupt index at the next announcement (F10)', async () => {
      await redis.set(names.workerIndex, 'garbage')
      await announceWorker(redis, names, worker)
      expect(await listWorkers(redis, names)).toEqual([worker])
    })

    test('lists no workers if the index is corrupt', async () => {
      await redis.set(names.workerIndex, 'garbage')
      expect(await listWorkers(redis, names)).toEqual([])
    })

    test.each(['garbage', 'null', '[]', '{"id":1}'])(
      'ignores %s where a worker’s announcement should be, and lists the others',
      async (garbage) => {
        await announceWorker(redis, names, worker)
        await announceWorker(redis, names, { ...worker, id: 'two' })
        await redis.set(names.worker('two'), garbage)
        expect(await listWorkers(redis, names)).toEqual([worker])
        await announceWorker(redis, names, { ...worker, id: 'two' })
        expect(await listWorkers(redis, names)).toHaveLength(2)
      },
    )
  })

  describe('the queue', () => {
    test('removes the waiting jobs of one run and keeps those of another', async () => {
      const url = readTestUrl('TEST_REDIS_URL')
      const bull = openQueue<EnrichSymbolPayload>(runtime, { name: QUEUE_NAME, url, prefix: names.queuePrefix })
      await bull.waitUntilReady()
      const queue = createEnrichmentQueue(bull, { retryDelayMs: 10, probe: async () => {} })
      const first = { id: randomUUID(), stage: null }
      const second = { id: randomUUID(), stage: null }
      const survey = { ...first, stage: 'survey' as const }
      await queue.enqueue(first, ['QAA', 'QAB', 'QAC'])
      await queue.enqueue(survey, ['QAA'])
      await queue.enqueue(second, ['QAA', 'QAB'])
      const delayed = { jobId: `${first.id}-QAD`, delay: 60_000 }
      await bull.add('enrich-symbol', { run_id: first.id, symbol: 'QAD' }, delayed)
      expect(await queue.count()).toMatchObject({ waiting: 6, delayed: 1, prioritized: 0, active: 0, failed: 0 })
      expect(await queue.oldestWaitingAgeSeconds(Date.now() + 5_000)).toBeGreaterThanOrEqual(5)
      expect(await queue.removeWaiting(first.id)).toBe(0)
      expect(await queue.count()).toMatchObject({ waiting: 2, active: 0 })
      expect((await queue.locateAll(second, ['QAA'])).get('QAA')).toEqual({ place: 'pending' })
      for (const jobs of [first, survey]) {
        expect((await queue.locateAll(jobs, ['QAA'])).get('QAA')).toEqual({ place: 'missing' })
      }
    })
  })
})

describe('users', () => {
  const own = { liquidity_volume: 1, liquidity_spread: 1, iv_rank: 1, technical: 1, quality: 1, income: 1 }
  let stack: Stack
  let api: Api
  let other: Api

  beforeAll(async () => {
    stack = await openStack()
    api = await stack.openApi()
    other = await stack.openApi()
    // A replica returns a 503 until it has read the stored weights once.
    for (const replica of [api, other]) {
      await waitFor('weights', async () => (await replica.ask('screener.getWeights', { user: 'first' })).status === 200)
    }
  })
  afterEach(() => stack.postgres.restore())
  afterAll(() => stack.close())

  type Asked = 'screener.erase' | 'screener.exportUser'

  function askAsAuth(id: Asked, user: string, at: Api = api) {
    const identity = createIdentitySigner(stack.apiConfig, 'auth')('screener', { kind: 'service' })
    return at.ask(id, { params: { id: user }, headers: { [IDENTITY_HEADER]: identity } })
  }

  async function keep(user: string) {
    const answers = [
      await api.ask('screener.putWeights', { user, body: own }),
      await api.ask('screener.putScreen', { user, params: { id: 'b' }, body: { name: 'Wheel', query: 'rating=40' } }),
      await api.ask('screener.putScreen', {
        user,
        params: { id: 'a' },
        body: { name: 'Banks', query: 'sector=financial' },
      }),
    ]
    // Compared as a list, so that a failure shows the error.
    expect(answers.filter(({ status }) => status >= 300)).toEqual([])
  }

  const hasOwnWeights = async (at: Api, user: string) =>
    ((await at.ask('screener.getWeights', { user })).body as { custom: boolean }).custom

  describe('a user’s data', () => {
    test('is exported completely', async () => {
      await keep('leaver')
      const { status, body } = await askAsAuth('screener.exportUser', 'leaver')
      expect(status).toBe(200)
      expect(body).toMatchObject({
        kept: {
          weights: own,
          screens: [
            { id: 'a', name: 'Banks', query: 'sector=financial' },
            { id: 'b', name: 'Wheel', query: 'rating=40' },
          ],
        },
      })
    })

    test('is empty for a user who saved nothing', async () => {
      const { body } = await askAsAuth('screener.exportUser', 'nobody')
      expect(body).toEqual({ status: 'success', kept: { weights: null, screens: [], lists: [] } })
    })

    test('is erased with the account on every replica, and other users’ data stays', async () => {
      await keep('leaver')
      await keep('stayer')
      await waitFor('the other replica', async () => hasOwnWeights(other, 'leaver'))
      expect((await askAsAuth('screener.erase', 'leaver')).body).toEqual({ status: 'success' })
      expect(await hasOwnWeights(api, 'leaver')).toBe(false)
      await waitFor('the other replica', async () => !(await hasOwnWeights(other, 'leaver')))
      expect(await hasOwnWeights(other, 'stayer')).toBe(true)
      for (const table of ['ratingWeights', 'savedScreen'] as const) {
        const rows = await stack.database.selectFrom(table).select('userId').execute()
        expect(new Set(rows.map(({ userId }) => userId))).toEqual(new Set(['stayer']))
      }
      expect((await askAsAuth('screener.erase', 'leaver')).status).toBe(200)
    })

    test('a run of an erased user becomes a platform run', async () => {
      await api.ask('screener.startEnrichment', { user: 'runner' })
      expect((await askAsAuth('screener.erase', 'runner')).status).toBe(200)
      const runs = await stack.database.selectFrom('enrichmentRun').select(['userId', 'startedBy']).execute()
      expect(runs.length).toBeGreaterThan(0)
      expect(runs.filter(({ userId }) => userId !== null)).toEqual([])
      expect(problemOf(await api.ask('screener.stopEnrichment', { user: 'runner' })).code).toBe('platform_run')
    })

    test.each(['screener.erase', 'screener.exportUser'] as const)('%s is for the auth service only', async (id) => {
      await keep('stayer')
      const answer = await api.ask(id, { user: 'stayer', params: { id: 'stayer' } })
      expect(answer.status).toBe(403)
      expect(await hasOwnWeights(api, 'stayer')).toBe(true)
    })

    test('without PostgreSQL, both endpoints return a 503', async () => {
      stack.postgres.cut()
      for (const id of ['screener.erase', 'screener.exportUser'] as const) {
        expect(problemOf(await askAsAuth(id, 'stayer')).code).toBe('database_unavailable')
      }
    })
  })
})
