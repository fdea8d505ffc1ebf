import { constants, createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { buildPath, type EndpointId, endpointIds, endpointTable } from '@callwright/contracts'
import { readTestUrl, waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import {
  bearer,
  buildClaims,
  createSigningKey,
  openGateway,
  readProblem,
  signToken,
  type TestGateway,
} from './support.ts'

let gateway: TestGateway
let redis: Redis

beforeAll(async () => {
  gateway = await openGateway()
  redis = new Redis(readTestUrl('TEST_REDIS_URL'))
})
afterAll(async () => {
  redis.disconnect()
  await gateway.close()
})
beforeEach(() => {
  gateway.hits.length = 0
})

const throughGateway = endpointIds.filter((id) => endpointTable[id].access !== 'service')
const userIds = throughGateway.filter((id) => endpointTable[id].access === 'user')
const params = { symbol: 'AAPL', id: '1', token: 'secret' }

function callEndpoint(id: EndpointId, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(gateway.url + buildPath(id, params), { method: endpointTable[id].method, headers })
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const kid = () => gateway.auth.key.kid
const headerAndClaims = (header: object, claims: object = buildClaims()) => `${encode(header)}.${encode(claims)}`

function signWithHmac(): string {
  const input = headerAndClaims({ alg: 'HS256', typ: 'JWT', kid: kid() })
  return `${input}.${createHmac('sha256', gateway.auth.key.publicKey).update(input).digest('base64url')}`
}

function signWithRsa(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const input = headerAndClaims({ alg: 'RS256', typ: 'JWT', kid: kid() })
  const signature = sign('sha256', Buffer.from(input), { key: privateKey, padding: constants.RSA_PKCS1_PADDING })
  return `${input}.${signature.toString('base64url')}`
}

/** Signs claims with auth's own key, including claims that the signing library would reject. */
function signByHand(claims: object, header: object = { alg: 'EdDSA', typ: 'JWT', kid: kid() }): string {
  const input = headerAndClaims(header, claims)
  return `${input}.${sign(null, Buffer.from(input), gateway.auth.key.privateKey).toString('base64url')}`
}

function without(name: string): object {
  return Object.fromEntries(Object.entries(buildClaims()).filter(([key]) => key !== name))
}

async function revokedToken(): Promise<string> {
  const sid = randomUUID()
  await redis.publish('callwright:revocations', JSON.stringify({ sid, revoked_at: new Date().toISOString() }))
  const token = gateway.token({ sid })
  await waitFor('the revocation', async () => (await callEndpoint('auth.me', bearer(token))).status === 401)
  return token
}

const nowSeconds = () => Math.floor(Date.now() / 1_000)
const badTokens: readonly [string, string, () => string | Promise<string>][] = [
  ['junk', 'token_invalid', () => 'Bearer junk'],
  ['another scheme', 'token_invalid', () => 'Basic dXNlcjpwYXNzd29yZA=='],
  [
    'issued in the future',
    'token_invalid',
    () => `Bearer ${gateway.token({ iat: nowSeconds() + 60, exp: nowSeconds() + 900 })}`,
  ],
  ['expired', 'token_expired', () => `Bearer ${gateway.token({ iat: nowSeconds() - 900, exp: nowSeconds() - 10 })}`],
  ['another key under our key id', 'token_invalid', () => `Bearer ${signToken(createSigningKey(kid()))}`],
  ['alg none', 'token_invalid', () => `Bearer ${headerAndClaims({ alg: 'none', typ: 'JWT', kid: kid() })}.`],
  ['HS256 with the public key', 'token_invalid', () => `Bearer ${signWithHmac()}`],
  ['RS256', 'token_invalid', () => `Bearer ${signWithRsa()}`],
  ['no exp', 'token_invalid', () => `Bearer ${signByHand(without('exp'))}`],
  ['another audience', 'token_invalid', () => `Bearer ${gateway.token({ aud: 'someone-else' })}`],
  ['another issuer', 'token_invalid', () => `Bearer ${gateway.token({ iss: 'someone-else' })}`],
  ['not yet valid', 'token_invalid', () => `Bearer ${gateway.token({ nbf: nowSeconds() + 60 })}`],
  ['truncated', 'token_invalid', () => `Bearer ${gateway.token().slice(0, -6)}`],
  ['revoked', 'token_revoked', async () => `Bearer ${await revokedToken()}`],
  ['no session', 'token_invalid', () => `Bearer ${signByHand(without('sid'))}`],
  ['no audience', 'token_invalid', () => `Bearer ${signByHand(without('aud'))}`],
  ['no issuer', 'token_invalid', () => `Bearer ${signByHand(without('iss'))}`],
  ['no jti', 'token_invalid', () => `Bearer ${signByHand(without('jti'))}`],
  ['no key id', 'token_invalid', () => `Bearer ${signByHand(buildClaims(), { alg: 'EdDSA', typ: 'JWT' })}`],
  ['a lifetime of a year', 'token_invalid', () => `Bearer ${gateway.token({ exp: nowSeconds() + 31_536_000 })}`],
]

/** Minimum time between two fetches of auth's keys. */
const PAUSE_MS = 2_000

describe('every endpoint for signed-in users rejects a bad token (S01)', () => {
  test('includes endpoints of every service', () => {
    expect(new Set(userIds.map((id) => endpointTable[id].owner))).toEqual(
      new Set(['auth', 'market-data', 'screener', 'portfolio', 'coach']),
    )
  })

  test('a missing token', async () => {
    for (const id of userIds) {
      const answer = await callEndpoint(id)
      expect([id, answer.status, (await readProblem(answer)).code]).toEqual([id, 401, 'token_missing'])
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
    expect(gateway.hits).toEqual([])
  })

  test.each(badTokens)('%s', async (_name, code, make) => {
    const authorization = await make()
    gateway.hits.length = 0
    for (const id of userIds) {
      const answer = await callEndpoint(id, { authorization })
      const problem = await readProblem(answer)
      expect([id, answer.status, problem.code]).toEqual([id, 401, code])
      expect(problem.detail).toMatch(/sign in/i)
    }
    expect(gateway.hits).toEqual([])
  })

  test('but accepts a valid token', async () => {
    const answer = await callEndpoint('stocks.quote', bearer(gateway.token()))
    expect(answer.status).toBe(200)
    expect(gateway.hits).toHaveLength(1)
  })

  test('and tolerates a clock skew of 3 s', async () => {
    const late = gateway.token({ exp: nowSeconds() - 3, iat: nowSeconds() - 600 })
    expect((await callEndpoint('stocks.quote', bearer(late))).status).toBe(200)
  })

  test('fetches an unknown key id once, and again only after a pause', async () => {
    await callEndpoint('stocks.quote', bearer(gateway.token()))
    const before = gateway.auth.counts.jwks
    const startedAt = performance.now()
    const unknownKeys = [createSigningKey(), createSigningKey(), createSigningKey()]
    const answers = await Promise.all(
      [...unknownKeys, ...unknownKeys].map((key) => callEndpoint('stocks.quote', bearer(signToken(key)))),
    )
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401])
    const fetches = gateway.auth.counts.jwks - before
    expect(fetches).toBeGreaterThanOrEqual(1)
    expect(fetches).toBeLessThanOrEqual(1 + Math.floor((performance.now() - startedAt) / PAUSE_MS))
  })

  test('logs each rejection with its reason and the address, and never the token', async () => {
    const isLogged = ({ event, code }: Record<string, unknown>) => event === 'request.completed' && code !== undefined
    const before = gateway.sink.lines().filter(isLogged).length
    await callEndpoint('stocks.quote', bearer('canary-token'))
    await waitFor('the line', () => gateway.sink.lines().filter(isLogged).length > before)
    const [line] = gateway.sink.lines().filter(isLogged).slice(before)
    const expected = { level: 'info', status: 401, code: 'token_invalid', client_address: '127.0.0.1', user_id: null }
    expect(line).toMatchObject({ ...expected, route: endpointTable['stocks.quote'].path })
    expect(gateway.sink.text()).not.toContain('canary-token')
  })

  test('counts rejections by reason', async () => {
    const before = await gateway.readMetric('gateway_auth_failures_total', { reason: 'token_missing' })
    await callEndpoint('stocks.quote')
    expect(await gateway.readMetric('gateway_auth_failures_total', { reason: 'token_missing' })).toBe(before + 1)
  })
})

describe('routing follows the contract', () => {
  test('forwards each endpoint to its service with path and query unchanged', async () => {
    const token = bearer(gateway.token())
    const ofServices = throughGateway.filter((id) => endpointTable[id].owner !== 'gateway')
    for (const id of ofServices) {
      gateway.hits.length = 0
      const { method, owner } = endpointTable[id]
      await fetch(`${gateway.url}${buildPath(id, params)}?a=1&b=%20x%2F..`, { method, headers: token })
      expect(gateway.hits.map((hit) => [hit.upstream, hit.method, hit.url])).toEqual([
        [owner, method, `${buildPath(id, params)}?a=1&b=%20x%2F..`],
      ])
    }
    expect(ofServices.length).toBeGreaterThan(10)
  })

  test.each(throughGateway)('%s returns 405 with Allow for other methods', async (id) => {
    const path = buildPath(id, params)
    const allowed = endpointIds.filter((other) => endpointTable[other].path === endpointTable[id].path)
    for (const method of ['PATCH', 'HEAD', 'OPTIONS']) {
      const answer = await fetch(gateway.url + path, { method, headers: bearer(gateway.token()) })
      expect([method, answer.status]).toEqual([method, 405])
      expect(answer.headers.get('allow')).toBe(allowed.map((other) => endpointTable[other].method).join(', '))
    }
    expect(gateway.hits).toEqual([])
  })

  test('returns 404 for paths that no contract defines', async () => {
    for (const path of [
      '/api',
      '/api/',
      '/api/unknown',
      '/api/auth',
      '/api/auth/me/',
      '/api/auth/me/x',
      '/API/auth/me',
    ]) {
      const answer = await fetch(gateway.url + path, { headers: bearer(gateway.token()) })
      expect([path, answer.status, (await readProblem(answer)).code]).toEqual([path, 404, 'not_found'])
    }
    expect(gateway.hits).toEqual([])
  })

  test('does not expose internal endpoints', async () => {
    for (const id of endpointIds.filter((candidate) => endpointTable[candidate].access === 'service')) {
      const answer = await callEndpoint(id, bearer(gateway.token()))
      expect([id, answer.status]).toEqual([id, 404])
    }
    expect(gateway.hits).toEqual([])
  })

  test('treats public endpoints as anonymous with any token or none', async () => {
    for (const headers of [{}, bearer(gateway.token()), bearer('junk')]) {
      const answer = await fetch(gateway.url + buildPath('auth.login'), { method: 'POST', body: '{}', headers })
      expect(answer.status).toBe(200)
    }
    expect(gateway.hits).toHaveLength(3)
  })
})

describe('a verified token is cached', () => {
  test('serves later requests from the cache and fetches the keys once', async () => {
    const own = await openGateway()
    try {
      const headers = bearer(own.token())
      for (let index = 0; index < 5; index += 1) {
        expect((await fetch(own.url + buildPath('stocks.quote', params), { headers })).status).toBe(200)
      }
      const count = (result: string) => own.readMetric('cache_requests_total', { cache: 'access_token', result })
      expect([await count('miss'), await count('hit'), own.auth.counts.jwks]).toEqual([1, 4, 1])
      const identities = new Set(own.hits.map((hit) => hit.headers['x-callwright-identity']))
      expect(identities.size).toBe(1)
    } finally {
      await own.close()
    }
  })
})
