import { describe, expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import { createLogSink, waitFor } from '../testing/index.ts'
import { MAX_SERIES, parseMetrics } from '../testing/read-metrics.ts'
import { createHealth } from './health.ts'
import { createLogger } from './logger.ts'
import { createMetrics } from './metrics.ts'
import { exposeHealth } from './runtime.ts'

describe('health', () => {
  function openHealth(options: Parameters<typeof createHealth>[1] = {}) {
    const sink = createLogSink()
    return {
      health: createHealth(createLogger({ service: 'test', level: 'info', stream: sink.stream }), options),
      sink,
    }
  }

  const check = (name: string, kind: 'hard' | 'soft', run: () => Promise<void>) =>
    ({ name, componentType: 'datastore', kind, run }) as const
  const works = async () => {}
  const fails = async () => {
    throw new Error('away')
  }

  describe('readiness', () => {
    test.each([
      ['all well', works, works, 'pass'],
      ['a soft dependency away', works, fails, 'warn'],
      ['a hard dependency away', fails, works, 'fail'],
      ['both away', fails, fails, 'fail'],
    ] as const)('%s', async (_name, hard, soft, status) => {
      const { health } = openHealth()
      health.addCheck(check('database', 'hard', hard))
      health.addCheck(check('cache', 'soft', soft))
      await health.runAll()
      expect(health.read().status).toBe(status)
      expect(Object.keys(health.read().checks)).toEqual(['database', 'cache'])
    })

    test('a check that never returns fails', async () => {
      const { health } = openHealth({ checkTimeoutMs: 20 })
      health.addCheck(check('database', 'hard', () => new Promise(() => {})))
      await health.runAll()
      expect(health.read().status).toBe('fail')
    })

    test('a check that measures something reports the measurement and the problem', async () => {
      const { health } = openHealth()
      let ageSeconds: number | null = null
      const observe = () =>
        ageSeconds === null
          ? null
          : { value: ageSeconds, unit: 's', problem: ageSeconds > 300 ? 'older than 300 s' : null }
      health.addCheck({ ...check('queue:oldestWaiting', 'soft', works), componentType: 'component', observe })
      const look = async (seconds: number | null) => {
        ageSeconds = seconds
        await health.runAll()
        return health.read().checks['queue:oldestWaiting']?.[0]
      }
      expect(await look(null)).toMatchObject({ status: 'pass', observedUnit: 'ms' })
      expect(await look(12)).toMatchObject({ status: 'pass', observedValue: 12, observedUnit: 's' })
      expect(await look(412)).toMatchObject({
        componentType: 'component',
        status: 'warn',
        observedValue: 412,
        observedUnit: 's',
        output: 'older than 300 s',
      })
      expect(health.read().status).toBe('warn')
    })

    test('reading the status runs no checks: they run in the background', async () => {
      const { health } = openHealth({ intervalMs: 10 })
      let asked = 0
      let isUp = true
      health.addCheck(
        check('database', 'hard', async () => {
          asked += 1
          if (!isUp) throw new Error('away')
        }),
      )
      await health.start()
      const askedAtFirst = asked
      for (let index = 0; index < 100; index += 1) health.read()
      expect(asked).toBe(askedAtFirst)
      isUp = false
      await waitFor('the failure', () => health.read().status === 'fail')
      isUp = true
      await waitFor('the recovery', () => health.read().status === 'pass')
      health.stop()
    })

    test('a change is logged once, and the status shows only the kind of error', async () => {
      const { health, sink } = openHealth()
      health.addCheck(
        check('database', 'hard', async () => {
          throw new Error('connect ECONNREFUSED 10.0.0.7:5432')
        }),
      )
      await health.runAll()
      await health.runAll()
      expect(sink.lines().map(({ event, check: name, status }) => [event, name, status])).toEqual([
        ['health.changed', 'database', 'fail'],
      ])
      expect(JSON.stringify(health.read())).not.toContain('10.0.0.7')
    })

    test('a draining process is not ready', async () => {
      const { health } = openHealth()
      health.addCheck(check('database', 'hard', works))
      await health.runAll()
      health.drain()
      expect(health.read().status).toBe('fail')
    })
  })

  test('a startup check repeats quickly until it passes, and then never runs again', async () => {
    const { health } = openHealth({ intervalMs: 60_000 })
    let asked = 0
    health.addStartup({
      name: 'migrations',
      run: async () => {
        asked += 1
        if (asked < 3) throw new Error('not yet')
      },
    })
    expect(health.readUnfinishedStart()).toEqual(['migrations'])
    await health.start()
    expect([asked, health.readUnfinishedStart()]).toEqual([1, ['migrations']])
    await waitFor('the start', () => health.readUnfinishedStart().length === 0)
    await health.runAll()
    expect(asked).toBe(3)
    health.stop()
  })

  test('liveness depends only on its own rules', async () => {
    const { health } = openHealth()
    health.addCheck(check('database', 'hard', fails))
    await health.runAll()
    expect(health.isAlive()).toEqual({ alive: true, output: null })
    let problem: string | null = null
    health.addLiveness(() => problem)
    expect(health.isAlive().alive).toBe(true)
    problem = 'nothing picked up for 60 s'
    expect(health.isAlive()).toEqual({ alive: false, output: 'nothing picked up for 60 s' })
  })
})

describe('health metrics', () => {
  test('check results are exported as metrics, and a draining process is not ready', async () => {
    const registry = new Registry()
    const health = createHealth(createLogger({ service: 'test', level: 'silent', stream: createLogSink().stream }))
    exposeHealth(registry, health)
    let isAway = false
    health.addCheck({
      name: 'postgres:responseTime',
      componentType: 'datastore',
      kind: 'soft',
      run: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve()),
    })
    await health.runAll()
    const passing = await registry.metrics()
    expect(passing).toContain('\nprocess_ready 1\n')
    expect(passing).toContain('dependency_up{dependency="postgres:responseTime"} 1\n')
    expect(passing).toMatch(/dependency_check_duration_seconds\{dependency="postgres:responseTime"\} 0\.?\d*\n/)

    isAway = true
    await health.runAll()
    const failing = await registry.metrics()
    expect(failing).toContain('\nprocess_ready 1\n')
    expect(failing).toContain('dependency_up{dependency="postgres:responseTime"} 0\n')

    health.drain()
    expect(await registry.metrics()).toContain('\nprocess_ready 0\n')
  })
})

describe('metrics', () => {
  const open = () => createMetrics('test', { version: '1.2.3', commit: 'abc' })
  const read = async (metrics: ReturnType<typeof open>) => parseMetrics(await metrics.registry.metrics())

  describe('series with known labels start at 0', () => {
    test('for every label combination of a counter and of a histogram', async () => {
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

    test('for an expected upstream, and expecting it again resets nothing', async () => {
      const metrics = open()
      metrics.expectUpstream('auth')
      metrics.upstreamDuration.observe({ upstream: 'auth', outcome: '200' }, 0.1)
      metrics.expectUpstream('auth')
      const { find } = await read(metrics)
      const countOf = (outcome: string) =>
        find('upstream_request_duration_seconds_count', { upstream: 'auth', outcome })
      expect([countOf('200'), countOf('401'), countOf('error'), countOf('timeout')]).toEqual([1, 0, 0, 0])
      expect(find('retries_total', { upstream: 'auth' })).toBe(0)
    })

    test('a process without a pool exports no connection metrics, and several pools are summed', async () => {
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

  describe('the number of series is bounded', () => {
    const statuses = ['200', '201', '204', '304', '400', '401', '403', '404', '409', '422', '429', '500', '503', '504']
    const upstreams = ['auth', 'market-data', 'screener', 'portfolio', 'coach']

    test('with every status of every endpoint and service, and every Redis command', async () => {
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
      for (let command = 0; command < 200; command += 1)
        metrics.redisDuration.observe({ command: `c${command}` }, 0.001)
      const { series } = await read(metrics)
      // Leave room for a service's own metrics.
      expect(series.length).toBeLessThan(MAX_SERIES - 100)
    })

    test('a request beyond the limit is counted by its status class', async () => {
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

    test('a rejected identity and an upstream failure remain distinct', async () => {
      const metrics = open()
      for (const upstream of upstreams) metrics.expectUpstream(upstream)
      for (const outcome of ['201', '204', '304', '400', '403', '404', '401', '503', 'shed']) {
        metrics.upstreamDuration.observe({ upstream: 'coach', outcome }, 0.01)
      }
      const { find } = await read(metrics)
      const countOf = (outcome: string) =>
        find('upstream_request_duration_seconds_count', { upstream: 'coach', outcome })
      expect([countOf('401'), countOf('error'), countOf('_OTHER'), countOf('201')]).toEqual([1, 2, 2, 1])
    })
  })
})
