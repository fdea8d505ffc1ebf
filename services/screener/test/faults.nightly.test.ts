import { addressesOf, openTcpProxy, waitFor } from '@callwright/service/testing'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { allSymbols } from './fake-market.ts'
import { type Api, openStack, readStatus, readView, type Stack, untilIdle } from './support.ts'

const WITH_ROWS = allSymbols.filter((symbol) => !['CRASH', 'GONE'].includes(symbol))

let stack: Stack
beforeEach(async () => {
  stack = await openStack()
})
afterEach(() => stack.close())

async function expectComplete(ask: Api['ask']) {
  const status = await untilIdle(ask)
  expect(status).toMatchObject({ total: allSymbols.length, done: WITH_ROWS.length, failed: 2 })
  const rows = await stack.database.selectFrom('screenerRow').select(['symbol', 'runId', 'attempt']).execute()
  expect(rows.map(({ symbol }) => symbol).sort()).toEqual(WITH_ROWS)
  expect(new Set(rows.map(({ runId }) => runId))).toEqual(new Set([status.run_id]))
  return { status, rows }
}

/** Waits until the view shows the stored rows, which can take until its next poll. */
async function untilShown(ask: Api['ask']) {
  await waitFor('the rows', async () => (await readView(ask)).stocks.length === WITH_ROWS.length, 2_000)
}

function isPostponed(sink: { lines(): Record<string, unknown>[] }): boolean {
  return sink.lines().some(({ event }) => event === 'enrichment.postponed')
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const startedAt = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - startedAt) / 1_000 }
}

describe('workers', () => {
  test('after kill -9 in mid-run, the next worker completes the run without duplicate or missing rows (F32)', async () => {
    const { ask } = await stack.openApi()
    stack.market.holdAfter(12)
    const first = stack.spawnWorker()
    await waitFor(
      'twelve answers and four jobs in hand',
      async () => stack.market.totalCalls() === 16 && (await readStatus(ask)).active === 4,
      20_000,
    )
    first.kill('SIGKILL')
    await waitFor('the process to be gone', () => first.signalCode === 'SIGKILL')
    stack.market.release()
    stack.spawnWorker()
    await waitFor(
      'all but the four jobs',
      async () => {
        const { done, failed } = await readStatus(ask)
        return done + failed === allSymbols.length - 4
      },
      20_000,
    )
    // libs/service tests the 15 s of the queue's settings; this test shortens the locks instead of waiting.
    expect(await stack.endLocks()).toBeLessThanOrEqual(10_000)
    const { rows } = await expectComplete(ask)
    expect(rows.filter(({ attempt }) => attempt > 1).length).toBeGreaterThanOrEqual(4)
  })

  test('a stopping worker finishes its active jobs and withdraws its announcement (F36)', async () => {
    const { ask } = await stack.openApi()
    stack.market.holdAfter(4)
    const { worker } = await stack.openWorker()
    await waitFor(
      'four jobs in hand',
      async () => (await readStatus(ask)).active === 4 && stack.market.totalCalls() === 8,
    )
    const closing = worker.close()
    stack.market.release()
    await closing
    const status = await waitFor('no active job', async () => {
      const found = await readStatus(ask)
      return found.active === 0 && found.workers === 0 ? found : null
    })
    expect(status.done + status.failed + status.queued).toBe(allSymbols.length)
    await stack.openWorker()
    const { rows } = await expectComplete(ask)
    expect(rows.filter(({ attempt, symbol }) => attempt > 1 && symbol !== 'FLAKY')).toEqual([])
  })

  test('a market-data outage in mid-run uses no attempts: the run waits and completes', async () => {
    const { ask } = await stack.openApi()
    await waitFor('the run', async () => (await readStatus(ask)).queued === allSymbols.length)
    const line = await openTcpProxy({ host: '127.0.0.1', port: Number(new URL(stack.market.url).port) })
    line.cut()
    const { sink, close } = await stack.openWorker({ marketData: addressesOf(`http://127.0.0.1:${line.port}`) })
    const waiting = await waitFor('every job to be postponed', async () => {
      const status = await readStatus(ask)
      return status.queued === allSymbols.length && isPostponed(sink) ? status : null
    })
    expect(waiting).toMatchObject({ state: 'running', done: 0, failed: 0, active: 0 })
    expect(sink.lines().filter(({ level }) => level === 'warn')).toHaveLength(1)
    const why = /^The refresh is paused: The market data service is not available right now/
    await waitFor('the reason', async () => why.test((await readStatus(ask)).message ?? ''))
    line.restore()
    const { rows } = await expectComplete(ask)
    expect((await readStatus(ask)).message).toBeNull()
    expect(rows.every(({ attempt }) => attempt > 1)).toBe(true)
    await close()
    await line.close()
  })
})

describe('the market data provider', () => {
  test('enforces a rate limit: all workers pause until it ends, and no job uses an attempt (F21)', async () => {
    const { ask } = await stack.openApi()
    stack.market.limitAfter(12, 3)
    const sinks = [await stack.openWorker({ concurrency: 2 }), await stack.openWorker({ concurrency: 2 })].map(
      ({ sink }) => sink,
    )
    await waitFor('the first rejected call', () => stack.market.refusals() > 0)
    await waitFor('no active job', async () => (await readStatus(ask)).active === 0)
    const { done, failed, queued } = await readStatus(ask)
    expect(done + failed + queued).toBe(allSymbols.length)
    expect(queued).toBeGreaterThanOrEqual(allSymbols.length - 12)
    const callsInWindow = stack.market.totalCalls()
    await expectComplete(ask)
    // Four jobs were active when the window began; each was rejected at most once.
    expect(stack.market.refusals()).toBeLessThanOrEqual(4)
    expect(callsInWindow).toBeLessThanOrEqual(12 + 4)
    for (const sink of sinks) {
      const countEvents = (name: string) => sink.lines().filter(({ event }) => event === name).length
      // Logged once, or twice if an active job was rejected after the first outage was logged as over.
      expect([0, 1, 2]).toContain(countEvents('enrichment.postponed'))
      expect(countEvents('enrichment.resumed')).toBe(countEvents('enrichment.postponed'))
    }
    expect(sinks.some((sink) => isPostponed(sink))).toBe(true)
  })
})

describe('the queue’s Redis', () => {
  test('frozen: a refresh fails within a second, but the view is still served', async () => {
    const { ask } = await stack.openApi()
    await stack.openWorker()
    await expectComplete(ask)
    stack.redis.freeze()
    const { result, seconds } = await timed(() => ask('screener.refresh'))
    expect(result.status).toBe(503)
    expect(seconds).toBeLessThan(1)
    await untilShown(ask)
  })

  test('unavailable at startup: the process runs, and enriches automatically once Redis is up (F09)', async () => {
    stack.redis.cut()
    const { ask } = await stack.openApi()
    await stack.openWorker()
    const view = await readView(ask)
    expect(view).toMatchObject({ stocks: [], cache_status: 'miss' })
    expect((await ask('screener.startEnrichment')).status).toBe(503)
    stack.redis.restore()
    await expectComplete(ask)
  })

  test('flushed in mid-run: lost jobs are added again, without duplicate or missing rows (F10)', async () => {
    const { ask, sink } = await stack.openApi()
    stack.market.holdAfter(10)
    await stack.openWorker()
    await waitFor('ten answers', () => stack.market.totalCalls() === 14)
    await stack.flushRedis()
    stack.market.release()
    await expectComplete(ask)
    expect(sink.lines().filter((line) => line.event === 'enrichment.jobs_added_again').length).toBeGreaterThan(0)
  })
})

describe('PostgreSQL', () => {
  test('loses its last commits in a crash: the lost rows are computed again', async () => {
    const { ask } = await stack.openApi()
    stack.market.holdAfter(10)
    await stack.openWorker()
    await waitFor('ten answers, four in hand', () => stack.market.totalCalls() === 14)
    await waitFor('rows', async () => (await readStatus(ask)).done >= 6)
    await stack.database.deleteFrom('screenerRow').execute()
    stack.market.release()
    await expectComplete(ask)
  })
})
