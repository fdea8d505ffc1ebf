import { buildPath, endpointIds, endpointTable } from '@callwright/contracts'
import { createIdentityVerifier, IDENTITY_HEADER, type IdentityVerifier } from '@callwright/service'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type { FastifyReply } from 'fastify'
import { requestText, sendRaw } from './raw.ts'
import { bearer, openGateway, type TestGateway } from './support.ts'

let gateway: TestGateway
let verifyAs: (audience: Parameters<typeof createIdentityVerifier>[1]) => IdentityVerifier

beforeAll(async () => {
  gateway = await openGateway()
  verifyAs = (audience) => createIdentityVerifier(gateway.config, audience, ['gateway'])
})
afterEach(() => {
  gateway.hits.length = 0
})
afterAll(() => gateway.close())

const quote = buildPath('stocks.quote', { symbol: 'AAPL' })
const login = buildPath('auth.login')

const onlyHit = () => {
  expect(gateway.hits).toHaveLength(1)
  return gateway.hits[0]?.headers ?? {}
}

/** Headers that a client might forge to impersonate the gateway (S02). */
const forged = [
  'x-user-id: admin',
  'x-internal-user: admin',
  'x-callwright-identity: forged',
  'X-Callwright-Identity: forged twice',
  'x-request-id: 00000000-0000-4000-8000-000000000000',
  'x-client-address: 10.9.8.7',
  'x-public-host: evil.test',
  'x-forwarded-for: 10.9.8.7',
  'x-forwarded-host: evil.test',
  'x-forwarded-proto: https',
  'x-real-ip: 10.9.8.7',
  'forwarded: for=10.9.8.7;host=evil.test',
  'x-original-url: /api/portfolio/positions',
  'x-http-method-override: DELETE',
  'proxy-authorization: Basic eDp5',
  'te: trailers',
  'cookie: session=stolen',
]

describe('replaces identity headers sent by a client (S02)', () => {
  test('drops forged headers', async () => {
    const headers = [
      ...forged,
      `authorization: ${bearer(gateway.token({ sub: 'user-9', sid: 'session-9' })).authorization}`,
    ]
    const { statuses } = await sendRaw(gateway.port, requestText('GET', quote, headers))
    expect(statuses).toEqual([200])
    const seen = onlyHit()
    expect(Object.keys(seen).sort()).toEqual([
      'connection',
      'host',
      'x-callwright-identity',
      'x-client-address',
      'x-public-host',
      'x-request-id',
    ])
    expect(seen['x-client-address']).toBe('127.0.0.1')
    expect(seen['x-public-host']).toBe('localhost')
    expect(seen['x-request-id']).not.toBe('00000000-0000-4000-8000-000000000000')
    expect(verifyAs('market-data')(String(seen[IDENTITY_HEADER]))).toEqual({
      kind: 'user',
      userId: 'user-9',
      sessionId: 'session-9',
      isDemo: false,
      caller: 'gateway',
    })
  })

  test('keeps the identity even if a Connection header names it', async () => {
    const text = [
      `GET ${quote} HTTP/1.1`,
      'host: localhost',
      'connection: close, x-callwright-identity, x-request-id, x-client-address',
      `authorization: ${bearer(gateway.token()).authorization}`,
      '',
      '',
    ].join('\r\n')
    expect((await sendRaw(gateway.port, text)).statuses).toEqual([200])
    const seen = onlyHit()
    expect(verifyAs('market-data')(String(seen[IDENTITY_HEADER]))).toMatchObject({ kind: 'user' })
    expect(seen['x-request-id']).toBeDefined()
    expect(seen['x-client-address']).toBe('127.0.0.1')
  })

  test('an identity is valid for one service, for at most a minute', async () => {
    await fetch(gateway.url + quote, { headers: bearer(gateway.token()) })
    const identity = String(onlyHit()[IDENTITY_HEADER])
    for (const audience of ['auth', 'screener', 'portfolio', 'coach'] as const) {
      expect(() => verifyAs(audience)(identity)).toThrow('no valid identity')
    }
    const claims = JSON.parse(Buffer.from(identity.split('.')[1] ?? '', 'base64url').toString())
    expect(claims.exp - claims.iat).toBeLessThanOrEqual(60)
    expect(claims).toMatchObject({ iss: 'gateway', aud: 'market-data' })
  })

  test('marks demo accounts, and only those, as demo (D49)', async () => {
    for (const [demo, isDemo] of [
      [true, true],
      [undefined, false],
      ['true', false],
    ]) {
      gateway.hits.length = 0
      const token = gateway.token(demo === undefined ? {} : { demo })
      // The second request is served from the cache of verified tokens.
      for (let time = 0; time < 2; time += 1) await fetch(gateway.url + quote, { headers: bearer(token) })
      const identities = gateway.hits.map(({ headers }) => verifyAs('market-data')(String(headers[IDENTITY_HEADER])))
      expect(identities).toEqual([expect.objectContaining({ isDemo }), expect.objectContaining({ isDemo })])
    }
  })

  test("does not forward the browser's token", async () => {
    const token = gateway.token()
    await fetch(gateway.url + quote, { headers: bearer(token) })
    expect(JSON.stringify(onlyHit())).not.toContain(token)
  })

  test('forwards the headers that services need', async () => {
    const wanted = {
      accept: 'text/event-stream',
      'accept-language': 'en-US',
      'user-agent': 'a browser',
      'if-none-match': '"v1"',
      'idempotency-key': 'k1',
      'last-event-id': '7',
    }
    await fetch(gateway.url + quote, { headers: { ...bearer(gateway.token()), ...wanted } })
    expect(onlyHit()).toMatchObject(wanted)
  })

  test('forwards the body of a DELETE', async () => {
    const headers = { ...bearer(gateway.token()), 'content-type': 'application/json' }
    const body = JSON.stringify({ password: 'right' })
    await fetch(gateway.url + buildPath('auth.deleteMe'), { method: 'DELETE', headers, body })
    expect(gateway.hits).toEqual([expect.objectContaining({ method: 'DELETE', body })])
    expect(onlyHit()['content-type']).toBe('application/json')
  })

  test('forwards cookies to and from auth only', async () => {
    const setCookie = 'refresh=abc; HttpOnly; SameSite=Strict'
    const answer = (_request: unknown, reply: FastifyReply) =>
      reply
        .headers({ 'set-cookie': setCookie, server: 'internal/1', 'x-powered-by': 'x', location: '/x' })
        .send({ ok: 1 })
    gateway.auth.answerPublicWith(answer)
    gateway.stubs['market-data'].answerWith(answer)
    const cookie = 'refresh=abc'
    const fromAuth = await fetch(gateway.url + login, { method: 'POST', headers: { cookie } })
    expect(onlyHit().cookie).toBe(cookie)
    expect(fromAuth.headers.get('set-cookie')).toBe(setCookie)
    gateway.hits.length = 0
    const fromOther = await fetch(gateway.url + quote, { headers: { ...bearer(gateway.token()), cookie } })
    expect(onlyHit().cookie).toBeUndefined()
    for (const name of ['set-cookie', 'server', 'x-powered-by', 'location']) {
      expect(fromOther.headers.get(name)).toBeNull()
    }
  })

  test('a public request has an anonymous identity', async () => {
    await fetch(gateway.url + login, { method: 'POST', headers: bearer(gateway.token()) })
    expect(verifyAs('auth')(String(onlyHit()[IDENTITY_HEADER]))).toEqual({ kind: 'anonymous', caller: 'gateway' })
  })
})

describe('the client address', () => {
  const askThrough = async (trustedProxies: readonly string[]) => {
    const own = await openGateway({ trustedProxies })
    try {
      await fetch(own.url + login, {
        method: 'POST',
        headers: { 'x-forwarded-for': '203.0.113.7, 198.51.100.4', 'x-forwarded-host': 'callwright.test' },
      })
      return [own.hits[0]?.headers['x-client-address'], own.hits[0]?.headers['x-public-host']]
    } finally {
      await own.close()
    }
  }

  test('is the peer address if no proxy is trusted', async () => {
    const [address, host] = await askThrough([])
    expect(address).toBe('127.0.0.1')
    expect(host).toMatch(/^127\.0\.0\.1:\d+$/)
  })

  test('is the last address not set by a trusted proxy', async () => {
    expect(await askThrough(['127.0.0.1'])).toEqual(['198.51.100.4', 'callwright.test'])
    expect(await askThrough(['127.0.0.0/8', '198.51.100.0/24'])).toEqual(['203.0.113.7', 'callwright.test'])
  })
})

describe('cross-site sign-in requests are rejected (S16)', () => {
  const own = () => new URL(gateway.url).host
  const foreign: readonly [string, Record<string, string>][] = [
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }],
    ['a foreign origin', { origin: 'https://evil.test' }],
    ['a null origin', { origin: 'null' }],
    ['a look-alike origin', { origin: 'http://127.0.0.1.evil.test' }],
    ['another port of this host', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
    ['an invalid origin', { origin: 'x' }],
  ]

  test.each(foreign)('%s returns 403 and does not reach auth', async (_name, headers) => {
    const changing = endpointIds.map((id) => ({ id, ...endpointTable[id] })).filter(({ method }) => method !== 'GET')
    const ofAuth = changing.filter(({ owner, access }) => owner === 'auth' && access !== 'service')
    expect(ofAuth.length).toBeGreaterThanOrEqual(8)
    for (const { id, method } of ofAuth) {
      const answer = await fetch(gateway.url + buildPath(id, { id: 'one' }), { method, headers })
      expect([id, answer.status, answer.headers.get('set-cookie')]).toEqual([id, 403, null])
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
    expect(gateway.hits).toEqual([])
  })

  test('a page on plain HTTP cannot act on a site that is served over HTTPS', async () => {
    const behindProxy = await openGateway({ trustedProxies: ['127.0.0.0/8'] })
    const signInFrom = (origin: string) =>
      fetch(behindProxy.url + login, {
        method: 'POST',
        headers: { origin, 'x-forwarded-proto': 'https', 'x-forwarded-host': 'callwright.test' },
      })
    expect((await signInFrom('http://callwright.test')).status).toBe(403)
    expect((await signInFrom('https://callwright.test')).status).toBe(200)
    await behindProxy.close()
  })

  test('accepts same-origin pages and clients that are not browsers', async () => {
    for (const headers of [{}, { origin: `http://${own()}`, 'sec-fetch-site': 'same-origin' }]) {
      const answer = await fetch(gateway.url + login, { method: 'POST', headers })
      expect(answer.status).toBe(200)
    }
  })
})

test('allows no cross-origin reads (S17)', async () => {
  for (const origin of ['https://evil.test', 'null', gateway.url]) {
    for (const method of ['OPTIONS', 'GET']) {
      const answer = await fetch(gateway.url + quote, {
        method,
        headers: { origin, 'access-control-request-method': 'GET', ...bearer(gateway.token()) },
      })
      const cors = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))
      expect(cors).toEqual([])
    }
  }
})
