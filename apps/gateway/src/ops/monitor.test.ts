import { describe, expect, test } from '@jest/globals'
import { createFakeStack } from '../../test/fake-stack.ts'
import { serviceNames } from './catalogue/expressions.ts'

const MINUTE_MS = 60_000

describe('a healthy stack', () => {
  test('shows a status, figures and SLOs', async () => {
    const stack = createFakeStack()
    await stack.run(MINUTE_MS, (process) => process.count('requests', { ok: 20 }))
    const summary = stack.summarize()
    expect(summary.overall).toBe('pass')
    expect(summary.services.map(({ name }) => name)).toEqual([...serviceNames])
    expect(stack.find('gateway')).toMatchObject({
      status: 'pass',
      replicas: 1,
      version: '1.2.3+abc',
      slo: { objective: 0.999, sli: 1, budgetRemainingRatio: 1, burn: { '5m': 0, '1h': 0, '6h': 0 } },
      red: { rps: 2, errorRatio: 0 },
      saturation: { rssBytes: 80_000_000, poolInUse: null },
      alerts: [],
    })
    expect(stack.find('gateway').red.p95).toBeCloseTo(0.009_75, 6)
  })

  test('is unknown before the first scrape', () => {
    const summary = createFakeStack().summarize()
    expect(summary.overall).toBe('unknown')
    expect(new Set(summary.services.map(({ status }) => status))).toEqual(new Set(['unknown']))
  })

  test('reports when its history begins while that history is shorter than a day', async () => {
    const stack = createFakeStack()
    await stack.run(MINUTE_MS)
    expect(stack.find('auth').slo.window).toBe('since restart')
    stack.skip(24 * 60 * MINUTE_MS)
    await stack.run(MINUTE_MS)
    expect(stack.find('auth').slo.window).toBe('24h')
    expect(stack.summarize().history).toEqual({
      since: new Date(stack.now() - 24 * 60 * MINUTE_MS).toISOString(),
      sinceRestart: false,
    })
  })
})

describe('a process that does not respond', () => {
  test('counts as down after a failed scrape, and as up after the next successful one', async () => {
    const stack = createFakeStack()
    await stack.run(MINUTE_MS)
    stack.process('portfolio').isUp = false
    await stack.run(10_000)
    const downSince = new Date(stack.now()).toISOString()
    expect(stack.find('portfolio')).toMatchObject({
      status: 'fail',
      replicas: 0,
      verdict: {
        word: 'Down',
        sentence: 'Positions cannot be viewed or saved.',
        since: downSince,
        runbook: 'docs/runbook.md#service-down',
      },
    })
    await stack.run(40_000)
    expect(stack.find('portfolio').alerts).toMatchObject([{ name: 'PortfolioDown', state: 'firing', since: downSince }])
    expect(stack.summarize().overall).toBe('fail')

    stack.process('portfolio').isUp = true
    await stack.run(10_000)
    expect(stack.find('portfolio')).toMatchObject({ status: 'pass', alerts: [] })
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
    expect(stack.detail('workers').processes).toMatchObject([{ id: 'worker-1', isUp: false, since }])
    stack.skip(MINUTE_MS)
    await stack.run(10_000)
    expect(stack.detail('workers').processes).toEqual([])
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

describe('error budgets and their alerts', () => {
  test('errors burn the budget and fire an alert within a minute, which clears once both windows are clean', async () => {
    const stack = createFakeStack()
    await stack.run(5 * MINUTE_MS, (process) => process.count('requests', { ok: 20 }))
    expect(stack.find('gateway').alerts).toEqual([])
    await stack.run(MINUTE_MS, (process) => process.count('requests', { failed: 20 }))
    const burning = stack.find('gateway')
    expect(burning.slo.burn['5m']).toBeGreaterThan(14.4)
    expect(burning).toMatchObject({ status: 'warn', red: { errorRatio: expect.closeTo(0.2, 1) } })
    expect(burning.alerts.map(({ name, state }) => [name, state])).toContainEqual([
      'GatewayAvailabilityFastBurn',
      'firing',
    ])
    expect(burning.slo.budgetRemainingRatio).toBeLessThan(0)

    stack.skip(5 * MINUTE_MS)
    await stack.run(10_000, (process) => process.count('requests', { ok: 20 }))
    expect(stack.find('gateway').alerts.map(({ name }) => name)).not.toContain('GatewayAvailabilityFastBurn')
  })

  test('a few bad requests in a quiet hour fire no alert', async () => {
    const stack = createFakeStack()
    await stack.run(MINUTE_MS)
    await stack.run(MINUTE_MS, (process) => process.count('requests', { failed: 2 }))
    expect(stack.find('gateway').slo.burn['5m']).toBe(1_000)
    expect(stack.find('gateway').alerts).toEqual([])
  })

  test('4xx responses do not count, and the SLO is unknown without events', async () => {
    const stack = createFakeStack()
    await stack.run(MINUTE_MS, (process) => process.count('requests', { refused: 50 }))
    expect(stack.find('gateway').slo).toMatchObject({ sli: null, budgetRemainingRatio: null, burn: { '5m': null } })
  })

  test('calls that a service does not answer count as bad, because the gateway counts them', async () => {
    const stack = createFakeStack()
    const gateway = stack.process('gateway')
    await stack.run(MINUTE_MS)
    stack.process('portfolio').isUp = false
    gateway.gauge('upstream_request_duration_seconds_count{upstream="portfolio",outcome="error"}', 60)
    gateway.gauge('upstream_request_duration_seconds_count{upstream="portfolio",outcome="200"}', 140)
    gateway.gauge('upstream_request_duration_seconds_count{upstream="portfolio",outcome="404"}', 900)
    gateway.gauge('upstream_request_duration_seconds_count{upstream="auth",outcome="200"}', 900)
    await stack.run(10_000)
    expect(stack.find('portfolio').slo.sli).toBeCloseTo(0.7, 9)
    expect(stack.find('portfolio').alerts.map(({ name }) => name)).toContain('PortfolioAvailabilityFastBurn')
    expect(stack.find('auth').slo.sli).toBe(1)
  })

  test('slow sign-ins burn the sign-in budget', async () => {
    const stack = createFakeStack()
    await stack.run(MINUTE_MS, (process) => {
      if (process.id === 'auth') process.count('requests', { slow: 50 }, '/api/auth/login')
    })
    const [, login] = stack.detail('auth').objectives
    expect(login).toMatchObject({ id: 'login-latency', sli: 0 })
    expect(stack.find('auth').alerts.map(({ name }) => name)).toContain('AuthLoginLatencyFastBurn')
  })

  test('a restart neither loses nor adds events', async () => {
    const stack = createFakeStack()
    await stack.run(2 * MINUTE_MS, (process) => process.count('requests', { ok: 10 }))
    stack.process('auth').restart(stack.now())
    await stack.run(MINUTE_MS, (process) => process.count('requests', { ok: 10 }))
    expect(stack.find('auth').red.rps).toBeCloseTo(1, 1)
  })
})

describe('causes', () => {
  test('a worker that takes no jobs for two minutes while jobs wait fires WorkerSilent', async () => {
    const stack = createFakeStack({ workers: 1 })
    const worker = stack.process('worker-1')
    worker.gauge('worker_last_activity_timestamp_seconds{queue="enrichment"}', stack.now() / 1_000)
    stack.process('screener').gauge('queue_jobs{queue="enrichment",state="waiting"}', 40)
    await stack.run(110_000)
    expect(stack.find('workers').alerts).toEqual([])
    await stack.run(20_000)
    expect(stack.find('workers').alerts).toMatchObject([{ name: 'WorkerSilent', severity: 'page', state: 'firing' }])
    expect(stack.find('workers').verdict.runbook).toBe('docs/runbook.md#worker-silent')
    worker.gauge('worker_last_activity_timestamp_seconds{queue="enrichment"}', stack.now() / 1_000)
    await stack.run(10_000)
    expect(stack.find('workers').alerts).toEqual([])
  })

  test('old data fires an alert after a minute, but only during market hours', async () => {
    const stack = createFakeStack()
    const market = stack.process('market-data')
    market.gauge('provider_data_age_seconds{dataset="quote"}', 2_000)
    market.gauge('market_session_open', 0)
    await stack.run(MINUTE_MS)
    expect(stack.find('market-data').alerts).toEqual([])
    market.gauge('market_session_open', 1)
    await stack.run(30_000)
    expect(stack.find('market-data').alerts).toMatchObject([{ name: 'DataTooOld', state: 'pending' }])
    await stack.run(40_000)
    expect(stack.find('market-data').alerts).toContainEqual(
      expect.objectContaining({ name: 'DataTooOld', state: 'firing', severity: 'page' }),
    )
  })

  test('the alert for a reused refresh token stays active for an hour', async () => {
    const stack = createFakeStack()
    await stack.run(MINUTE_MS)
    stack.process('auth').gauge('auth_refresh_total{outcome="reused"}', 1)
    await stack.run(10_000)
    expect(stack.find('auth').alerts).toMatchObject([{ name: 'RefreshReuse', severity: 'ticket' }])
    stack.skip(55 * MINUTE_MS)
    await stack.run(10_000)
    expect(stack.find('auth').alerts).toMatchObject([{ name: 'RefreshReuse' }])
    stack.skip(6 * MINUTE_MS)
    await stack.run(10_000)
    expect(stack.find('auth').alerts).toEqual([])
  })

  test("low quota is measured against the day's maximum", async () => {
    const stack = createFakeStack()
    const market = stack.process('market-data')
    market.gauge('provider_quota_remaining_requests{provider="one"}', 1_000)
    market.gauge('provider_quota_remaining_requests{provider="two"}', 5)
    await stack.run(MINUTE_MS)
    expect(stack.find('market-data').alerts).toEqual([])
    market.gauge('provider_quota_remaining_requests{provider="one"}', 90)
    await stack.run(MINUTE_MS)
    expect(stack.find('market-data').alerts).toMatchObject([{ name: 'QuotaLow', state: 'pending' }])
    stack.skip(10 * MINUTE_MS)
    await stack.run(10_000)
    expect(stack.find('market-data').alerts).toMatchObject([{ name: 'QuotaLow', state: 'firing' }])
  })

  test('shows "Not ready", and names dependencies that are down', async () => {
    const stack = createFakeStack()
    await stack.run(MINUTE_MS)
    const auth = stack.process('auth')
    auth.gauge('dependency_up{dependency="redis:responseTime"}', 0)
    await stack.run(10_000)
    expect(stack.find('auth')).toMatchObject({
      status: 'warn',
      verdict: {
        sentence: 'Running without redis. Sign-in works, but failed passwords are counted per process.',
      },
      dependencies: [{ name: 'redis:responseTime', status: 'fail', latencySeconds: null }],
    })
    auth.gauge('process_ready', 0)
    await stack.run(10_000)
    expect(stack.find('auth')).toMatchObject({ status: 'fail', verdict: { word: 'Not ready' } })
  })
})

describe('a missing dependency', () => {
  test.each([
    ['market-data', 'source:responseTime', 'No new prices. The last known prices are shown with their time.'],
    [
      'screener',
      'postgres:responseTime',
      'The screener shows its last data. Weights and saved screens cannot be changed.',
    ],
    ['gateway', 'portfolio:reachable', 'Positions cannot be viewed or saved.'],
    ['coach', 'redis:responseTime', 'The coach answers, but messages are counted per process.'],
  ] as const)(
    '%s without %s shows the start, the effect on users and the runbook section',
    async (service, name, effect) => {
      const stack = createFakeStack()
      await stack.run(MINUTE_MS)
      const goneAtMs = stack.now()
      stack.process(service).gauge(`dependency_up{dependency="${name}"}`, 0)
      await stack.run(20_000)
      expect(stack.find(service)).toMatchObject({
        status: 'warn',
        verdict: {
          word: 'Degraded',
          sentence: `Running without ${name.split(':')[0]}. ${effect}`,
          since: new Date(goneAtMs + 10_000).toISOString(),
          runbook: 'docs/runbook.md#dependency-down',
        },
      })
    },
  )
})

describe('chart lines', () => {
  test('contain the observed values, with gaps, and are omitted for events that never happened', async () => {
    const stack = createFakeStack()
    await stack.run(2 * MINUTE_MS, (process) => process.count('requests', { ok: 10 }))
    stack.process('auth').isUp = false
    await stack.run(2 * MINUTE_MS)
    const panels = stack.detail('auth', '1h').blocks.flatMap((block) => block.panels)
    const memory = panels.find(({ id }) => id === 'memory')?.lines[0]
    expect(memory?.points).toHaveLength(360)
    expect(memory?.points.slice(-13, -11)).toEqual([80_000_000, null])
    const statuses = panels.find(({ id }) => id === 'statuses')?.lines ?? []
    expect(statuses.map(({ legend }) => legend)).toEqual(['200'])
  })

  test('are limited to sixteen for a label with unbounded values', async () => {
    const stack = createFakeStack()
    await stack.run(20_000)
    for (let index = 0; index < 100; index += 1) {
      stack.process('auth').gauge(`auth_login_attempts_total{outcome="o${index}"}`, 5)
    }
    await stack.run(10_000)
    const panels = stack.detail('auth', '1h').blocks.flatMap((block) => block.panels)
    expect(panels.find(({ id }) => id === 'logins')?.lines).toHaveLength(16)
  })
})
