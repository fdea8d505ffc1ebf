import { randomUUID } from 'node:crypto'
import { daysBetween } from '@callwright/scoring'
import { openTcpProxy, readTestUrl, waitFor } from '@callwright/service/testing'
import { afterEach, describe, expect, test } from '@jest/globals'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { sourceUnavailable } from '../../src/errors.ts'
import { ProviderFailure } from '../../src/providers/http/provider-failure.ts'
import { listSessions } from '../storage/scripted-provider.ts'
import { JOBS, type JobBench, openJobBench } from './support.ts'

describe('fill bars', () => {
  let bench: JobBench
  afterEach(() => bench.close())

  const SYMBOLS = ['AAA', 'BBB', 'CCC', 'DDD']
  const rising = (date: string) => 100 + daysBetween('2026-01-02', date) / 10

  async function open(at: string, symbols = SYMBOLS) {
    bench = await openJobBench(at)
    for (const symbol of symbols) bench.provider.prices.set(symbol, rising)
    return bench
  }

  async function readDays(symbol: string): Promise<string[]> {
    const series = await bench.openStore().bars.findSeries(symbol, '2026-01-01')
    for (const { date, close } of series?.bars ?? []) expect(close).toBeCloseTo(rising(date), 7)
    return (series?.bars ?? []).map(({ date }) => date)
  }
  const ofBars = (asked: readonly string[]) => asked.filter((question) => /^(market )?bars/.test(question))

  test('makes one call per symbol at first, then one call per session for all, half an hour after each close', async () => {
    const { runOnce, clock } = await open('2026-07-08T17:00-04:00')
    expect(ofBars((await runOnce()).asked)).toEqual(SYMBOLS.map((symbol) => `bars ${symbol}`))
    clock.set('2026-07-09T16:29-04:00')
    expect(await runOnce()).toMatchObject({ outcomes: { 'fill-bars': 'idle' } })
    clock.set('2026-07-09T16:30-04:00')
    expect(ofBars((await runOnce()).asked)).toEqual(['market bars 2026-07-09'])
    clock.set('2026-07-14T16:30-04:00')
    const { asked, outcomes } = await runOnce()
    expect(ofBars(asked)).toEqual(['2026-07-10', '2026-07-13', '2026-07-14'].map((date) => `market bars ${date}`))
    expect(outcomes).toMatchObject({ 'fill-bars': 'done' })
    for (const symbol of SYMBOLS) expect(await readDays(symbol)).toEqual(listSessions('2026-06-01', '2026-07-14'))
    const again = await runOnce()
    expect([ofBars(again.asked), again.outcomes['fill-bars']]).toEqual([[], 'idle'])
  })

  test('fills a day with an early close half an hour after that close', async () => {
    const { runOnce, clock, provider } = await open('2026-11-26T12:00-05:00', ['AAA', 'BBB'])
    await runOnce()
    clock.set('2026-11-27T13:29-05:00')
    expect(ofBars((await runOnce()).asked)).toEqual([])
    clock.set('2026-11-27T13:30-05:00')
    expect(ofBars((await runOnce()).asked)).toEqual(['market bars 2026-11-27'])
    expect((await readDays('BBB')).at(-1)).toBe('2026-11-27')
    expect(provider.takeAsked()).toEqual([])
  })

  test('fills a long gap for many symbols session by session, including new symbols', async () => {
    const symbols = Array.from({ length: 20 }, (_, index) => `S${String(index).padStart(2, '0')}`)
    const { runOnce, clock, provider } = await open('2026-06-15T17:00-04:00', symbols)
    await runOnce()
    provider.prices.set('S20', rising)
    clock.set('2026-07-08T17:00-04:00')
    const asked = ofBars((await runOnce()).asked)
    expect(asked.filter((question) => question.startsWith('market'))).toHaveLength(
      listSessions('2026-06-16', '2026-07-08').length,
    )
    expect(await readDays('S19')).toEqual(listSessions('2026-06-01', '2026-07-08'))
    expect(asked[0]).toBe('bars S20')
    expect(await readDays('S20')).toEqual(listSessions('2026-06-01', '2026-07-08'))
  })
})

describe('fill bars faults', () => {
  let bench: JobBench
  afterEach(() => bench.close())

  const SYMBOLS = ['AAA', 'BBB', 'CCC', 'DDD']
  const rising = (date: string) => 100 + daysBetween('2026-01-02', date) / 10

  async function open(at: string, symbols = SYMBOLS) {
    bench = await openJobBench(at)
    for (const symbol of symbols) bench.provider.prices.set(symbol, rising)
    return bench
  }

  async function readDays(symbol: string): Promise<string[]> {
    const series = await bench.openStore().bars.findSeries(symbol, '2026-01-01')
    for (const { date, close } of series?.bars ?? []) expect(close).toBeCloseTo(rising(date), 7)
    return (series?.bars ?? []).map(({ date }) => date)
  }
  const ofBars = (asked: readonly string[]) => asked.filter((question) => /^(market )?bars/.test(question))

  test('without market-wide lists, makes one call per symbol, and does not repeat it for a late feed', async () => {
    const symbols = Array.from({ length: 12 }, (_, index) => `S${String(index).padStart(2, '0')}`)
    const { runOnce, clock, provider } = await open('2026-07-08T17:00-04:00', symbols)
    const { listMarketBars: _none, ...bars } = provider.sources.bars
    const sources = { ...provider.sources, bars }
    await runOnce({ sources })
    clock.set('2026-07-09T16:30-04:00')
    provider.endDataAt('2026-07-08')
    const late = await runOnce({ sources })
    expect(ofBars(late.asked)).toHaveLength(5)
    expect(late.outcomes['fill-bars']).toBe('incomplete')
    provider.endDataAt(null)
    const { asked } = await runOnce({ sources })
    expect(ofBars(asked)).toHaveLength(12)
    // Symbols already tried come last.
    expect(ofBars(asked)[0]).toBe('bars S05 from 2026-06-24')
    expect((await readDays('S00')).at(-1)).toBe('2026-07-09')
  })

  test('requests a symbol separately after a price jump, and its whole series if the scale differs', async () => {
    const { runOnce, clock, provider } = await open('2026-07-08T17:00-04:00')
    await runOnce()
    clock.set('2026-07-09T16:30-04:00')
    provider.prices.set('BBB', (date) => (date < '2026-07-09' ? rising(date) : rising(date) / 3))
    provider.splits.set('BBB', [{ executionDate: '2026-07-09', ratio: 3, kind: 'split' }])
    provider.fail('market splits', 'unavailable')
    provider.fail('splits', 'unavailable')
    expect(ofBars((await runOnce()).asked)).toEqual(['market bars 2026-07-09', 'bars BBB from 2026-06-24', 'bars BBB'])
    const series = await bench.openStore().bars.findSeries('BBB', '2026-07-08')
    expect(series?.bars.map(({ close }) => close)).toEqual([
      expect.closeTo(rising('2026-07-08') / 3, 7),
      expect.closeTo(rising('2026-07-09') / 3, 7),
    ])
  })

  test('continues from the data that a crashed process stored', async () => {
    const { openProcess, provider, runOnce } = await open('2026-07-08T17:00-04:00')
    let release: () => void = () => undefined
    provider.onAsked(
      'bars CCC',
      () =>
        new Promise((resolve) => {
          release = resolve
        }),
    )
    openProcess()
    await waitFor('the third symbol', () => provider.asked.includes('bars CCC'))
    provider.onAsked('bars CCC', null)
    provider.takeAsked()
    // The queue is lost too, as if Redis had also crashed.
    expect(ofBars((await runOnce()).asked)).toEqual(['bars CCC', 'bars DDD'])
    for (const symbol of SYMBOLS) expect(await readDays(symbol)).toEqual(listSessions('2026-06-01', '2026-07-08'))
    release()
  })

  test('leaves a failing symbol to the next run, and ends the run if the source is down', async () => {
    const symbols = Array.from({ length: 8 }, (_, index) => `S0${index}`)
    const { runOnce, provider } = await open('2026-07-08T17:00-04:00', symbols)
    provider.fail('bars S03', 'unreadable')
    const one = await runOnce()
    expect([ofBars(one.asked).length, one.outcomes['fill-bars']]).toEqual([8, 'incomplete'])
    provider.onAsked('bars S03', null)
    expect(ofBars((await runOnce()).asked)).toEqual(['bars S03'])
    await bench.close()
    const down = await open('2026-07-08T17:00-04:00', symbols)
    down.provider.fail('bars', 'unavailable')
    const { asked, outcomes, sink } = await down.runOnce()
    expect([ofBars(asked).length, outcomes['fill-bars']]).toEqual([5, 'retried'])
    expect(sink.lines().filter(({ event, job }) => event === 'market_job.failed' && job === 'fill-bars')).toHaveLength(
      1,
    )
  })

  test('requests symbols without bars once per session without delaying the others', async () => {
    const gone = Array.from({ length: 6 }, (_, index) => `A0${index}`)
    const { runOnce, clock, provider } = await open('2026-07-08T17:00-04:00')
    // Listed but never traded.
    for (const symbol of gone) provider.prices.set(symbol, () => Number.NaN)
    const questions = [...gone, ...SYMBOLS].map((symbol) => `bars ${symbol}`)
    const first = await runOnce()
    expect([ofBars(first.asked), first.outcomes['fill-bars']]).toEqual([questions, 'done'])
    const again = await runOnce()
    expect([ofBars(again.asked), again.outcomes['fill-bars']]).toEqual([[], 'idle'])
    clock.set('2026-07-09T17:00-04:00')
    expect(ofBars((await runOnce()).asked).sort()).toEqual([...questions.slice(0, 6), 'market bars 2026-07-09'])
  })

  test('after a split of any size, requests that symbol separately to detect the scale of its sessions', async () => {
    const { runOnce, clock, provider } = await open('2026-07-08T17:00-04:00')
    provider.splits.set('BBB', [{ executionDate: '2026-07-09', ratio: 1.05, kind: 'split' }])
    await runOnce()
    provider.prices.set('BBB', (date) => (date < '2026-07-09' ? rising(date) : rising(date) / 1.05))
    clock.set('2026-07-09T16:30-04:00')
    expect(ofBars((await runOnce()).asked)).toEqual(['market bars 2026-07-09', 'bars BBB from 2026-06-24'])
    const series = await bench.openStore().bars.findSeries('BBB', '2026-07-08')
    expect(series?.bars.map(({ close }) => close)).toEqual([
      expect.closeTo(rising('2026-07-08') / 1.05, 7),
      expect.closeTo(rising('2026-07-09') / 1.05, 7),
    ])
  })

  test('requests the whole series if it is deleted during the request for its next session', async () => {
    const { runOnce, clock, provider } = await open('2026-07-08T17:00-04:00')
    provider.splits.set('BBB', [{ executionDate: '2026-07-08', ratio: 2, kind: 'split' }])
    await runOnce()
    clock.set('2026-07-09T16:30-04:00')
    const { events } = bench.openStore()
    const origin = { source: 'scripted', dataClass: 'delayed' as const, missing: [], checkedAt: new Date(clock.now()) }
    const days = { asked: '2026-07-09', today: '2026-07-09' }
    provider.onAsked('market bars', () => events.saveSplits('BBB', [], origin, days))
    provider.splits.delete('BBB')
    provider.fail('market splits', 'unavailable')
    await runOnce()
    provider.onAsked('market bars', null)
    await runOnce()
    expect(await readDays('BBB')).toEqual(listSessions('2026-06-01', '2026-07-09'))
  })
})

describe('market jobs', () => {
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

  test('every job is scheduled every half hour', async () => {
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

  test('only one of two processes runs a job at a time, and nothing is requested twice', async () => {
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

  test('waits out a short Retry-After before it moves on', async () => {
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
    ['a user-facing error', sourceUnavailable],
  ])('postpones the job for a long Retry-After from %s without using an attempt', async (_name, toError) => {
    const { openProcess, provider, prefix } = await open()
    provider.onAsked('bars BBB', () => {
      throw toError(
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

  test('a stopping process finishes its symbol, and another one continues immediately', async () => {
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

  test('with Redis unavailable at startup, jobs begin once it is up, and nothing else waits for them', async () => {
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

  test('with PostgreSQL unavailable, a job uses an attempt and makes no requests', async () => {
    const { openProcess, provider, stores } = await open()
    stores.proxy.cut()
    const { countRuns } = openProcess()
    await waitFor('the attempt', async () => (await countRuns('fill-bars', 'retried')) > 0)
    expect(ofBars(provider.asked)).toEqual([])
    stores.proxy.restore()
  })
})
