import { commonMetrics, MOST_SERIES, parseMetrics, readMetrics } from '@callwright/service/testing'
import { afterEach, expect, test } from '@jest/globals'
import { JOBS, openJobBench } from './jobs/support.ts'
import { type MarketDataUnderTest, openMarketDataService, openSimulatedAt } from './support.ts'

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

test('everything the service promises is measured, from the start and never by symbol', async () => {
  const service = await openMarketDataService(openSimulatedAt(OPEN))
  opened.push(service)
  const before = await readMetrics(service.runtime)
  expect([...commonMetrics, ...providerMetrics].filter((name) => !before.names.has(name))).toEqual([])
  const asked = { provider: 'simulated', endpoint: 'quote' }
  expect(before.find('provider_requests_total', { ...asked, outcome: 'ok' })).toBe(0)
  expect(before.find('provider_request_duration_seconds_count', asked)).toBe(0)
  expect(before.find('provider_records_rejected_total', { reason: 'price_jump' })).toBe(0)
  expect(before.find('cache_requests_total', { cache: 'market-data', result: 'hit' })).toBe(0)
  // Nobody has asked yet: how old the prices are is unknown.
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
  expect(series.length).toBeLessThan(MOST_SERIES)
  expect(findUnbounded(['AAPL', 'KO', 'NONESUCH', 'user-1'])).toEqual([])
})

test('prices grow older while nobody answers with newer ones', async () => {
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

test('the jobs of a live market are measured by queue, job and outcome', async () => {
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
    expect(series.length).toBeLessThan(MOST_SERIES)
    expect(findUnbounded(['AAPL'])).toEqual([])
  } finally {
    await bench.close()
  }
})
