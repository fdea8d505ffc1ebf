import { describe, expect, test } from '@jest/globals'
import { createFakeStack } from '../../test/fake-stack.ts'
import { type ServiceName, serviceNames } from './services.ts'

const MINUTE_MS = 60_000
const namesOf = (stack: ReturnType<typeof createFakeStack>, service: ServiceName) =>
  stack.find(service).problems.map(({ name }) => name)

describe('a healthy stack', () => {
  test('shows a status since the first scrape, and figures', async () => {
    const stack = createFakeStack()
    await stack.run(MINUTE_MS, (process) => process.count('requests', { ok: 20 }))
    const summary = stack.summarize()
    expect(summary.overall).toBe('pass')
    expect(summary.services.map(({ name }) => name)).toEqual([...serviceNames])
    expect(stack.find('gateway')).toMatchObject({
      status: 'pass',
      verdict: { word: 'Operational', runbook: null, since: new Date(stack.now() - 50_000).toISOString() },
      problems: [],
      replicas: 1,
      version: '1.2.3+abc',
      red: { rps: 2, errorRatio: 0, p95: 0.00975 },
      saturation: { rssBytes: 80_000_000, poolInUse: null },
    })
  })

  test('is unknown before the first scrape', () => {
    const summary = createFakeStack().summarize()
    expect(summary.overall).toBe('unknown')
    expect(new Set(summary.services.map(({ status }) => status))).toEqual(new Set(['unknown']))
  })

  test('reports since when it watches, at most a day', async () => {
    const stack = createFakeStack()
    const startMs = stack.now()
    await stack.run(MINUTE_MS)
    expect(stack.summarize().watchedSince).toBe(new Date(startMs).toISOString())
    stack.skip(24 * 60 * MINUTE_MS)
    expect(stack.summarize().watchedSince).toBe(new Date(stack.now() - 24 * 60 * MINUTE_MS).toISOString())
  })

  test('a restart neither loses nor adds events', async () => {
    const stack = createFakeStack()
    await stack.run(2 * MINUTE_MS, (process) => process.count('requests', { ok: 10 }))
    stack.process('auth').restart(stack.now())
    await stack.run(MINUTE_MS, (process) => process.count('requests', { ok: 10 }))
    expect(stack.find('auth').red.rps).toBeCloseTo(1, 1)
  })
})

describe('a process that does not respond', () => {
  test('counts as down after a failed scrape, and as up after the next successful one', async () => {
    const stack = createFakeStack()
    await stack.run(MINUTE_MS)
    stack.process('portfolio').isUp = false
    await stack.run(10_000)
    const downSince = new Date(stack.now()).toISOString()
    await stack.run(40_000)
    expect(stack.find('portfolio')).toMatchObject({
      status: 'fail',
      replicas: 0,
      verdict: {
        word: 'Down',
        sentence: 'Positions cannot be viewed or saved.',
        since: downSince,
        runbook: 'docs/runbook.md#service-down',
      },
      red: { rps: null },
    })
    expect(stack.summarize().overall).toBe('fail')

    stack.process('portfolio').isUp = true
    await stack.run(10_000)
    expect(stack.find('portfolio')).toMatchObject({
      status: 'pass',
      problems: [],
      verdict: { since: new Date(stack.now()).toISOString() },
    })
  })

  test('makes workers degraded if one of two is down, and an outage if both are', async () => {
    const stack = createFakeStack({ workers: 2 })
    await stack.run(MINUTE_MS)
    stack.process('worker-1').isUp = false
    await stack.run(20_000)
    expect(stack.find('workers')).toMatchObject({ status: 'warn', replicas: 1 })
    expect(stack.find('workers').verdict.sentence).toMatch(/^1 of 2 processes are not responding/)
    stack.process('worker-2').isUp = false
    await stack.run(10_000)
    expect(stack.find('workers')).toMatchObject({ status: 'fail', replicas: 0 })
    expect(namesOf(stack, 'workers')).toEqual(['ServiceDown'])
  })

  test('a vanished worker stays listed for five minutes, with the time when it went down', async () => {
    const stack = createFakeStack({ workers: 1 })
    await stack.run(MINUTE_MS)
    stack.process('worker-1').isUp = false
    await stack.run(10_000)
    const { since } = stack.find('workers').verdict
    stack.remove('worker-1')
    stack.skip(4 * MINUTE_MS)
    await stack.run(10_000)
    expect(stack.find('workers').processes).toMatchObject([{ id: 'worker-1', isUp: false, since }])
    stack.skip(MINUTE_MS)
    await stack.run(10_000)
    expect(stack.find('workers').processes).toEqual([])
    expect(stack.find('workers').verdict).toMatchObject({ word: 'Down', since })
  })

  test('a worker that deregisters is removed at once', async () => {
    const stack = createFakeStack({ workers: 2 })
    await stack.run(MINUTE_MS)
    stack.remove('worker-1')
    await stack.run(10_000)
    expect(stack.find('workers')).toMatchObject({ status: 'pass', replicas: 1 })
  })

  test('a response without metrics counts as down', async () => {
    const stack = createFakeStack()
    stack.process('coach').answerWith = '<!doctype html>'
    await stack.run(10_000)
    expect(stack.find('coach').status).toBe('fail')
  })
})

describe('failing and slow requests', () => {
  test('show within a minute, and clear once five minutes are clean', async () => {
    const stack = createFakeStack()
    await stack.run(5 * MINUTE_MS, (process) => process.count('requests', { ok: 20 }))
    expect(stack.find('gateway').problems).toEqual([])
    await stack.run(MINUTE_MS, (process) => process.count('requests', { failed: 20 }))
    expect(stack.find('gateway')).toMatchObject({
      status: 'warn',
      verdict: {
        sentence: '20% of requests fail. Users see error messages.',
        runbook: 'docs/runbook.md#failing-or-slow',
      },
      red: { errorRatio: 0.2 },
    })
    stack.skip(5 * MINUTE_MS)
    await stack.run(10_000, (process) => process.count('requests', { ok: 20 }))
    expect(stack.find('gateway').problems).toEqual([])
  })

  test('a few failures in a quiet period and 4xx responses are no problem', async () => {
    const stack = createFakeStack()
    await stack.run(MINUTE_MS)
    await stack.run(MINUTE_MS, (process) => process.count('requests', { failed: 2 }))
    expect(stack.find('gateway').red.errorRatio).toBe(1)
    await stack.run(10_000, (process) => process.count('requests', { refused: 500 }))
    expect(stack.find('gateway').problems).toEqual([])
  })

  test('a service is slow if half of its requests are, and event streams do not count', async () => {
    const stack = createFakeStack()
    const work = (route: string) => (process: ReturnType<typeof stack.process>) =>
      process.count('requests', { slow: 20 }, route)
    await stack.run(MINUTE_MS, work('/api/stocks/screener/enrichment-events'))
    expect(namesOf(stack, 'portfolio')).toEqual([])
    await stack.run(MINUTE_MS, work('/api/portfolio/positions'))
    expect(namesOf(stack, 'portfolio')).toEqual(['Slow'])
    // Its limit is higher.
    expect(namesOf(stack, 'market-data')).toEqual([])
  })
})

describe('causes', () => {
  test('a worker that takes no jobs for two minutes while jobs wait is silent', async () => {
    const stack = createFakeStack({ workers: 1 })
    const worker = stack.process('worker-1')
    worker.gauge('worker_last_activity_timestamp_seconds{queue="enrichment"}', stack.now() / 1_000)
    stack.process('screener').gauge('queue_jobs{queue="enrichment",state="waiting"}', 40)
    await stack.run(110_000)
    expect(namesOf(stack, 'workers')).toEqual([])
    await stack.run(20_000)
    expect(namesOf(stack, 'workers')).toEqual(['WorkerSilent'])
    expect(stack.find('workers').verdict.runbook).toBe('docs/runbook.md#worker-silent')
    worker.gauge('worker_last_activity_timestamp_seconds{queue="enrichment"}', stack.now() / 1_000)
    await stack.run(10_000)
    expect(namesOf(stack, 'workers')).toEqual([])
  })

  test('old data is a problem after a minute, but only during market hours', async () => {
    const stack = createFakeStack()
    const market = stack.process('market-data')
    market.gauge('provider_data_age_seconds{dataset="quote"}', 2_000)
    market.gauge('provider_data_age_seconds{dataset="bars"}', 90_000)
    market.gauge('market_session_open', 0)
    await stack.run(2 * MINUTE_MS)
    expect(namesOf(stack, 'market-data')).toEqual([])
    market.gauge('market_session_open', 1)
    await stack.run(MINUTE_MS)
    expect(namesOf(stack, 'market-data')).toEqual([])
    await stack.run(10_000)
    expect(namesOf(stack, 'market-data')).toEqual(['DataTooOld'])
  })

  test('a reused refresh token is shown for an hour', async () => {
    const stack = createFakeStack()
    stack.process('auth').gauge('auth_refresh_total{outcome="refreshed"}', 7)
    await stack.run(MINUTE_MS)
    stack.process('auth').gauge('auth_refresh_total{outcome="reused"}', 1)
    await stack.run(10_000)
    expect(namesOf(stack, 'auth')).toEqual(['RefreshReuse'])
    stack.skip(55 * MINUTE_MS)
    await stack.run(10_000)
    expect(namesOf(stack, 'auth')).toEqual(['RefreshReuse'])
    stack.skip(6 * MINUTE_MS)
    await stack.run(10_000)
    expect(namesOf(stack, 'auth')).toEqual([])
  })

  test.each([
    ['gateway', 'IdentityRefused', 'upstream_request_duration_seconds_count{upstream="coach",outcome="401"}', 0, 1, 0],
    ['gateway', 'ProxyNotTrusted', 'gateway_exposed_requests_total{risk="proxy_not_trusted"}', 0, 1, 0],
    ['gateway', 'PlainHttp', 'gateway_exposed_requests_total{risk="plain_http"}', 4, 5, 0],
    ['gateway', 'DiskAlmostFull', 'data_disk_free_ratio', 0.5, 0.04, 0],
    ['gateway', 'DiskLow', 'data_disk_free_ratio', 0.5, 0.14, 5],
    ['gateway', 'ClockDrift', 'process_clock_drift_seconds{process="auth"}', 0, 3, 1],
    ['screener', 'ScreenTooOld', 'screener_snapshot_age_seconds', 60, 1_900, 1],
    ['workers', 'JobsWaitTooLong', 'queue_oldest_waiting_age_seconds{queue="enrichment"}', 5, 700, 1],
    ['portfolio', 'BreakerOpen', 'circuit_breaker_state{upstream="market-data"}', 1, 2, 5],
    ['coach', 'CoachBudgetLow', 'coach_budget_remaining_ratio', 0.9, 0.1, 0],
  ] as const)('%s: %s', async (service, problem, series, good, bad, minutes) => {
    const stack = createFakeStack()
    stack.process('market-data').gauge('market_session_open', 1)
    const process = stack.process(service === 'workers' ? 'screener' : service)
    process.gauge(series, good)
    await stack.run(20_000)
    expect(namesOf(stack, service)).toEqual([])
    process.gauge(series, bad)
    await stack.run(minutes * MINUTE_MS + 10_000)
    expect(namesOf(stack, service)).toEqual([problem])
  })

  test('open sign-up counts as a problem only on a public instance', async () => {
    const stack = createFakeStack()
    stack.process('auth').gauge('auth_sign_up_open', 1)
    await stack.run(20_000)
    expect(namesOf(stack, 'auth')).toEqual([])
    stack.process('gateway').gauge('gateway_exposed_requests_total{risk="public"}', 1)
    await stack.run(20_000)
    expect(namesOf(stack, 'auth')).toEqual(['SignUpOpen'])
    stack.process('auth').gauge('auth_sign_up_open', 0)
    await stack.run(20_000)
    expect(namesOf(stack, 'auth')).toEqual([])
  })

  test('a service without its dependencies is degraded, and not ready is worse', async () => {
    const stack = createFakeStack()
    await stack.run(MINUTE_MS)
    const auth = stack.process('auth')
    auth.gauge('dependency_up{dependency="redis:responseTime"}', 0)
    await stack.run(10_000)
    expect(stack.find('auth')).toMatchObject({
      status: 'warn',
      verdict: { sentence: 'Running without redis. Sign-in works, but failed passwords are counted per process.' },
      dependencies: [{ name: 'redis:responseTime', status: 'fail', latencySeconds: null }],
    })
    auth.gauge('process_ready', 0)
    await stack.run(10_000)
    expect(stack.find('auth')).toMatchObject({ status: 'fail', verdict: { word: 'Not ready' } })
    expect(namesOf(stack, 'auth')).toEqual(['ServiceNotReady', 'DependencyDown'])
  })

  test.each([
    ['market-data', 'source:responseTime', 'No new prices. The last known prices are shown with their time.'],
    ['gateway', 'portfolio:reachable', 'Positions cannot be viewed or saved.'],
    ['coach', 'redis:responseTime', 'The coach answers, but messages are counted per process.'],
  ] as const)('%s without %s shows the start, the effect and the runbook section', async (service, name, effect) => {
    const stack = createFakeStack()
    await stack.run(MINUTE_MS)
    const goneAtMs = stack.now()
    stack.process(service).gauge(`dependency_up{dependency="${name}"}`, 0)
    await stack.run(20_000)
    expect(stack.find(service).verdict).toEqual({
      status: 'warn',
      word: 'Degraded',
      sentence: `Running without ${name.split(':')[0]}. ${effect}`,
      since: new Date(goneAtMs + 10_000).toISOString(),
      runbook: 'docs/runbook.md#dependency-down',
    })
  })
})

describe('charts', () => {
  test('have a point per minute, with gaps while the service is down', async () => {
    const stack = createFakeStack()
    await stack.run(3 * MINUTE_MS, (process) => process.count('requests', { ok: 10 }))
    stack.process('auth').isUp = false
    await stack.run(2 * MINUTE_MS)
    expect(stack.points('auth', 'Memory')).toEqual([80_000_000, 80_000_000, 80_000_000, null, null])
    expect(stack.points('auth', 'Requests').slice(1, 4)).toEqual([1, 1, null])
    expect(stack.points('auth', 'Duration of requests', 1)[1]).toBeCloseTo(0.00975, 6)
    expect(stack.charts('auth')?.times).toHaveLength(5)
  })

  test('cover every golden signal of every service, for a day', async () => {
    const stack = createFakeStack()
    await stack.run(10_000)
    for (const name of serviceNames) {
      const signals = new Set(stack.charts(name)?.charts.map(({ signal }) => signal))
      expect([...signals]).toEqual(['Rate', 'Errors', 'Latency', 'Saturation'])
    }
    stack.skip(24 * 60 * MINUTE_MS + 1)
    await stack.run(10_000)
    expect(stack.charts('auth')?.times).toEqual([stack.now()])
  })
})
