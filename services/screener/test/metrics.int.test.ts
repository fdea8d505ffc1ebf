import { commonMetrics, MOST_SERIES, parseMetrics, readMetrics, waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { allSymbols } from './fake-market.ts'
import { openStack, readView, type Stack, untilIdle } from './support.ts'

const jobOutcomes = ['saved', 'refused', 'skipped', 'failed', 'retried', 'postponed']
const queue = 'enrichment'

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
})
afterAll(() => stack.close())

test('API and worker measure queue, jobs and screen from the start, and nothing by user or symbol', async () => {
  const api = await stack.openApi()
  expect(parseMetrics(await api.runtime.metrics.registry.metrics()).find('screener_snapshot_age_seconds')).toBeNull()
  const { worker } = await stack.openWorker()
  const atStart = parseMetrics(await worker.metrics.registry.metrics())
  for (const outcome of jobOutcomes) {
    expect(atStart.find('queue_jobs_processed_total', { queue, outcome })).not.toBeNull()
    expect(atStart.find('queue_job_duration_seconds_count', { queue, outcome })).not.toBeNull()
  }
  expect(atStart.find('queue_jobs_stalled_total', { queue })).toBe(0)
  expect(atStart.find('worker_last_activity_timestamp_seconds', { queue })).toBeGreaterThan(1_700_000_000)

  await untilIdle(api.ask)
  await readView(api.ask)
  const ofApi = await waitFor('a measurement', async () => {
    const found = parseMetrics(await api.runtime.metrics.registry.metrics())
    return found.find('queue_jobs') === null || found.find('screener_snapshot_age_seconds') === null ? null : found
  })
  const ofWorker = parseMetrics(await worker.metrics.registry.metrics())
  const own = {
    api: ['queue_jobs', 'queue_oldest_waiting_age_seconds', 'screener_snapshot_age_seconds', 'screener_symbols'],
    worker: [
      ...['queue_job_duration_seconds', 'queue_jobs_processed_total', 'queue_jobs_stalled_total'],
      'worker_last_activity_timestamp_seconds',
    ],
  }
  expect([...commonMetrics, ...own.api].filter((name) => !ofApi.names.has(name))).toEqual([])
  expect([...commonMetrics, ...own.worker].filter((name) => !ofWorker.names.has(name))).toEqual([])
  expect(ofWorker.find('queue_jobs_processed_total', { queue, outcome: 'saved' })).toBeGreaterThan(0)
  expect(ofWorker.find('redis_command_duration_seconds_count', { command: 'evalsha' })).toBeGreaterThan(0)
  expect(ofApi.find('load_shed_requests_total', { reason: 'streams_full' })).toBe(0)
  expect(ofApi.find('screener_event_streams_ended_total', { reason: 'slow' })).toBe(0)
  for (const { series, findUnbounded } of [ofApi, ofWorker]) {
    expect(series.length).toBeLessThan(MOST_SERIES)
    expect(findUnbounded([...allSymbols, 'user-1'])).toEqual([])
  }
})

test('a backlog that nobody works off is a warning of the API, with its age', async () => {
  const api = await stack.openApi()
  const read = () => api.runtime.health.read().checks['queue:oldestWaiting']?.[0]
  await readMetrics(api.runtime)
  await waitFor('the check', async () => {
    await api.runtime.health.runAll()
    return read()?.observedUnit === 's'
  })
  expect(read()).toMatchObject({ componentType: 'component', status: 'pass', observedUnit: 's' })
})
