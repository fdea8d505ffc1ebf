import { randomUUID } from 'node:crypto'
import { openTcpProxy, readTestUrl, waitFor } from '@callwright/service/testing'
import { afterEach, expect, test } from '@jest/globals'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { sourceUnavailable } from '../../src/errors.ts'
import { ProviderFailure } from '../../src/providers/http/provider-failure.ts'
import { JOBS, type JobBench, openJobBench } from './support.ts'

const SYMBOLS = ['AAA', 'BBB', 'CCC', 'DDD']
const closers: (() => Promise<unknown>)[] = []
let bench: JobBench
afterEach(async () => {
  await bench.close()
  for (const close of closers.splice(0)) await close()
})

async function open() {
  bench = await openJobBench('2026-07-08T17:00-04:00')
  for (const symbol of SYMBOLS) bench.provider.prices.set(symbol, () => 112)
  return { ...bench, prefix: `test-${randomUUID()}` }
}

/** The queue as it stands in Redis. */
function openQueue(prefix: string): Queue {
  const connection = new Redis(readTestUrl('TEST_REDIS_URL'), { maxRetriesPerRequest: null })
  const queue = new Queue('market-data', { connection, prefix })
  closers.push(async () => {
    await queue.close()
    connection.disconnect()
  })
  return queue
}

const ofBars = (asked: readonly string[]) => asked.filter((question) => question.startsWith('bars'))

test('every job is on the calendar of half hours', async () => {
  const { openProcess, prefix } = await open()
  openProcess({ prefix })
  const queue = openQueue(prefix)
  const schedulers = await waitFor('the schedules', async () => {
    const found = await queue.getJobSchedulers()
    return found.length === JOBS.length && found
  })
  expect(schedulers.map(({ key }) => key).sort()).toEqual([...JOBS])
  for (const { next } of schedulers) expect((next ?? 1) % (30 * 60_000)).toBe(0)
})

test('of two processes one runs a job at a time, and nothing is asked twice', async () => {
  const { openProcess, provider, prefix } = await open()
  let running = 0
  let most = 0
  provider.onAsked('', async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
  })
  const processes = [openProcess({ prefix }), openProcess({ prefix })]
  const countAll = async (job: (typeof JOBS)[number]) =>
    (await Promise.all(processes.map(({ countRuns }) => countRuns(job)))).reduce((sum, count) => sum + count, 0)
  await waitFor('every job to have run', async () =>
    (await Promise.all(JOBS.map(countAll))).every((count) => count > 0),
  )
  expect(most).toBe(1)
  expect(ofBars(provider.asked)).toEqual(SYMBOLS.map((symbol) => `bars ${symbol}`))
})

test('a short pause that the provider asks for is kept in place', async () => {
  const { runOnce, provider } = await open()
  let refusals = 0
  provider.onAsked('bars BBB', () => {
    refusals += 1
    if (refusals > 2) return
    throw new ProviderFailure('scripted', { kind: 'rate_limited', detail: 'slow down', retryAfterMs: 50 })
  })
  const { asked, outcomes } = await runOnce()
  expect(ofBars(asked)).toEqual(['AAA', 'BBB', 'BBB', 'BBB', 'CCC', 'DDD'].map((symbol) => `bars ${symbol}`))
  expect(outcomes['fill-bars']).toBe('done')
})

test.each([
  ['a provider', (failure: ProviderFailure) => failure],
  ['the view that people have', sourceUnavailable],
])('a long pause, told by %s, puts the job back until then, at no cost', async (_name, told) => {
  const { openProcess, provider, prefix } = await open()
  provider.onAsked('bars BBB', () => {
    throw told(
      new ProviderFailure('scripted', { kind: 'rate_limited', detail: 'no more today', retryAfterMs: 3_600_000 }),
    )
  })
  const { countRuns, sink } = openProcess({ prefix })
  const startedAtMs = Date.now()
  const queue = openQueue(prefix)
  await waitFor('the pause', async () => (await countRuns('fill-bars', 'postponed')) === 1)
  const job = await waitFor('the job', async () =>
    (await queue.getDelayed()).find(({ id }) => id === 'start-fill-bars'),
  )
  expect(job.attemptsMade).toBe(0)
  expect(job.timestamp + job.delay).toBeGreaterThan(startedAtMs + 3_590_000)
  await waitFor('the other jobs', async () => (await countRuns('refresh-fundamentals')) > 0)
  expect(ofBars(provider.asked)).toEqual(['bars AAA', 'bars BBB'])
  expect(sink.lines().filter(({ event }) => event === 'market_job.postponed')).toHaveLength(1)
})

test('a process that ends finishes its symbol; another one goes on at once', async () => {
  const { openProcess, provider, prefix } = await open()
  let release: () => void = () => undefined
  provider.onAsked(
    'bars BBB',
    () =>
      new Promise((resolve) => {
        release = resolve
      }),
  )
  const first = openProcess({ prefix })
  await waitFor('the second symbol', () => provider.asked.includes('bars BBB'))
  const closing = first.runtime.close()
  release()
  await closing
  provider.onAsked('bars BBB', null)
  provider.takeAsked()
  const { countRuns } = openProcess({ prefix })
  await waitFor('the rest', async () => (await countRuns('fill-bars', 'done')) > 0)
  expect(ofBars(provider.asked)).toEqual(['bars CCC', 'bars DDD'])
})

test('Redis away at the start: jobs begin when it is there, and nothing else waits for them', async () => {
  const { openProcess, provider } = await open()
  const target = new URL(readTestUrl('TEST_REDIS_URL'))
  const proxy = await openTcpProxy({ host: target.hostname, port: Number(target.port) })
  closers.push(() => proxy.close())
  proxy.cut()
  target.host = `127.0.0.1:${proxy.port}`
  const { countRuns, sink } = openProcess({ redisUrl: target.href })
  await waitFor('the warning', () => sink.lines().some(({ event }) => event === 'market_jobs.not_registered'))
  expect(provider.asked).toEqual([])
  proxy.restore()
  await waitFor('the jobs', async () => (await countRuns('fill-bars', 'done')) > 0)
})

test('PostgreSQL away: a job costs an attempt and asks nobody', async () => {
  const { openProcess, provider, stores } = await open()
  stores.proxy.cut()
  const { countRuns } = openProcess()
  await waitFor('the attempt', async () => (await countRuns('fill-bars', 'retried')) > 0)
  expect(ofBars(provider.asked)).toEqual([])
  stores.proxy.restore()
})
