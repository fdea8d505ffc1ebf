import { randomUUID } from 'node:crypto'
import { buildPath, endpointTable, REVOCATION_CHANNEL } from '@callwright/contracts'
import { addressesOf, DEAD_PORT_URL, openTcpProxy, readTestUrl, waitFor } from '@callwright/service/testing'
import { afterEach, describe, expect, test } from '@jest/globals'
import type { FastifyReply } from 'fastify'
import { Redis } from 'ioredis'
import { TICK_MS } from '../src/revocations.ts'
import { createResources } from './faulty-upstreams.ts'
import { bearer, createSigningKey, openGateway, readProblem, signToken, type TestGateway } from './support.ts'

const { keep, closeAll } = createResources()
afterEach(closeAll)

const quotePath = buildPath('stocks.quote', { symbol: 'AAPL' })
const ask = async (url: string, token: string) => (await fetch(url + quotePath, { headers: bearer(token) })).status

async function openRedisProxy() {
  const { hostname, port } = new URL(readTestUrl('TEST_REDIS_URL'))
  const proxy = keep(await openTcpProxy({ host: hostname, port: Number(port) }))
  return { proxy, url: `redis://127.0.0.1:${proxy.port}` }
}

async function publish(sid: string): Promise<void> {
  const redis = new Redis(readTestUrl('TEST_REDIS_URL'))
  await redis.publish(REVOCATION_CHANNEL, JSON.stringify({ sid, revoked_at: new Date().toISOString() }))
  redis.disconnect()
}

async function untilRedisIsConnected(gateway: TestGateway): Promise<void> {
  const sid = randomUUID()
  const token = gateway.token({ sid })
  await waitFor('Redis to be connected', async () => {
    await publish(sid)
    return (await ask(gateway.url, token)) === 401
  })
}

describe('a logout takes effect on every replica within a second', () => {
  test('polls auth more than once per second', () => {
    expect(TICK_MS).toBeLessThan(1_000)
  })

  test('through Redis', async () => {
    const first = keep(await openGateway())
    const second = keep(await openGateway({ auth: addressesOf(first.stubs.auth.url) }))
    await Promise.all([first, second].map(untilRedisIsConnected))
    const sid = randomUUID()
    const token = first.token({ sid })
    expect([await ask(first.url, token), await ask(second.url, token)]).toEqual([200, 200])
    await publish(sid)
    for (const { url } of [first, second]) {
      await waitFor('the logout', async () => (await ask(url, token)) === 401)
    }
    expect(await ask(first.url, first.token())).toBe(200)
  })

  test('by polling auth when only auth has lost Redis', async () => {
    const gateway = keep(await openGateway())
    await untilRedisIsConnected(gateway)
    const sid = randomUUID()
    const token = gateway.token({ sid })
    expect(await ask(gateway.url, token)).toBe(200)
    gateway.auth.revoke(sid)
    await waitFor('the logout', async () => (await ask(gateway.url, token)) === 401)
  })

  test.each(['cut', 'freeze'] as const)('by polling auth while Redis is down (%s)', async (fault) => {
    const { proxy, url } = await openRedisProxy()
    const gateway = keep(await openGateway({ redisCacheUrl: url }))
    const sid = randomUUID()
    const token = gateway.token({ sid })
    expect(await ask(gateway.url, token)).toBe(200)
    proxy[fault]()
    gateway.auth.revoke(sid)
    await waitFor('the logout', async () => (await ask(gateway.url, token)) === 401)
    proxy.thaw()
  })

  test('through Redis again after it reconnects', async () => {
    const { proxy, url } = await openRedisProxy()
    const gateway = keep(await openGateway({ redisCacheUrl: url }))
    proxy.cut()
    const polls = gateway.auth.counts.revocations
    await waitFor('polling', () => gateway.auth.counts.revocations > polls + 1)
    proxy.restore()
    await untilRedisIsConnected(gateway)
  })

  test('a gateway that starts later loads earlier revocations', async () => {
    const first = keep(await openGateway())
    const sid = randomUUID()
    first.auth.revoke(sid)
    const second = keep(await openGateway({ auth: addressesOf(first.stubs.auth.url) }))
    expect(await ask(second.url, first.token({ sid }))).toBe(401)
  })

  test.each(['auth.logout', 'auth.deleteMe'] as const)(
    '%s takes effect at once on the gateway that forwarded it',
    async (id) => {
      const { proxy, url } = await openRedisProxy()
      proxy.cut()
      const gateway = keep(await openGateway({ redisCacheUrl: url }))
      gateway.auth.answerPublicWith((_request, reply) => reply.code(204).send())
      const token = gateway.token()
      const { method } = endpointTable[id]
      const ended = await fetch(gateway.url + buildPath(id), { method, headers: bearer(token) })
      expect([ended.status, await ask(gateway.url, token)]).toEqual([204, 401])
    },
  )

  test('a sign-out that auth rejects changes nothing', async () => {
    const gateway = keep(await openGateway())
    gateway.auth.answerPublicWith((_request, reply) => reply.code(503).send('down'))
    const token = gateway.token()
    const logout = await fetch(gateway.url + buildPath('auth.logout'), { method: 'POST', headers: bearer(token) })
    expect([logout.status, await ask(gateway.url, token)]).toEqual([503, 200])
  })

  test('ignores invalid messages', async () => {
    const gateway = keep(await openGateway())
    await untilRedisIsConnected(gateway)
    const redis = new Redis(readTestUrl('TEST_REDIS_URL'))
    for (const message of ['junk', 'null', '{}', '{"sid":7}', '[]']) await redis.publish(REVOCATION_CHANNEL, message)
    redis.disconnect()
    const warnings = () => gateway.sink.lines().filter(({ event }) => event === 'revocation.unreadable').length
    await waitFor('five warnings', () => warnings() === 5)
    expect(await ask(gateway.url, gateway.token())).toBe(200)
  })
})

describe('an outage never signs users out (P1)', () => {
  test('returns 503 with Retry-After, never 401, if the keys cannot be fetched', async () => {
    const gateway = keep(await openGateway({ auth: addressesOf(DEAD_PORT_URL) }))
    for (let index = 0; index < 8; index += 1) {
      const answer = await fetch(gateway.url + quotePath, { headers: bearer(gateway.token()) })
      expect(answer.status).toBe(503)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await readProblem(answer)).code).toBe('sign_in_check_unavailable')
    }
    expect(gateway.hits).toEqual([])
  })

  test.each([
    ['an HTML page', (_: unknown, reply: FastifyReply) => reply.type('text/html').send('<h1>hi</h1>')],
    ['an empty object', () => ({})],
    ['invalid keys', () => ({ keys: [{ kid: 'x', kty: 'OKP', crv: 'Ed25519', x: 'short' }] })],
    ['a failure', (_: unknown, reply: FastifyReply) => reply.code(500).send('oops')],
  ])('returns 503 if auth returns %s for its keys', async (_name, answer) => {
    const gateway = keep(await openGateway())
    gateway.stubs.auth.answerWith(answer)
    expect(await ask(gateway.url, gateway.token())).toBe(503)
  })

  test('while auth is down, signed-in users can continue and signing in returns a clear error (F12)', async () => {
    const gateway = keep(await openGateway())
    const [known, fresh] = [gateway.token(), gateway.token()]
    expect(await ask(gateway.url, known)).toBe(200)
    await gateway.stubs.auth.close()
    expect([await ask(gateway.url, known), await ask(gateway.url, fresh)]).toEqual([200, 200])
    const login = await fetch(gateway.url + buildPath('auth.login'), { method: 'POST', body: '{}' })
    expect(login.status).toBe(503)
    expect((await readProblem(login)).detail).toBe('The sign-in service is not available right now. Please try again.')
  })

  test('accepts tokens signed with a new key without rejecting the first ones', async () => {
    const gateway = keep(await openGateway())
    expect(await ask(gateway.url, gateway.token())).toBe(200)
    const next = createSigningKey()
    gateway.auth.publish(gateway.auth.key, next)
    expect(await ask(gateway.url, signToken(next))).toBe(200)
  })

  test('a service that rejects the gateway itself is an outage, not a sign-out', async () => {
    const gateway = keep(await openGateway())
    const refuse = (code: string) => (_request: unknown, reply: FastifyReply) =>
      reply
        .code(401)
        .type('application/problem+json')
        .send({ type: 'about:blank', title: 'Unauthorized', status: 401, detail: 'No.', code, request_id: 'x' })
    gateway.stubs['market-data'].answerWith(refuse('identity_invalid'))
    expect(await ask(gateway.url, gateway.token())).toBe(503)
    gateway.auth.answerPublicWith(refuse('identity_invalid'))
    const me = () => fetch(gateway.url + buildPath('auth.me'), { headers: bearer(gateway.token()) })
    expect((await me()).status).toBe(503)
    gateway.auth.answerPublicWith(refuse('token_revoked'))
    expect((await me()).status).toBe(401)
  })
})
