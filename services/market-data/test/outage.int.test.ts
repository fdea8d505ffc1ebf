import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import {
  commonMetrics,
  MAX_SERIES,
  openTcpProxy,
  parseMetrics,
  readMetrics,
  readTestUrl,
  waitFor,
} from '@callwright/service/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { JOBS, openJobBench } from './jobs/support.ts'
import { type MarketDataUnderTest, makeInventedFolder, openMarketDataService, openSimulatedAt } from './support.ts'

describe('outage', () => {
  let folder: string
  const opened: MarketDataUnderTest[] = []

  beforeAll(async () => {
    folder = await makeInventedFolder()
  })
  afterAll(async () => {
    await Promise.all(opened.map((service) => service.close()))
  })

  async function open(...args: Parameters<typeof openMarketDataService>): Promise<MarketDataUnderTest> {
    const service = await openMarketDataService(...args)
    opened.push(service)
    return service
  }

  const askedFor = (service: MarketDataUnderTest, endpoint: string) =>
    service.readCounter('provider_requests_total', { endpoint })
  const hits = (service: MarketDataUnderTest) => service.readCounter('cache_requests_total', { result: 'hit' })
  const quote = (service: MarketDataUnderTest, symbol = 'BRMZ') => service.ask('stocks.quote', { params: { symbol } })

  /** Reads the last close from the bars, which stay in the cache longer than it takes to open a service. */
  async function lastClose(service: MarketDataUnderTest): Promise<number | undefined> {
    const { data } = await service.ask('stocks.data', { params: { symbol: 'BRMZ' } })
    return data.at(-1)?.close
  }

  /** Waits for the cache connection; until then the service responds without it. */
  async function waitForCache(service: MarketDataUnderTest, symbol?: string): Promise<void> {
    await waitFor('a cache hit', async () => {
      await quote(service, symbol)
      return (await hits(service)) > 0
    })
  }

  describe('cache', () => {
    test('serves an answer from the cache without a new request to the source', async () => {
      const service = await open(folder)
      await waitForCache(service)
      const asked = await askedFor(service, 'quote')
      const before = await hits(service)
      const first = await quote(service)
      expect(await quote(service)).toEqual(first)
      expect(await askedFor(service, 'quote')).toBe(asked)
      expect(await hits(service)).toBe(before + 2)
    })

    test('forty concurrent requests make one request to the source', async () => {
      const service = await open(folder)
      const params = { symbol: 'BLKM' }
      await Promise.all(Array.from({ length: 40 }, () => service.ask('options.chain', { params })))
      expect(await askedFor(service, 'chain')).toBe(1)
    })

    test('two services that serve the same pack share it, until a file in the pack is rewritten', async () => {
      const own = await makeInventedFolder()
      const first = await open(own)
      await waitForCache(first)
      // An answer is cached behind the response.
      await waitFor('the bars in the cache', async () => {
        const before = await askedFor(first, 'bars')
        expect(await lastClose(first)).toBe(398.75)
        return (await askedFor(first, 'bars')) === before
      })
      const second = await open(own)
      await waitForCache(second, 'BLKM')
      const asked = await askedFor(second, 'bars')
      expect(await lastClose(second)).toBe(398.75)
      expect(await askedFor(second, 'bars')).toBe(asked)
      const bars = join(own, 'bars', 'BRMZ.csv.gz')
      await writeFile(
        bars,
        gzipSync(
          gunzipSync(await readFile(bars))
            .toString()
            .replaceAll('398.75', '398.25'),
        ),
      )
      const third = await open(own)
      expect(await lastClose(third)).toBe(398.25)
      expect(await lastClose(second)).toBe(398.75)
    })
  })

  describe('Redis unavailable', () => {
    test('every endpoint responds from the source, before and after the outage begins', async () => {
      const redis = new URL(readTestUrl('TEST_REDIS_URL'))
      const proxy = await openTcpProxy({ host: redis.hostname, port: Number(redis.port) })
      redis.host = `127.0.0.1:${proxy.port}`
      const service = await open(folder, { redisUrl: redis.href })
      await waitForCache(service)
      proxy.cut()
      const params = { symbol: 'BRMZ' }
      expect((await quote(service)).last_price).toBe(398.75)
      expect((await service.ask('options.chain', { params })).options.length).toBeGreaterThan(0)
      expect((await service.ask('options.expirations', { params })).expirations.length).toBeGreaterThan(0)
      expect((await service.ask('stocks.data', { params })).data.length).toBeGreaterThan(0)
      expect((await service.ask('marketData.facts', { params })).price).toBe(398.75)
      await proxy.close()
    })

    test('a service that never connected to Redis also responds', async () => {
      const service = await open(folder, { redisUrl: 'redis://127.0.0.1:1' })
      expect((await quote(service)).last_price).toBe(398.75)
    })
  })

  describe('source unavailable', () => {
    test('returns a 503 without file paths, counts the failure, and recovers with the source', async () => {
      const doomed = await makeInventedFolder()
      const service = await open(doomed)
      await service.ask('stocks.sp500')
      await rename(doomed, `${doomed}-away`)
      const problem = await service.fail('options.chain', { params: { symbol: 'BRMZ' } })
      expect(problem).toMatchObject({ status: 503, code: 'source_unavailable' })
      expect(JSON.stringify(problem)).not.toContain('callwright-pack')
      expect(await service.readCounter('provider_requests_total', { outcome: 'error' })).toBeGreaterThan(0)
      await rename(`${doomed}-away`, doomed)
      expect((await service.ask('options.chain', { params: { symbol: 'BRMZ' } })).options.length).toBeGreaterThan(0)
    })
  })
})

describe('metrics', () => {
  const OPEN = '2026-07-08T15:07:30.000Z'
  const providerMetrics = [
    'provider_requests_total',
    'provider_request_duration_seconds',
    'provider_quota_remaining_requests',
    'provider_data_age_seconds',
    'provider_records_rejected_total',
  ]
  const jobMetrics = [
    'queue_jobs',
    'queue_oldest_waiting_age_seconds',
    'queue_job_duration_seconds',
    'queue_jobs_processed_total',
    'queue_jobs_stalled_total',
    'worker_last_activity_timestamp_seconds',
  ]

  const opened: MarketDataUnderTest[] = []
  afterEach(async () => {
    for (const service of opened.splice(0)) await service.close()
  })

  test('all documented metrics exist from the start, and none is labeled by symbol', async () => {
    const service = await openMarketDataService(openSimulatedAt(OPEN))
    opened.push(service)
    const before = await readMetrics(service.runtime)
    expect([...commonMetrics, ...providerMetrics].filter((name) => !before.names.has(name))).toEqual([])
    const asked = { provider: 'simulated', endpoint: 'quote' }
    expect(before.find('provider_requests_total', { ...asked, outcome: 'ok' })).toBe(0)
    expect(before.find('provider_request_duration_seconds_count', asked)).toBe(0)
    expect(before.find('provider_records_rejected_total', { reason: 'price_jump' })).toBe(0)
    expect(before.find('cache_requests_total', { cache: 'market-data', result: 'hit' })).toBe(0)
    // The age of the prices is unknown before the first request.
    expect(before.find('provider_data_age_seconds')).toBeNull()

    await service.ask('stocks.quote', { params: { symbol: 'AAPL' } })
    await service.ask('marketData.facts', { params: { symbol: 'KO' } })
    await service.fail('stocks.quote', { params: { symbol: 'NONESUCH' } })
    const { series, find, findUnbounded } = parseMetrics(await service.runtime.metrics.registry.metrics())
    expect(find('provider_requests_total', { ...asked, outcome: 'ok' })).toBe(2)
    expect(find('provider_data_age_seconds', { dataset: 'quote' })).toBe(0)
    expect(
      find('http_server_request_duration_seconds_count', { route: '/api/stocks/quote/:symbol', status: '200' }),
    ).toBe(1)
    expect(find('redis_command_duration_seconds_count', { command: 'ping' })).toBeGreaterThan(0)
    expect(series.length).toBeLessThan(MAX_SERIES)
    expect(findUnbounded(['AAPL', 'KO', 'NONESUCH', 'user-1'])).toEqual([])
  })

  test('the age of prices grows until newer ones arrive', async () => {
    const clock = { ms: Date.parse(OPEN) }
    const market = openSimulatedAt(OPEN)
    const service = await openMarketDataService({ ...market, clock: { ...market.clock, now: () => clock.ms } })
    opened.push(service)
    await service.ask('stocks.quote', { params: { symbol: 'AAPL' } })
    const readAge = async () =>
      parseMetrics(await service.runtime.metrics.registry.metrics()).find('provider_data_age_seconds', {
        dataset: 'quote',
      })
    const first = await readAge()
    clock.ms += 1_900_000
    expect(await readAge()).toBe((first ?? Number.NaN) + 1_900)
  })

  test('the jobs of a live market have metrics by queue, job and outcome', async () => {
    const bench = await openJobBench('2026-07-10T20:45:00Z')
    try {
      const { metrics } = (await bench.runOnce()).runtime
      const { names, series, find, findUnbounded } = parseMetrics(await metrics.registry.metrics())
      expect(jobMetrics.filter((name) => !names.has(name))).toEqual([])
      const queue = 'market-data'
      for (const job of JOBS) {
        const runs = series.filter(({ name, labels }) => name === 'queue_jobs_processed_total' && labels.job === job)
        expect(runs.map(({ labels }) => labels.outcome)).toEqual([
          ...['done', 'idle', 'incomplete', 'postponed', 'failed', 'retried'],
        ])
        expect(runs.reduce((total, { value }) => total + value, 0)).toBeGreaterThan(0)
      }
      for (const state of ['waiting', 'prioritized', 'delayed', 'active', 'failed']) {
        expect(find('queue_jobs', { queue, state })).not.toBeNull()
      }
      expect(find('queue_jobs_stalled_total', { queue })).toBe(0)
      expect(find('worker_last_activity_timestamp_seconds', { queue })).toBeGreaterThan(1_700_000_000)
      expect(series.length).toBeLessThan(MAX_SERIES)
      expect(findUnbounded(['AAPL'])).toEqual([])
    } finally {
      await bench.close()
    }
  })
})
