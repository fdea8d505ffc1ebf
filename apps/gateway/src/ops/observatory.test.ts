import { describe, expect, test } from '@jest/globals'
import { createFakeStack } from '../../test/fake-stack.ts'
import { serviceNames } from './catalogue/expressions.ts'

const MINUTE_MS = 60_000

describe('a stack that works', () => {
  test('is told of in words and figures', async () => {
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

  test('before the first look nothing is known', () => {
    const summary = createFakeStack().summarize()
    expect(summary.overall).toBe('unknown')
    expect(new Set(summary.services.map(({ status }) => status))).toEqual(new Set(['unknown']))
  })

  test('says since when its figures are kept while that is less than a day', async () => {
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

describe('a process that does not answer', () => {
  test('is down since the look that found it so, and up again with the next', async () => {
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
        sentence: 'Positions cannot be seen or saved.',
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

  test('leaves the others in words of their own: one worker of two is trouble, none is down', async () => {
    const stack = createFakeStack({ workers: 2 })
    await stack.run(MINUTE_MS)
    stack.process('worker-1').isUp = false
    await stack.run(20_000)
    expect(stack.find('workers')).toMatchObject({ status: 'warn', replicas: 1 })
    expect(stack.find('workers').verdict.sentence).toMatch(/^1 of 2 processes do not answer/)
    stack.process('worker-2').isUp = false
    await stack.run(10_000)
    expect(stack.find('workers')).toMatchObject({ status: 'fail', replicas: 0 })
  })

  test('a worker that is gone for good stays in view for a while, and "down" keeps its instant', async () => {
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

  test('a worker that says goodbye is forgotten at once', async () => {
    const stack = createFakeStack({ workers: 2 })
    await stack.run(MINUTE_MS)
    stack.remove('worker-1')
    await stack.run(10_000)
    expect(stack.find('workers')).toMatchObject({ status: 'pass', replicas: 1 })
  })

  test('some other page at its address is no answer', async () => {
    const stack = createFakeStack()
    stack.process('coach').answerWith = '<!doctype html>'
    await stack.run(10_000)
    expect(stack.find('coach').status).toBe('fail')
  })
})

describe('budgets and their alerts', () => {
  test('errors burn the budget, fire within a minute and clear once both windows are clean', async () => {
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

  test('a few bad requests of a quiet hour are no trend', async () => {
    const stack = createFakeStack()
    await stack.run(MINUTE_MS)
    await stack.run(MINUTE_MS, (process) => process.count('requests', { failed: 2 }))
    expect(stack.find('gateway').slo.burn['5m']).toBe(1_000)
    expect(stack.find('gateway').alerts).toEqual([])
  })

  test('refusals of the caller do not count, and without events nothing is promised or broken', async () => {
    const stack = createFakeStack()
    await stack.run(MINUTE_MS, (process) => process.count('requests', { refused: 50 }))
    expect(stack.find('gateway').slo).toMatchObject({ sli: null, budgetRemainingRatio: null, burn: { '5m': null } })
  })

  test('calls that a service does not answer are bad, though it counts none of them itself', async () => {
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

  test('slow sign-ins burn the budget of sign-ins', async () => {
    const stack = createFakeStack()
    await stack.run(MINUTE_MS, (process) => {
      if (process.id === 'auth') process.count('requests', { slow: 50 }, '/api/auth/login')
    })
    const [, login] = stack.detail('auth').objectives
    expect(login).toMatchObject({ id: 'login-latency', sli: 0 })
    expect(stack.find('auth').alerts.map(({ name }) => name)).toContain('AuthLoginLatencyFastBurn')
  })

  test('a restart in between neither hides what happened nor makes it up', async () => {
    const stack = createFakeStack()
    await stack.run(2 * MINUTE_MS, (process) => process.count('requests', { ok: 10 }))
    stack.process('auth').restart(stack.now())
    await stack.run(MINUTE_MS, (process) => process.count('requests', { ok: 10 }))
    expect(stack.find('auth').red.rps).toBeCloseTo(1, 1)
  })
})

describe('causes', () => {
  test('a worker that runs and takes nothing while jobs wait is silent after two minutes', async () => {
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

  test('old data is trouble in session alone, once it has lasted a minute', async () => {
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

  test('a copy of a session is told of for an hour', async () => {
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

  test('quota is low against the most that it was', async () => {
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

  test('a process that is not ready says so, and a dependency that is away is named', async () => {
    const stack = createFakeStack()
    await stack.run(MINUTE_MS)
    const auth = stack.process('auth')
    auth.gauge('dependency_up{dependency="redis:responseTime"}', 0)
    await stack.run(10_000)
    expect(stack.find('auth')).toMatchObject({
      status: 'warn',
      verdict: {
        sentence: 'It goes on without redis. Signing in goes on; wrong passwords are counted in each process alone.',
      },
      dependencies: [{ name: 'redis:responseTime', status: 'fail', latencySeconds: null }],
    })
    auth.gauge('process_ready', 0)
    await stack.run(10_000)
    expect(stack.find('auth')).toMatchObject({ status: 'fail', verdict: { word: 'Not ready' } })
  })
})

describe('what a service works without', () => {
  test.each([
    ['market-data', 'source:responseTime', 'No new prices: the last known ones are shown, with their time.'],
    ['screener', 'postgres:responseTime', 'The screen stays as it is; weights and saved screens cannot be changed.'],
    ['gateway', 'portfolio:reachable', 'Positions cannot be seen or saved.'],
    ['coach', 'redis:responseTime', 'The coach answers; messages are counted in each process alone.'],
  ] as const)(
    '%s without %s: since when, what people notice, and the section to read',
    async (service, name, effect) => {
      const stack = createFakeStack()
      await stack.run(MINUTE_MS)
      const goneAtMs = stack.now()
      stack.process(service).gauge(`dependency_up{dependency="${name}"}`, 0)
      await stack.run(20_000)
      expect(stack.find(service)).toMatchObject({
        status: 'warn',
        verdict: {
          word: 'In trouble',
          sentence: `It goes on without ${name.split(':')[0]}. ${effect}`,
          since: new Date(goneAtMs + 10_000).toISOString(),
          runbook: 'docs/runbook.md#dependency-down',
        },
      })
    },
  )
})

describe('lines over time', () => {
  test('hold what was seen, a gap where nothing was, and no line for what never happened', async () => {
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

  test('a label that grows without end draws no more than sixteen lines', async () => {
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
