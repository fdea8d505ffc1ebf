import { createRuntime, openDatabase, openWorker } from '@callwright/service'
import { buildTestConfig, readTestUrl, waitFor } from '@callwright/service/testing'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { UnrecoverableError } from 'bullmq'
import { sql } from 'kysely'
import type { Tables } from '../src/db/schema.ts'
import { QUEUE_NAME, redisNames } from '../src/enrichment/names.ts'
import { createRunStore } from '../src/enrichment/run-store.ts'
import { openStack, readStatus, type Stack, untilIdle } from './support.ts'

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

  const untilFree = () => waitFor('the lock to be free', () => other.withSupervisorLock(async () => {}), 5_000)

  test('is one replica’s at a time, and free again afterwards', async () => {
    const held = await frozen.withSupervisorLock(async () => {
      expect(await other.withSupervisorLock(async () => {})).toBe(false)
    })
    expect(held).toBe(true)
    expect(await other.withSupervisorLock(async () => {})).toBe(true)
  })

  test('is free again after work that failed', async () => {
    const work = async () => {
      throw new Error('work failed')
    }
    await expect(frozen.withSupervisorLock(work)).rejects.toThrow('work failed')
    expect(await other.withSupervisorLock(async () => {})).toBe(true)
  })

  test('PostgreSQL freezes during the work: the lock is free once it thaws', async () => {
    const work = async () => stack.postgres.freeze()
    await expect(frozen.withSupervisorLock(work)).rejects.toMatchObject({ code: 'database_unavailable' })
    stack.postgres.thaw()
    await untilFree()
  })

  test('PostgreSQL freezes before the lock is asked for: it stays free once it thaws', async () => {
    await frozen.findLatest()
    stack.postgres.freeze()
    await expect(frozen.withSupervisorLock(async () => {})).rejects.toMatchObject({ code: 'database_unavailable' })
    stack.postgres.thaw()
    await waitFor('the connection to answer again', () => frozen.withSupervisorLock(async () => {}), 5_000)
    await untilFree()
  })
})

test('a run that stands still has no pace until it goes on', async () => {
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

test('a job that failed without a note is written down in our words, and those of the queue go to the log', async () => {
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
  const reason = 'The stock could not be worked out.'
  expect(status).toMatchObject({ done: 0, failed: 2 })
  expect(status.failures).toEqual([
    { symbol: 'QAA', reason },
    { symbol: 'QAB', reason },
  ])
  expect(sink.text()).toContain('10.1.2.3')
})
