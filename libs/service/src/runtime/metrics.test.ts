import { describe, expect, test } from '@jest/globals'
import { MOST_SERIES, parseMetrics } from '../testing/read-metrics.ts'
import { createMetrics } from './metrics.ts'

const open = () => createMetrics('test', { version: '1.2.3', commit: 'abc' })
const read = async (metrics: ReturnType<typeof open>) => parseMetrics(await metrics.registry.metrics())

describe('what is known in advance is there with 0', () => {
  test('every combination of the labels of a counter and of a histogram', async () => {
    const metrics = open()
    const known = { queue: ['jobs'], outcome: ['done', 'failed'] } as const
    const counter = metrics.counter('jobs_total', 'Jobs', ['queue', 'outcome'], { known })
    metrics.histogram('job_seconds', 'Jobs', ['queue', 'outcome'], { known, buckets: [1, 2] })
    counter.inc({ queue: 'jobs', outcome: 'done' })
    const { find, series } = await read(metrics)
    expect(find('jobs_total', { queue: 'jobs', outcome: 'done' })).toBe(1)
    expect(find('jobs_total', { queue: 'jobs', outcome: 'failed' })).toBe(0)
    expect(find('job_seconds_count', { queue: 'jobs', outcome: 'failed' })).toBe(0)
    expect(series.filter(({ name }) => name === 'job_seconds_bucket')).toHaveLength(6)
  })

  test('a service that will be called; saying so again forgets nothing', async () => {
    const metrics = open()
    metrics.expectUpstream('auth')
    metrics.upstreamDuration.observe({ upstream: 'auth', outcome: '200' }, 0.1)
    metrics.expectUpstream('auth')
    const { find } = await read(metrics)
    const countOf = (outcome: string) => find('upstream_request_duration_seconds_count', { upstream: 'auth', outcome })
    expect([countOf('200'), countOf('401'), countOf('error'), countOf('timeout')]).toEqual([1, 0, 0, 0])
    expect(find('retries_total', { upstream: 'auth' })).toBe(0)
  })

  test('a process without a pool says nothing of connections, one with pools adds them up', async () => {
    const metrics = open()
    expect((await read(metrics)).find('db_client_connections')).toBeNull()
    let used = 1
    metrics.observePool(() => ({ used, idle: 2, max: 10 }))
    metrics.observePool(() => ({ used: 0, idle: 1, max: 4 }))
    used = 5
    const { find } = await read(metrics)
    const state = (name: string) => find('db_client_connections', { state: name })
    expect([state('used'), state('idle'), find('db_client_connections_max')]).toEqual([5, 3, 14])
  })
})

describe('series stay few whatever happens', () => {
  const statuses = ['200', '201', '204', '304', '400', '401', '403', '404', '409', '422', '429', '500', '503', '504']
  const upstreams = ['auth', 'market-data', 'screener', 'portfolio', 'coach']

  test('a gateway whose every endpoint and service answers in every way, and whose Redis is asked everything', async () => {
    const metrics = open()
    for (const upstream of upstreams) metrics.expectUpstream(upstream)
    for (let route = 0; route < 80; route += 1) {
      for (const status of statuses)
        metrics.httpDuration.observe({ method: 'GET', route: `/api/${route}`, status }, 0.01)
    }
    for (const upstream of upstreams) {
      for (const outcome of [...statuses, 'shed', 'left', 'unreadable']) {
        metrics.upstreamDuration.observe({ upstream, outcome }, 0.01)
      }
    }
    for (let command = 0; command < 200; command += 1) metrics.redisDuration.observe({ command: `c${command}` }, 0.001)
    const { series } = await read(metrics)
    // What a process adds of its own has room beside them.
    expect(series.length).toBeLessThan(MOST_SERIES - 100)
  })

  test('no request is lost: beyond the bound it keeps the class of its status', async () => {
    const metrics = open()
    const observe = (route: string, status: string) =>
      metrics.httpDuration.observe({ method: 'GET', route, status }, 0.01)
    for (let route = 0; route < 200; route += 1) observe(`/${route}`, '503')
    observe('/0', '503')
    observe('/0', '200')
    const { find, series } = await read(metrics)
    const counts = series.filter(({ name }) => name === 'http_server_request_duration_seconds_count')
    expect(counts.reduce((total, { value }) => total + value, 0)).toBe(202)
    expect(find('http_server_request_duration_seconds_count', { route: '/0', status: '503' })).toBe(2)
    expect(find('http_server_request_duration_seconds_count', { route: '/0', status: '200' })).toBe(1)
    expect(find('http_server_request_duration_seconds_count', { route: '_OTHER', status: '5xx' })).toBe(188)
  })

  test('a refused identity and a failure of the other side are still told from the rest', async () => {
    const metrics = open()
    for (const upstream of upstreams) metrics.expectUpstream(upstream)
    for (const outcome of ['201', '204', '304', '400', '403', '404', '401', '503', 'shed']) {
      metrics.upstreamDuration.observe({ upstream: 'coach', outcome }, 0.01)
    }
    const { find } = await read(metrics)
    const countOf = (outcome: string) => find('upstream_request_duration_seconds_count', { upstream: 'coach', outcome })
    expect([countOf('401'), countOf('error'), countOf('_OTHER'), countOf('201')]).toEqual([1, 2, 2, 1])
  })
})
