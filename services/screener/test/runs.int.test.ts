import { randomUUID } from 'node:crypto'
import { createRuntime, openDatabase, openWorker } from '@callwright/service'
import { buildTestConfig, readTestUrl, waitFor } from '@callwright/service/testing'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { UnrecoverableError } from 'bullmq'
import { sql } from 'kysely'
import type { Tables } from '../src/db/schema.ts'
import { QUEUE_NAME, redisNames } from '../src/enrichment/queue.ts'
import { createRunStore } from '../src/enrichment/run-store.ts'
import { type Api, openStack, problemOf, readStatus, readView, type Stack, untilIdle } from './support.ts'

describe('runs', () => {
  const closers: (() => Promise<unknown>)[] = []
  let stack: Stack

  beforeEach(async () => {
    stack = await openStack()
    closers.push(() => stack.close())
  })
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close()
  })

  describe('the supervisor’s lock', () => {
    let frozen: ReturnType<typeof createRunStore>
    let other: ReturnType<typeof createRunStore>

    beforeEach(() => {
      const runtime = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'screener-test')
      const url = stack.apiConfig.databaseUrl
      frozen = createRunStore(openDatabase<Tables>(runtime, { url, maxConnections: 1, queryTimeoutMs: 300 }))
      other = createRunStore(stack.database)
      closers.push(() => runtime.close())
    })

    const untilFree = () => waitFor('the lock to be free', () => other.withSupervisorLock(async () => {}))

    test('is held by one replica at a time and released afterwards', async () => {
      const held = await frozen.withSupervisorLock(async () => {
        expect(await other.withSupervisorLock(async () => {})).toBe(false)
      })
      expect(held).toBe(true)
      expect(await other.withSupervisorLock(async () => {})).toBe(true)
    })

    test('is released after work that failed', async () => {
      const work = async () => {
        throw new Error('work failed')
      }
      await expect(frozen.withSupervisorLock(work)).rejects.toThrow('work failed')
      expect(await other.withSupervisorLock(async () => {})).toBe(true)
    })

    test('is released after PostgreSQL freezes during the work', async () => {
      const work = async () => stack.postgres.freeze()
      await expect(frozen.withSupervisorLock(work)).rejects.toMatchObject({ code: 'database_unavailable' })
      stack.postgres.thaw()
      await untilFree()
    })

    test('is free after PostgreSQL freezes before the lock is requested', async () => {
      await frozen.findLatest()
      stack.postgres.freeze()
      await expect(frozen.withSupervisorLock(async () => {})).rejects.toMatchObject({ code: 'database_unavailable' })
      stack.postgres.thaw()
      await waitFor('the connection to answer again', () => frozen.withSupervisorLock(async () => {}))
      await untilFree()
    })
  })

  test('a stalled run has no pace until it continues', async () => {
    stack.market.become({ symbols: ['GONE', 'QAA', 'QAB', 'QAC'] })
    stack.market.holdAfter(3)
    const { ask } = await stack.openApi()
    await stack.openWorker()
    const underWay = await waitFor('the first symbols', async () => {
      const status = await readStatus(ask)
      return status.done + status.failed === 3 ? status : null
    })
    expect(underWay.rate_per_second).toBeGreaterThan(0)
    expect(underWay.eta_seconds).toBeGreaterThan(0)
    await sql`
    update enrichment_run
    set stage_started_at = stage_started_at - interval '40 s', settled_at = settled_at - interval '40 s'
  `.execute(stack.database)
    expect(await readStatus(ask)).toMatchObject({ state: 'running', rate_per_second: null, eta_seconds: null })
    stack.market.release()
    const { rate_per_second: rate, done, failed } = await untilIdle(ask)
    expect([done, failed]).toEqual([3, 1])
    expect(rate).toBeGreaterThan(0)
  })

  test('if a job’s failure was not recorded, records a user-readable reason and logs the queue’s own', async () => {
    stack.market.become({ symbols: ['QAA', 'QAB'] })
    const { ask, sink } = await stack.openApi()
    const runtime = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'screener-test')
    closers.push(() => runtime.close())
    openWorker(runtime, {
      name: QUEUE_NAME,
      url: readTestUrl('TEST_REDIS_URL'),
      prefix: redisNames(stack.apiConfig.redisNamespace).queuePrefix,
      concurrency: 1,
      run: async () => {
        throw new UnrecoverableError('connect to 10.1.2.3:5432 as admin')
      },
    })
    const status = await untilIdle(ask)
    const reason = 'Could not calculate this stock.'
    expect(status).toMatchObject({ done: 0, failed: 2 })
    expect(status.failures).toEqual([
      { symbol: 'QAA', reason },
      { symbol: 'QAB', reason },
    ])
    expect(sink.text()).toContain('10.1.2.3')
  })
})

describe('changes', () => {
  /** One symbol of each kind that these tests need. */
  const SYMBOLS = ['BRK.B', 'CRASH', 'GONE', 'NOCHN', 'QAA', 'QAB', 'QAC', 'QAD']
  const WITH_ROWS = SYMBOLS.filter((symbol) => !['CRASH', 'GONE'].includes(symbol))
  const UNAVAILABLE = /^Background refresh is unavailable right now/

  let stack: Stack
  beforeEach(async () => {
    stack = await openStack()
    stack.market.become({ symbols: SYMBOLS })
  })
  afterEach(() => stack.close())

  async function expectComplete(ask: Api['ask']) {
    const status = await untilIdle(ask)
    expect(status).toMatchObject({ total: SYMBOLS.length, done: WITH_ROWS.length, failed: 2 })
    return status
  }

  /** Waits until the view shows the stored rows, which can take until its next poll. */
  async function untilShown(ask: Api['ask']) {
    await waitFor('the rows', async () => (await readView(ask)).stocks.length === WITH_ROWS.length)
  }

  describe('the queue’s Redis', () => {
    test('unavailable: the view is served, start and refresh report it, the status has no workers (F09)', async () => {
      const { ask } = await stack.openApi()
      await stack.openWorker()
      await expectComplete(ask)
      stack.redis.cut()
      await waitFor('the cut to be noticed', async () => (await readStatus(ask)).workers === null)
      for (const id of ['screener.startEnrichment', 'screener.refresh', 'screener.stopEnrichment'] as const) {
        const answer = await ask(id)
        expect(answer.status).toBe(503)
        expect(problemOf(answer)).toMatchObject({
          code: 'queue_unavailable',
          detail: expect.stringMatching(UNAVAILABLE),
        })
        expect(answer.headers['retry-after']).toBeDefined()
      }
      await untilShown(ask)
      const forced = await readView(ask, { force_refresh: 'true' })
      expect(forced.stocks).toHaveLength(WITH_ROWS.length)
      expect(forced.message).toMatch(UNAVAILABLE)
      expect((await readStatus(ask)).message).toMatch(UNAVAILABLE)
    })

    test('a restart adds the jobs of a run whose process crashed before adding them', async () => {
      const store = createRunStore(stack.database)
      const market = { source: 'invented market', dataClass: 'recorded', asOf: new Date('2026-07-10T20:00:00.000Z') }
      const id = randomUUID()
      const run = { ...market, id, sequence: 1, startedBy: 'platform', userId: null, symbols: SYMBOLS } as const
      await store.insert({ ...run, stage: null, withoutVendorRanks: false })
      const { ask } = await stack.openApi()
      await stack.openWorker()
      expect((await expectComplete(ask)).run_id).toBe(id)
    })
  })

  describe('PostgreSQL', () => {
    test('unavailable: the view is served from memory and says so, until recovery (F01)', async () => {
      const { ask } = await stack.openApi()
      await stack.openWorker()
      await expectComplete(ask)
      await waitFor('the rows', async () => (await readView(ask)).cache_status === 'fresh')
      stack.postgres.cut()
      const stale = await waitFor('the label', async () => {
        const view = await readView(ask)
        return view.cache_status === 'stale' ? view : null
      })
      expect(stale.stocks).toHaveLength(WITH_ROWS.length)
      expect(stale.message).toMatch(/database is not available/)
      expect((await ask('screener.status')).status).toBe(200)
      const status = await ask('screener.enrichmentStatus')
      expect(status.status).toBe(503)
      expect(problemOf(status)).toMatchObject({ code: 'database_unavailable' })
      expect(JSON.stringify(status.body)).not.toMatch(/127\.0\.0\.1|ECONN|postgres/i)
      stack.postgres.restore()
      await waitFor('the label to go', async () => (await readView(ask)).cache_status === 'fresh')
    })

    test('unavailable at startup: 503 with a reason, not an empty view', async () => {
      stack.postgres.cut()
      const { ask } = await stack.openApi()
      const answer = await ask('screener.view')
      expect(answer.status).toBe(503)
      expect(problemOf(answer)).toMatchObject({ code: 'database_unavailable' })
    })
  })

  describe('another market', () => {
    test('replaces the rows of the first market immediately and never shows both', async () => {
      const { ask } = await stack.openApi()
      const { close } = await stack.openWorker()
      await expectComplete(ask)
      await close()
      const later = '2026-08-19T20:00:00.000Z'
      stack.market.become({ as_of: later, symbols: SYMBOLS.filter((symbol) => symbol !== 'QAB') })
      const empty = await waitFor('the old rows to go', async () => {
        const view = await readView(ask)
        return view.stocks.length === 0 ? view : null
      })
      expect(empty).toMatchObject({ cache_status: 'refreshing', data_class: 'none', as_of: null })
      await stack.openWorker()
      await waitFor('the new rows', async () => (await readView(ask)).stocks.length === WITH_ROWS.length - 1)
      const view = await readView(ask)
      expect(new Set(view.stocks.map((row) => row.as_of))).toEqual(new Set([later]))
    })

    test('stops an active run of the first market', async () => {
      const { ask } = await stack.openApi()
      await waitFor('the run', async () => (await readStatus(ask)).queued === SYMBOLS.length)
      const { run_id } = await readStatus(ask)
      stack.market.become({ source: 'another market', symbols: ['QAA', 'QAB'] })
      const status = await waitFor('the new run', async () => {
        const found = await readStatus(ask)
        return found.run_id !== run_id && found.queued === 2 ? found : null
      })
      expect(status).toMatchObject({ total: 2, started_by: 'platform' })
    })

    test('removes a stock that left the universe when the next run ends', async () => {
      const { ask } = await stack.openApi({ refreshCooldownMs: 0 })
      await stack.openWorker()
      await expectComplete(ask)
      stack.market.become({ symbols: SYMBOLS.filter((symbol) => symbol !== 'QAB') })
      await ask('screener.refresh')
      await waitFor('QAB to leave', async () => {
        const { stocks } = await readView(ask)
        return stocks.length === WITH_ROWS.length - 1 && !stocks.some((row) => row.symbol === 'QAB')
      })
    })
  })
})
