import fc from '@callwright/properties'
import { afterEach, describe, expect, test } from '@jest/globals'
import Type from 'typebox'
import { unauthenticated } from '../errors.ts'
import type { Identity, IdentityVerifier } from '../identity.ts'
import { createRuntime, type Runtime } from '../runtime/runtime.ts'
import { buildTestConfig, createLogSink } from '../testing/index.ts'
import { buildHttpApp, createQueryReader } from './build-service.ts'
import { getPersistentUser, getUser, type Handlers, registerEndpoints } from './endpoints.ts'
import { compileValidator, roundFigure, roundFigures, roundOnce } from './validation.ts'

describe('endpoints', () => {
  const open: Runtime[] = []
  afterEach(async () => {
    for (const runtime of open.splice(0)) await runtime.close()
  })

  const identities: Readonly<Record<string, Identity>> = {
    user: { kind: 'user', userId: 'user-1', sessionId: 's', isDemo: false, caller: 'gateway' },
    demo: { kind: 'user', userId: 'demo-1', sessionId: 's', isDemo: true, caller: 'gateway' },
    anonymous: { kind: 'anonymous', caller: 'gateway' },
    service: { kind: 'service', caller: 'screener' },
  }
  const verifyIdentity: IdentityVerifier = (token) => {
    const identity = identities[token ?? '']
    if (!identity) throw unauthenticated('identity_invalid', 'The request has no valid identity.')
    return identity
  }

  const me = {
    id: 'user-1',
    username: 'trader',
    email: 'trader@example.test',
    full_name: null,
    is_demo: false,
    demo_ends_at: null,
  }
  const answer = { access_token: 't', token_type: 'bearer', expires_in: 900, user: me } as const
  const passkey = { id: 'a', name: 'Phone', created_at: '2026-07-10T20:00:00Z', last_used_at: null }
  const handlers: Handlers<'auth'> = {
    'auth.login': ({ body }) => ({ ...answer, access_token: body.username }),
    'auth.register': () => answer,
    'auth.refresh': () => answer,
    'auth.me': ({ identity }) => ({ ...me, id: getUser(identity).userId }),
    'auth.logout': () => null,
    'auth.demo': () => answer,
    'auth.password': ({ identity }) => {
      getPersistentUser(identity, 'Not for a demo.')
      return { status: 'success', sessions_ended: 0 }
    },
    'auth.resetMeans': () => ({ status: 'success', by_email: false }),
    'auth.requestReset': () => ({ status: 'success' }),
    'auth.completeReset': () => ({ status: 'success', sessions_ended: 0 }),
    'auth.secondFactor': () => ({
      status: 'success',
      confirmed_at: null,
      passkeys: [],
      passkey_origin: null,
      recovery_codes_left: 0,
    }),
    'auth.beginSecondFactor': () => ({ status: 'success', secret: 'A', uri: 'otpauth://totp/A' }),
    'auth.confirmSecondFactor': () => ({ status: 'success', recovery_codes: [] }),
    'auth.removeSecondFactor': () => null,
    'auth.passkeyChallenge': () => ({
      status: 'success',
      options: { rpId: 'a', challenge: 'a', timeout: 1, allowCredentials: [], userVerification: 'preferred' },
    }),
    'auth.beginPasskey': () => {
      throw unauthenticated('session_ended', 'No session.')
    },
    'auth.addPasskey': () => ({ status: 'success', passkey, recovery_codes: null }),
    'auth.renamePasskey': () => ({ status: 'success', passkey }),
    'auth.removePasskey': () => null,
    'auth.oidc': () => ({ status: 'success', name: null }),
    'auth.oidcLinks': () => ({ status: 'success', links: [], has_password: true }),
    'auth.removeOidcLinks': () => null,
    'auth.oidcStart': () => ({ status: 'success', url: 'https://id.example' }),
    'auth.oidcSignIn': () => answer,
    'auth.oidcChallenge': () => ({
      status: 'success',
      options: { rpId: 'a', challenge: 'a', timeout: 1, allowCredentials: [], userVerification: 'preferred' },
    }),
    'auth.listSessions': () => ({ status: 'success', sessions: [] }),
    'auth.revokeSessions': () => ({ status: 'success', sessions_ended: 0 }),
    'auth.activity': () => ({ status: 'success', events: [] }),
    'auth.export': () => {
      throw unauthenticated('session_ended', 'No session.')
    },
    'auth.deleteMe': () => null,
    'auth.jwks': () => ({ keys: [] }),
    'auth.revocations': ({ query }) => ({ revocations: [], cursor: query.after ?? '0' }),
  }

  function openApp(changes: Partial<Handlers<'auth'>> = {}, checkResponses = true) {
    const runtime = createRuntime(buildTestConfig(), 'auth', { logStream: createLogSink().stream })
    open.push(runtime)
    const app = buildHttpApp(runtime)
    registerEndpoints(app, 'auth', { ...handlers, ...changes }, { verifyIdentity, checkResponses })
    const as = (kind: string) => ({ 'x-callwright-identity': kind })
    return { app, as }
  }

  describe('registerEndpoints', () => {
    test('serves the paths, methods and success statuses of the contract', async () => {
      const { app, as } = openApp()
      const login = await app.inject({
        method: 'POST',
        url: '/api/auth/login',
        headers: as('anonymous'),
        payload: { username: 'trader', password: 'x' },
      })
      expect([login.statusCode, login.json().access_token]).toEqual([200, 'trader'])
      const payload = { username: 'trader', email: 'a@b.test', password: 'secret' }
      const register = await app.inject({
        method: 'POST',
        url: '/api/auth/register',
        headers: as('anonymous'),
        payload,
      })
      expect(register.statusCode).toBe(201)
      const logout = await app.inject({ method: 'POST', url: '/api/auth/logout', headers: as('user') })
      expect([logout.statusCode, logout.body]).toEqual([204, ''])
      const page = await app.inject({ url: '/internal/auth/revocations?after=7', headers: as('service') })
      expect([page.statusCode, page.json().cursor, page.headers['cache-control']]).toEqual([200, '7', 'no-store'])
    })

    test.each([
      ['/api/auth/me', 'user', 200],
      ['/api/auth/me', 'anonymous', 401],
      ['/api/auth/me', 'service', 401],
      ['/internal/auth/jwks', 'service', 200],
      ['/internal/auth/jwks', 'user', 403],
      ['/internal/auth/jwks', 'anonymous', 403],
      ['/api/auth/me', 'unknown', 401],
      ['/internal/auth/jwks', '', 401],
    ])('%s as %s is %d', async (url, kind, status) => {
      const { app, as } = openApp()
      expect((await app.inject({ url, headers: kind === '' ? {} : as(kind) })).statusCode).toBe(status)
    })

    test('the identity is checked before the body is validated', async () => {
      const { app } = openApp()
      const refused = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { nonsense: 1 } })
      expect([refused.statusCode, refused.json().code]).toEqual([401, 'identity_invalid'])
    })

    test.each(['/api/portfolio/positions', '/api/ai-coach/status'])(
      'does not serve an endpoint of another service (%s)',
      async (url) => {
        const { app, as } = openApp()
        expect((await app.inject({ url, headers: as('user') })).statusCode).toBe(404)
      },
    )

    test('a demo account is rejected with the given message', async () => {
      const { app, as } = openApp()
      const payload = { current_password: 'a', new_password: 'b' }
      const ask = (kind: string) =>
        app.inject({ method: 'POST', url: '/api/auth/password', headers: as(kind), payload })
      const [own, demo] = [await ask('user'), await ask('demo')]
      expect(own.statusCode).toBe(200)
      expect([demo.statusCode, demo.json()]).toEqual([
        403,
        expect.objectContaining({ code: 'demo_account', detail: 'Not for a demo.' }),
      ])
    })

    test('a service with a missing handler does not start', () => {
      expect(() => openApp({ 'auth.me': undefined } as never)).toThrow('auth has no handler for auth.me')
    })

    test('a response that violates its contract fails when response checks are on', async () => {
      const wrong = { 'auth.me': () => ({ ...me, id: 7 }) } as never
      const checked = openApp(wrong)
      expect((await checked.app.inject({ url: '/api/auth/me', headers: checked.as('user') })).statusCode).toBe(500)
      const unchecked = openApp(wrong, false)
      expect((await unchecked.app.inject({ url: '/api/auth/me', headers: unchecked.as('user') })).json().id).toBe(7)
    })

    test('a response keeps null as null and 0 as 0', async () => {
      const { app, as } = openApp({ 'auth.refresh': () => ({ ...answer, expires_in: 0 }) })
      const refreshed = await app.inject({ method: 'POST', url: '/api/auth/refresh', headers: as('anonymous') })
      expect([refreshed.json().expires_in, refreshed.json().user.full_name]).toEqual([0, null])
    })
  })
})

describe('read query', () => {
  test('reads text and escapes, and reads repeated names as a list', () => {
    const read = createQueryReader()
    expect(read('limit=50&q=a%20b+c&sector=x&sector=y&empty=')).toEqual({
      limit: '50',
      q: 'a b c',
      sector: ['x', 'y'],
      empty: '',
    })
    expect(read('')).toEqual({})
  })

  test('returns the same frozen object for the same text', () => {
    const read = createQueryReader()
    const query = read('limit=50')
    expect(read('limit=50')).toBe(query)
    expect(() => Object.assign(query, { limit: '1' })).toThrow(TypeError)
    expect(() => (read('sector=x&sector=y').sector as string[]).push('z')).toThrow(TypeError)
    expect(read('limit=51')).toEqual({ limit: '51' })
  })

  test('caches a limited number of queries, and never a long one', () => {
    const read = createQueryReader()
    const long = `q=${'x'.repeat(1_000)}`
    expect(read(long)).not.toBe(read(long))
    const first = read('page=0')
    for (let page = 1; page <= 300; page += 1) read(`page=${page}&q=${'x'.repeat(900)}`)
    expect(read('page=0')).toEqual(first)
    expect(read('page=0')).not.toBe(first)
  })
})

describe('round figures', () => {
  test.each([
    [6.45 - 6.05, 0.4],
    [500.45 - 500.05, 0.4],
    [0.1 + 0.2, 0.3],
    [0.5000000000000002, 0.5],
    [-0.3999999999999999, -0.4],
    [5_000.45 - 5_000.05, 0.4],
    [0.9999999999999, 1],
    [1.000000000001, 1],
    [37.61904761904762, 37.619047619],
    [1.2345678901234e-7, 1.23456789012e-7],
    [1.2345678901234e-15, 1.23456789012e-15],
    [2_774_123_456_789.125, 2_774_123_456_789.125],
    [41.25, 41.25],
    [0, 0],
  ])('%d is rounded to %d', (figure, written) => {
    expect(roundFigure(figure)).toBe(written)
  })

  test('any number keeps twelve digits, and rounding it again changes nothing', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (figure) => {
        const written = roundFigure(figure)
        expect(Math.abs(written - figure)).toBeLessThanOrEqual(Math.abs(figure) * 5.000001e-12)
        expect(roundFigure(written)).toBe(written)
      }),
    )
  })

  test('rounds numbers at any depth, keeps text and dates, and does not mutate its input', () => {
    const noise = 0.1 + 0.2
    const when = new Date(0)
    const given = { texts: ['0.30000000000000004'], when, none: null, parts: [{ points: noise, list: [1, noise] }] }
    const rounded = roundFigures(given)
    expect(rounded).toEqual({
      texts: ['0.30000000000000004'],
      when,
      none: null,
      parts: [{ points: 0.3, list: [1, 0.3] }],
    })
    expect(given.parts[0]?.points).toBe(noise)
    expect(rounded.texts).toBe(given.texts)
  })

  test('a record rounded once is used as it is', () => {
    const row = roundOnce({ points: 0.1 + 0.2, parts: [{ list: [0.1 + 0.2] }] })
    expect(row).toEqual({ points: 0.3, parts: [{ list: [0.3] }] })
    expect(roundFigures({ rows: [row] }).rows[0]).toBe(row)
  })
})

describe('validation', () => {
  const schema = Type.Object(
    {
      limit: Type.Optional(Type.Integer({ minimum: 1 })),
      strike: Type.Optional(Type.Number()),
      flag: Type.Optional(Type.Boolean()),
      q: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  )
  const validate = (httpPart: string, value: unknown) =>
    compileValidator({ schema, httpPart, method: 'GET', url: '/' })(value) as { value?: unknown; error?: unknown }

  describe('compileValidator', () => {
    test.each([
      [{ limit: '50' }, { limit: 50 }],
      [
        { flag: 'true', q: '1' },
        { flag: true, q: '1' },
      ],
      [{ flag: 'false' }, { flag: false }],
      [{ strike: '102.5' }, { strike: 102.5 }],
      [{ strike: '-7' }, { strike: -7 }],
      [{}, {}],
    ])('reads %j from a query', (given, read) => {
      expect(validate('querystring', given)).toEqual({ value: read })
    })

    test.each([
      [{ limit: '1.5' }],
      [{ limit: 'true' }],
      [{ limit: '1e2' }],
      [{ limit: ' 7' }],
      [{ limit: '' }],
      [{ limit: ['1', '2'] }],
      [{ limit: '9'.repeat(16) }],
      [{ strike: '1e2' }],
      [{ strike: '.5' }],
      [{ strike: '' }],
      [{ strike: 'NaN' }],
      [{ flag: '1' }],
      [{ q: ['a', 'b'] }],
      [{ other: '1' }],
    ])('rejects %j', (given) => {
      expect(validate('querystring', given).error).toBeDefined()
    })

    test('rejects an unknown field, whatever its name', () => {
      expect(validate('querystring', Object.fromEntries([['__proto__', '1']])).error).toBeDefined()
    })

    test('validates a frozen value once, and returns a frozen result', () => {
      const check = compileValidator({ schema, httpPart: 'querystring', method: 'GET', url: '/' })
      const [valid, wrong] = [Object.freeze({ limit: '50' }), Object.freeze({ limit: 'fifty' })]
      const first = check(valid) as { value: object }
      expect(first.value).toEqual({ limit: 50 })
      expect(Object.isFrozen(first.value)).toBe(true)
      expect((check(valid) as { value: object }).value).toBe(first.value)
      for (const _time of ['first', 'again']) expect(check(wrong)).toHaveProperty('error')
    })

    test('does not coerce a body', () => {
      expect(validate('body', { limit: 5 })).toEqual({ value: { limit: 5 } })
      expect(validate('body', { limit: '5' }).error).toBeDefined()
      expect(validate('body', null)).toEqual({ value: {} })
    })
  })
})
