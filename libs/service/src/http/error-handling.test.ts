import { afterEach, describe, expect, test } from '@jest/globals'
import Fastify, { type InjectOptions } from 'fastify'
import Type from 'typebox'
import { AppError, badRequest, timedOut, tooManyRequests, unauthenticated, unavailable } from '../errors.ts'
import { createRuntime, type Runtime } from '../runtime/runtime.ts'
import { buildTestConfig, createLogSink } from '../testing/index.ts'
import { buildHttpApp } from './build-service.ts'

const open: Runtime[] = []
afterEach(async () => {
  for (const runtime of open.splice(0)) await runtime.close()
})

const closedObject = <P extends Type.TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

function openApp(throwIt: () => unknown = () => ({ ok: true })) {
  const sink = createLogSink()
  const runtime = createRuntime(buildTestConfig(), 'test', { logStream: sink.stream })
  open.push(runtime)
  const app = buildHttpApp(runtime)
  app.get('/throw', async () => throwIt())
  app.post('/body', {
    schema: { body: closedObject({ ticker: Type.String(), shares: Type.Optional(Type.Integer({ minimum: 1 })) }) },
    handler: (request) => request.body,
  })
  app.get('/query', {
    schema: { querystring: closedObject({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })) }) },
    handler: (request) => request.query,
  })
  app.get('/symbol/:symbol', { handler: (request) => request.params })
  return { app, sink, runtime }
}

const refused: readonly [string, InjectOptions, number, string | undefined][] = [
  ['an unknown URL', { url: '/nothing' }, 404, 'not_found'],
  ['an unknown method', { method: 'DELETE', url: '/query' }, 404, 'not_found'],
  ['a broken escape', { url: '/symbol/%zz' }, 400, 'bad_path'],
  ['a parameter of 101 characters', { url: `/symbol/${'A'.repeat(101)}` }, 400, 'bad_path'],
  [
    'a broken body',
    { method: 'POST', url: '/body', payload: '{', headers: { 'content-type': 'application/json' } },
    400,
    'invalid_json',
  ],
  [
    'an empty body',
    { method: 'POST', url: '/body', payload: '', headers: { 'content-type': 'application/json' } },
    400,
    'empty_body',
  ],
  [
    'another kind of body',
    { method: 'POST', url: '/body', payload: '<a/>', headers: { 'content-type': 'text/xml' } },
    415,
    'unsupported_media_type',
  ],
  [
    'a body over 256 KB',
    { method: 'POST', url: '/body', payload: { ticker: 'x'.repeat(262_145) } },
    413,
    'body_too_large',
  ],
  [
    '__proto__ in a body',
    {
      method: 'POST',
      url: '/body',
      payload: '{"__proto__":{"x":1}}',
      headers: { 'content-type': 'application/json' },
    },
    400,
    undefined,
  ],
  [
    'constructor in a body',
    {
      method: 'POST',
      url: '/body',
      payload: '{"constructor":{"prototype":1}}',
      headers: { 'content-type': 'application/json' },
    },
    400,
    undefined,
  ],
]

describe('every failure returns a problem (D29)', () => {
  test.each([
    ['a refused request', badRequest('bad', 'It is bad.'), 400, 'bad', 'It is bad.'],
    [
      'a missing sign-in',
      unauthenticated('sign_in_required', 'Please sign in.'),
      401,
      'sign_in_required',
      'Please sign in.',
    ],
    ['an outage', unavailable('away', 'It is away.'), 503, 'away', 'It is away.'],
    ['a timeout', timedOut('late', 'It is late.'), 504, 'late', 'It is late.'],
  ])('%s', async (_name, error, status, code, detail) => {
    const { app } = openApp(() => {
      throw error
    })
    const answer = await app.inject('/throw')
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toBe('application/problem+json')
    expect(answer.headers['cache-control']).toBe('no-store')
    const { title, ...rest } = answer.json()
    expect(title.length).toBeGreaterThan(3)
    expect(rest).toEqual({
      type: 'about:blank',
      status,
      code,
      detail,
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  test('429 and 503 have a Retry-After header', async () => {
    const limited = openApp(() => {
      throw tooManyRequests('Slow down.', 6.2)
    })
    expect((await limited.app.inject('/throw')).headers['retry-after']).toBe('7')
    const away = openApp(() => {
      throw unavailable('away', 'Away.')
    })
    expect((await away.app.inject('/throw')).headers['retry-after']).toBe('5')
  })

  test('an unknown error reveals no details, and is logged once with all of them (S29)', async () => {
    const { app, sink } = openApp(() => {
      throw Object.assign(new Error('select * from users where 10.0.0.7:5432'), { code: '42P01' })
    })
    const answer = await app.inject('/throw')
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal'])
    expect(answer.body).not.toMatch(/select|10\.0\.0\.7|42P01|\.ts/)
    const failures = sink.lines().filter(({ event }) => event === 'request.failed')
    expect(failures).toHaveLength(1)
    expect(failures[0]).toMatchObject({ level: 'error', status: 500, request_id: answer.json().request_id })
    expect(JSON.stringify(failures[0])).toContain('10.0.0.7:5432')
  })

  test.each([
    [503, 'warn'],
    [504, 'warn'],
    [500, 'error'],
    [400, undefined],
  ])('%d is logged at %s', async (status, level) => {
    const { app, sink } = openApp(() => {
      throw new AppError(status, 'code', 'Detail.')
    })
    await app.inject('/throw')
    expect(sink.lines().find(({ event }) => event === 'request.failed')?.level).toBe(level)
  })

  test.each(refused)('%s', async (_name, request, status, code) => {
    const { app } = openApp()
    const answer = await app.inject(request)
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toBe('application/problem+json')
    if (code) expect(answer.json().code).toBe(code)
    expect(answer.body).not.toMatch(/FST_|zz|AAAA/)
  })
})

describe('T4: input is validated strictly', () => {
  const post = (payload: object) => openApp().app.inject({ method: 'POST', url: '/body', payload })

  test('valid input arrives unchanged', async () => {
    expect((await post({ ticker: 'AAPL', shares: 100 })).json()).toEqual({ ticker: 'AAPL', shares: 100 })
  })

  test.each([
    [{ ticker: 1 }, 'ticker'],
    [{ ticker: null }, 'ticker'],
    [{}, 'ticker'],
    [{ ticker: 'A', shares: '100' }, 'shares'],
    [{ ticker: 'A', shares: 1.5 }, 'shares'],
    [{ ticker: 'A', shares: 0 }, 'shares'],
    [{ ticker: 'A', role: 'admin' }, 'role'],
  ])('%j is rejected, and the field is named', async (body, field) => {
    const answer = await post(body)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation'])
    expect(answer.json().errors.map((error: { field: string }) => error.field)).toEqual([field])
    expect(answer.json().detail).toContain(field)
  })

  test('Fastify alone turns 1 into "1" and drops unknown keys', async () => {
    const app = Fastify()
    const properties = { ticker: { type: 'string' } }
    app.post('/body', {
      schema: { body: { type: 'object', properties, additionalProperties: false } },
      handler: (request) => request.body,
    })
    const answer = await app.inject({ method: 'POST', url: '/body', payload: { ticker: 1, role: 'admin' } })
    expect([answer.statusCode, answer.json()]).toEqual([200, { ticker: '1' }])
  })

  test('query text must be exactly a value of the declared type', async () => {
    const { app } = openApp()
    for (const _time of ['first', 'again']) {
      expect((await app.inject('/query?limit=50')).json()).toEqual({ limit: 50 })
    }
    for (const query of ['limit=0', 'limit=501', 'limit=5x', 'limit=', 'limit=1&limit=2', 'limt=5', 'limit[]=5']) {
      expect([query, (await app.inject(`/query?${query}`)).statusCode]).toEqual([query, 400])
    }
  })

  test('a forged X-Forwarded-For is ignored', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    const { app } = openApp()
    app.get('/address', async (request) => request.ip)
    expect((await app.inject({ url: '/address', headers })).body).toBe('127.0.0.1')
    const twin = Fastify({ trustProxy: true })
    twin.get('/address', async (request) => request.ip)
    expect((await twin.inject({ url: '/address', headers })).body).toBe('203.0.113.7')
  })

  test('requests time out, which Fastify alone does not ensure', () => {
    const { app } = openApp()
    expect(app.server.requestTimeout).toBeGreaterThan(0)
    expect(app.server.requestTimeout).toBeLessThan(15_000)
    expect(app.server.headersTimeout).toBeLessThanOrEqual(10_000)
    expect(Fastify().server.requestTimeout).toBe(0)
  })
})

describe('logs and metrics for requests', () => {
  test('a request is logged in one line, with its route pattern', async () => {
    const { app, sink, runtime } = openApp()
    await app.inject('/symbol/CANARY?token=canary')
    const lines = sink.lines().filter(({ event }) => event === 'request.completed')
    expect(lines).toEqual([
      expect.objectContaining({ level: 'info', method: 'GET', route: '/symbol/:symbol', status: 200 }),
    ])
    expect(sink.text()).not.toMatch(/canary/i)
    expect(await runtime.metrics.registry.metrics()).not.toMatch(/canary/i)
  })

  test('the line of a failed request has the code of its problem', async () => {
    const { app, sink } = openApp()
    await app.inject('/query?limit=0')
    const [line] = sink.lines().filter(({ event }) => event === 'request.completed')
    expect(line).toMatchObject({ route: '/query', status: 400, code: 'validation' })
  })

  test("a request keeps the gateway's id if that id is valid", async () => {
    const { app } = openApp(() => {
      throw badRequest('bad', 'Bad.')
    })
    const id = '5e0f2c3a-96a1-4a8e-8d0c-0c9a3f6b7d21'
    const ask = async (given: string) =>
      (await app.inject({ url: '/throw', headers: { 'x-request-id': given } })).json().request_id
    expect(await ask(id)).toBe(id)
    for (const given of ['x', `${id}\r\nx: y`, 'A'.repeat(36), `${id}0`]) expect(await ask(given)).not.toBe(given)
  })

  test('a finished request is not counted as active', async () => {
    const { app, runtime } = openApp()
    await Promise.all([
      app.inject('/throw'),
      app.inject('/nothing'),
      app.inject('/symbol/%zz'),
      app.inject('/query?x=1'),
    ])
    expect((await runtime.metrics.httpActive.get()).values.map(({ value }) => value)).toEqual([0])
  })
})
