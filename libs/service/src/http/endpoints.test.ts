import { afterEach, describe, expect, test } from '@jest/globals'
import { unauthenticated } from '../errors.ts'
import type { Identity, IdentityVerifier } from '../identity.ts'
import { createRuntime, type Runtime } from '../runtime/runtime.ts'
import { buildTestConfig, createLogSink } from '../testing/index.ts'
import { buildHttpApp } from './build-service.ts'
import { getLastingUser, getUser, type Handlers, registerEndpoints } from './endpoints.ts'

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
  if (!identity) throw unauthenticated('identity_invalid', 'This call carries no valid identity.')
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
const handlers: Handlers<'auth'> = {
  'auth.login': ({ body }) => ({ ...answer, access_token: body.username }),
  'auth.register': () => answer,
  'auth.refresh': () => answer,
  'auth.me': ({ identity }) => ({ ...me, id: getUser(identity).userId }),
  'auth.logout': () => null,
  'auth.demo': () => answer,
  'auth.password': ({ identity }) => {
    getLastingUser(identity, 'Not for a demo.')
    return { status: 'success', sessions_ended: 0 }
  },
  'auth.listSessions': () => ({ status: 'success', sessions: [] }),
  'auth.revokeSessions': () => ({ status: 'success', sessions_ended: 0 }),
  'auth.export': () => {
    throw unauthenticated('session_ended', 'Nobody is here.')
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
    const register = await app.inject({ method: 'POST', url: '/api/auth/register', headers: as('anonymous'), payload })
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
    ['/api/auth/me', 'nobody', 401],
    ['/internal/auth/jwks', '', 401],
  ])('%s as %s is %d', async (url, kind, status) => {
    const { app, as } = openApp()
    expect((await app.inject({ url, headers: kind === '' ? {} : as(kind) })).statusCode).toBe(status)
  })

  test('the identity is asked for before the body is looked at', async () => {
    const { app } = openApp()
    const refused = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { nonsense: 1 } })
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'identity_invalid'])
  })

  test.each(['/api/portfolio/positions', '/api/ai-coach/status'])(
    'an endpoint of another service (%s) is not there',
    async (url) => {
      const { app, as } = openApp()
      expect((await app.inject({ url, headers: as('user') })).statusCode).toBe(404)
    },
  )

  test('what is not for accounts of the demo is refused to them in its own words', async () => {
    const { app, as } = openApp()
    const payload = { current_password: 'a', new_password: 'b' }
    const ask = (kind: string) => app.inject({ method: 'POST', url: '/api/auth/password', headers: as(kind), payload })
    const [own, demo] = [await ask('user'), await ask('demo')]
    expect(own.statusCode).toBe(200)
    expect([demo.statusCode, demo.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'demo_account', detail: 'Not for a demo.' }),
    ])
  })

  test('a service that lacks a handler does not start', () => {
    expect(() => openApp({ 'auth.me': undefined } as never)).toThrow('auth has no handler for auth.me')
  })

  test('an answer off its contract fails where answers are checked', async () => {
    const wrong = { 'auth.me': () => ({ ...me, id: 7 }) } as never
    const checked = openApp(wrong)
    expect((await checked.app.inject({ url: '/api/auth/me', headers: checked.as('user') })).statusCode).toBe(500)
    const unchecked = openApp(wrong, false)
    expect((await unchecked.app.inject({ url: '/api/auth/me', headers: unchecked.as('user') })).json().id).toBe(7)
  })

  test('null stays null and 0 stays 0 on the way out', async () => {
    const { app, as } = openApp({ 'auth.refresh': () => ({ ...answer, expires_in: 0 }) })
    const refreshed = await app.inject({ method: 'POST', url: '/api/auth/refresh', headers: as('anonymous') })
    expect([refreshed.json().expires_in, refreshed.json().user.full_name]).toEqual([0, null])
  })
})
