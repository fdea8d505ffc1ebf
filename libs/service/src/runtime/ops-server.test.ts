import { describe, expect, test } from '@jest/globals'
import { createLogSink } from '../testing/index.ts'
import { createHealth } from './health.ts'
import { createLogger, redactUrls } from './logger.ts'
import { createMetrics } from './metrics.ts'
import { buildOpsServer } from './ops-server.ts'

describe('ops server', () => {
  function openOps() {
    const health = createHealth(createLogger({ service: 'test', level: 'silent', stream: createLogSink().stream }))
    const metrics = createMetrics('test', { version: '1.2.3', commit: 'abc' })
    const { app } = buildOpsServer({
      serviceName: 'test',
      version: '1.2.3',
      releaseId: '1.2.3+abc',
      health,
      metrics,
      token: () => 'right-token',
    })
    const ask = (url: string, authorization: string) => app.inject({ url, headers: { authorization } })
    const get = (url: string, token?: string) =>
      token === undefined ? app.inject({ url }) : ask(url, `Bearer ${token}`)
    return { health, get, ask }
  }

  const hardCheck = (run: () => Promise<void>) =>
    ({ name: 'postgres:responseTime', componentType: 'datastore', kind: 'hard', run }) as const

  describe('the ops port (S31)', () => {
    test('livez needs no token and checks no dependency', async () => {
      const { health, get } = openOps()
      health.addCheck(hardCheck(() => Promise.reject(new Error('away'))))
      await health.runAll()
      expect((await get('/livez')).statusCode).toBe(200)
      health.addLiveness(() => 'stuck')
      const stuck = await get('/livez')
      expect([stuck.statusCode, stuck.json()]).toEqual([503, { status: 'fail', output: 'stuck' }])
    })

    test('startupz lists pending startup checks, and needs no token', async () => {
      const { health, get } = openOps()
      expect((await get('/startupz')).statusCode).toBe(200)
      let isDone = false
      health.addStartup({
        name: 'postgres:migrations',
        run: () => (isDone ? Promise.resolve() : Promise.reject(new Error('secret detail'))),
      })
      await health.runAll()
      const waiting = await get('/startupz')
      expect(waiting.statusCode).toBe(503)
      expect(waiting.json()).toEqual({ status: 'fail', output: 'waiting for postgres:migrations' })
      isDone = true
      await health.runAll()
      const started = await get('/startupz')
      expect([started.statusCode, started.json()]).toEqual([200, { status: 'pass' }])
    })

    test('readyz follows the hard checks, and shows details only with the token', async () => {
      const { health, get } = openOps()
      let isUp = true
      health.addCheck(hardCheck(() => (isUp ? Promise.resolve() : Promise.reject(new Error('away')))))
      await health.runAll()
      const ready = await get('/readyz')
      expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'pass', version: '1', releaseId: '1.2.3+abc' }])
      expect(ready.headers['content-type']).toContain('application/health+json')
      isUp = false
      await health.runAll()
      expect((await get('/readyz')).statusCode).toBe(503)
      const detailed = await get('/readyz', 'right-token')
      expect(detailed.json()).toMatchObject({
        status: 'fail',
        serviceId: 'test',
        checks: { 'postgres:responseTime': [{ status: 'fail', observedUnit: 'ms' }] },
      })
    })

    test.each([undefined, '', 'x', 'right-toke', 'right-token2', 'RIGHT-TOKEN'])(
      'metrics with the token %s return a 401',
      async (token) => {
        const { get } = openOps()
        const answer = await get('/metrics', token)
        expect([answer.statusCode, answer.json().code]).toEqual([401, 'ops_token_required'])
      },
    )

    test.each([
      ['anybody:right-token', 200],
      [':right-token', 200],
      ['right-token:', 401],
      ['anybody:wrong', 401],
      ['a:b:right-token', 401],
    ])('a browser sends the token as the password of any username: %s', async (pair, status) => {
      const { ask } = openOps()
      const answer = await ask('/metrics', `Basic ${Buffer.from(pair).toString('base64')}`)
      expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([status, undefined])
    })

    test('metrics that are requested with the token name the service and its build', async () => {
      const { get } = openOps()
      const answer = await get('/metrics', 'right-token')
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain('app_build_info{version="1.2.3",commit="abc",service="test"} 1')
      for (const name of ['process_cpu_seconds_total', 'nodejs_eventloop_lag_seconds', 'http_server_active_requests']) {
        expect(answer.body).toContain(name)
      }
    })

    test.each(['/metrics', '/nowhere/<img src=x>', '/livez/../metrics'])(
      'a rejection at %s is an uncacheable problem that echoes nothing (S18, S29)',
      async (url) => {
        const { get } = openOps()
        const answer = await get(url, 'wrong-token')
        expect([401, 404]).toContain(answer.statusCode)
        expect(answer.headers).toMatchObject({
          'content-type': expect.stringMatching(/^application\/problem\+json/),
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        })
        expect(answer.json()).toMatchObject({ status: answer.statusCode, detail: expect.stringMatching(/^[A-Z].+\.$/) })
        expect(answer.body).not.toMatch(/nowhere|img|livez|wrong-token/)
      },
    )
  })
})

describe('logger', () => {
  function openLog(level = 'debug') {
    const sink = createLogSink()
    return { log: createLogger({ service: 'test', level, stream: sink.stream }), sink }
  }

  const secretKeys = [
    'password',
    'token',
    'access_token',
    'accessToken',
    'refresh_token',
    'refreshToken',
    'authorization',
    'cookie',
    'set-cookie',
    'secret',
    'apiKey',
    'email',
    'identity',
  ]

  describe('the log', () => {
    test('has one JSON line per event, with the service, a named level and an ISO time', () => {
      const { log, sink } = openLog()
      log.info({ symbol: 'AAPL' }, 'symbol.loaded')
      expect(sink.lines()).toEqual([
        {
          level: 'info',
          time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
          service: 'test',
          symbol: 'AAPL',
          event: 'symbol.loaded',
        },
      ])
    })

    test.each(secretKeys)('redacts %s wherever it appears (S30)', (key) => {
      const { log, sink } = openLog()
      const canary = 'canary-value'
      log.info({ [key]: canary, body: { [key]: canary }, request: { headers: { [key]: canary } } }, 'x.y')
      log.child({ [key]: canary }).info('x.y')
      expect(sink.text()).not.toContain(canary)
      expect(sink.text()).toContain('[redacted]')
    })

    test('leaves other fields unchanged, even next to secrets', () => {
      const { log, sink } = openLog()
      const at = new Date('2026-07-10T20:00:00.000Z')
      const headers = { accept: 'text/html', cookie: 'canary' }
      log.info(
        { at, list: [1, { token: 'canary', symbol: 'AAPL' }], request: { headers, method: 'GET' }, none: null },
        'x.y',
      )
      expect(sink.lines()[0]).toMatchObject({
        at: '2026-07-10T20:00:00.000Z',
        list: [1, { token: '[redacted]', symbol: 'AAPL' }],
        request: { headers: { accept: 'text/html', cookie: '[redacted]' }, method: 'GET' },
        none: null,
      })
      expect(headers.cookie).toBe('canary')
    })

    test('keeps the causes of an error, without passwords in URLs', () => {
      const { log, sink } = openLog()
      const account = ['auth', 'canary-password'].join(':')
      const cause = Object.assign(new Error(`connect postgres://${account}@db:5432/x failed`), {
        code: 'ECONNREFUSED',
      })
      log.error({ err: new Error('could not load', { cause }) }, 'x.failed')
      expect(sink.text()).not.toContain('canary-password')
      expect(sink.lines()[0]?.err).toMatchObject({
        name: 'Error',
        message: 'could not load',
        cause: { message: 'connect postgres://[redacted]@db:5432/x failed', code: 'ECONNREFUSED' },
      })
    })

    test('accepts a value that is not an Error as the error', () => {
      const { log, sink } = openLog()
      log.error({ err: 'redis://:canary-password@cache' }, 'x.failed')
      expect(sink.lines()[0]?.err).toEqual({ message: 'redis://[redacted]@cache' })
    })

    test('omits events below its level', () => {
      const { log, sink } = openLog('warn')
      log.info('x.quiet')
      log.warn('x.loud')
      expect(sink.lines().map(({ event }) => event)).toEqual(['x.loud'])
    })
  })

  test.each([
    ['postgres://user:pass@host/db?x=1', 'postgres://[redacted]@host/db?x=1'],
    ['two redis://:a@b and https://c:d@e', 'two redis://[redacted]@b and https://[redacted]@e'],
    ['https://host/path?email=a@b', 'https://host/path?email=a@b'],
    ['no address here', 'no address here'],
  ])('redactUrls: %s', (text, expected) => {
    expect(redactUrls(text)).toBe(expected)
  })
})
