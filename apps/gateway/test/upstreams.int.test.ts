import { createServer, type Socket } from 'node:net'
import { buildPath, endpointTable } from '@callwright/contracts'
import { waitFor } from '@callwright/service/testing'
import httpProxy from '@fastify/http-proxy'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { requestText, sendRaw } from './raw.ts'
import { bearer, DEAD_PORT_URL, openGateway, readProblem, type TestGateway } from './support.ts'

jest.setTimeout(20_000)

const open: { close(): unknown }[] = []
const keep = <T extends { close(): unknown }>(resource: T): T => {
  open.push(resource)
  return resource
}
afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource.close()
})

const quote = buildPath('stocks.quote', { symbol: 'AAPL' })
const view = buildPath('screener.view')
const get = (gateway: TestGateway, path: string, init: RequestInit = {}) =>
  fetch(gateway.url + path, { ...init, headers: bearer(gateway.token()) })

/** A proxy as the library sets it up by itself: what our settings are measured against. */
async function openDefaultProxy(upstream: string) {
  const app = keep(Fastify({ forceCloseConnections: true }))
  await app.register(httpProxy, { upstream, destroyAgent: true })
  return app.listen({ host: '127.0.0.1', port: 0 })
}

/** A server that takes the connection and, at the first bytes, does as told: nothing, unless told. */
async function openTcpServer(onFirstBytes: (socket: Socket) => void = () => {}): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('data', () => onFirstBytes(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  keep({
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

describe('T1: a dead service', () => {
  test('is 503 with Retry-After, in words of ours, and names no host', async () => {
    const gateway = keep(await openGateway({ marketDataUrl: DEAD_PORT_URL }))
    const answer = await get(gateway, quote)
    const text = await answer.clone().text()
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await readProblem(answer)).toMatchObject({
      code: 'upstream_unavailable',
      detail: 'The market data service is not available right now. Please try again.',
    })
    expect(text).not.toMatch(/127\.0\.0\.1|ECONN|:9\b/)
    expect((await get(gateway, view)).status).toBe(200)
  })

  test.each([
    ['hangs up', (socket: Socket) => socket.destroy()],
    ['resets', (socket: Socket) => socket.resetAndDestroy()],
  ])('one that %s is 503 too', async (_name, act) => {
    const gateway = keep(await openGateway({ marketDataUrl: await openTcpServer(act) }))
    const answer = await get(gateway, quote)
    expect([answer.status, (await readProblem(answer)).code]).toEqual([503, 'upstream_unavailable'])
  })

  test('twin: the library alone answers 500 and names the host', async () => {
    const answer = await fetch(`${await openDefaultProxy(DEAD_PORT_URL)}/x`)
    expect(answer.status).toBe(500)
    expect(await answer.text()).toContain('127.0.0.1')
  })
})

describe('T2: a service that answers 503', () => {
  const busy = (_request: FastifyRequest, reply: FastifyReply) =>
    reply.code(503).type('application/problem+json').header('retry-after', '7').send({
      type: 'about:blank',
      title: 'Service Unavailable',
      status: 503,
      detail: 'We are busy.',
      code: 'busy',
      request_id: 'other',
      secret: 'not ours to show',
    })

  test('is asked once, and its own words reach the reader', async () => {
    const gateway = keep(await openGateway())
    gateway.stubs['market-data'].answerWith(busy)
    const answer = await get(gateway, quote)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '7'])
    const problem = await readProblem(answer)
    expect(problem).toEqual({
      type: 'about:blank',
      title: 'Service Unavailable',
      status: 503,
      detail: 'We are busy.',
      code: 'busy',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(gateway.hits).toHaveLength(1)
    expect(gateway.hits[0]?.headers['x-request-id']).toBe(problem.request_id)
  })

  test('twin: the library alone asks eleven times', async () => {
    let asked = 0
    const upstream = keep(Fastify({ forceCloseConnections: true }))
    upstream.get('/*', (_request, reply) => {
      asked += 1
      return reply.code(503).send('busy')
    })
    const url = await upstream.listen({ host: '127.0.0.1', port: 0 })
    await fetch(`${await openDefaultProxy(url)}/x`)
    expect(asked).toBe(11)
  })
})

describe('T3, F18: a service that hangs', () => {
  test('is 504 after the deadline, others go on, and no request stays behind', async () => {
    const gateway = keep(await openGateway({ marketDataUrl: await openTcpServer(), upstreamTimeoutMs: 400 }))
    const startedAt = performance.now()
    const [answer, other] = await Promise.all([get(gateway, quote), get(gateway, view)])
    const elapsedMs = performance.now() - startedAt
    expect([answer.status, other.status]).toEqual([504, 200])
    expect(elapsedMs).toBeGreaterThan(350)
    expect(elapsedMs).toBeLessThan(3_000)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await readProblem(answer)).toMatchObject({
      code: 'upstream_timeout',
      detail: 'The market data service did not answer in time. Please try again.',
    })
    await waitFor('idle', async () => (await gateway.readMetric('http_server_active_requests')) === 0)
    const timeouts = { upstream: 'market-data', outcome: 'timeout' }
    expect(await gateway.readMetric('upstream_request_duration_seconds', timeouts)).toBeGreaterThan(0)
  })

  test('the deadlines are 5 s, and 35 s for the coach', async () => {
    const { gatewayReaders } = await import('../src/config.ts')
    expect([gatewayReaders.upstreamTimeoutMs({}), gatewayReaders.coachTimeoutMs({})]).toEqual([
      { ok: true, value: 5_000 },
      { ok: true, value: 35_000 },
    ])
  })

  test('twin: the library alone still waits', async () => {
    const url = await openDefaultProxy(await openTcpServer())
    await expect(fetch(`${url}/x`, { signal: AbortSignal.timeout(1_500) })).rejects.toThrow('timeout')
  })

  test.each([
    ['GET', 'stocks.quote'],
    ['POST', 'screener.refresh'],
  ] as const)('a client that leaves a %s early does no harm when the answer comes', async (method, id) => {
    const gateway = keep(await openGateway())
    const stub = gateway.stubs[endpointTable[id].owner]
    const path = buildPath(id, { symbol: 'AAPL' })
    let release: () => void = () => {}
    stub.answerWith(
      () =>
        new Promise((resolve) => {
          release = () => resolve({ late: true })
        }),
    )
    const aborted = new AbortController()
    const body = method === 'POST' ? { body: '{}' } : {}
    const first = get(gateway, path, { method, ...body, signal: aborted.signal })
    await waitFor('the call', () => gateway.hits.length === 1)
    aborted.abort()
    await expect(first).rejects.toThrow()
    await waitFor('idle', async () => (await gateway.readMetric('http_server_active_requests')) === 0)
    release()
    await waitFor('the late answer', () => gateway.readMetric('upstream_request_duration_seconds', { outcome: '200' }))
    stub.answerWith(() => ({ fine: true }))
    expect((await get(gateway, path, { method })).status).toBe(200)
  })
})

describe('F19: a service that answers garbage', () => {
  const page = '<html><body>Error at http://10.0.0.7:8082 in /srv/app/index.js:10</body></html>'
  const problem = { type: 'about:blank', title: 'X', status: 500, detail: 'd', code: 'c', request_id: 'r' }
  const garbage: readonly [string, (reply: FastifyReply) => unknown][] = [
    ['a page with 500', (reply) => reply.code(500).type('text/html').send(page)],
    ['a page with 200', (reply) => reply.code(200).type('text/html; charset=utf-8').send(page)],
    ['a page with 404', (reply) => reply.code(404).type('text/html').send(page)],
    ['plain text with 502', (reply) => reply.code(502).type('text/plain').send('connect ECONNREFUSED 10.0.0.7:5432')],
    ['JSON that is no problem', (reply) => reply.code(500).send({ message: 'connect ECONNREFUSED 10.0.0.7:5432' })],
    ['a problem that is no JSON', (reply) => reply.code(500).type('application/problem+json').send('{"detail":')],
    ['a problem of the wrong shape', (reply) => reply.code(500).type('application/problem+json').send('{"detail":1}')],
    ['a problem that is null', (reply) => reply.code(500).type('application/problem+json').send('null')],
    ['an empty 500', (reply) => reply.code(500).send()],
    ['a redirect', (reply) => reply.code(302).header('location', 'http://10.0.0.7/').send()],
    [
      'a problem of 100 KB',
      (reply) =>
        reply
          .code(500)
          .type('application/problem+json')
          .send({ ...problem, detail: 'x'.repeat(100_000) }),
    ],
  ]

  test.each(garbage)('%s becomes a plain 503', async (_name, answerWith) => {
    const gateway = keep(await openGateway())
    gateway.stubs['market-data'].answerWith((_request, reply) => answerWith(reply))
    const answer = await get(gateway, quote)
    const text = await answer.clone().text()
    expect([answer.status, (await readProblem(answer)).code]).toEqual([503, 'upstream_failed'])
    expect(answer.headers.get('location')).toBeNull()
    expect(text).not.toMatch(/10\.0\.0\.7|srv|ECONN|html/)
    expect(gateway.sink.lines().filter(({ event }) => event === 'upstream.garbled')).toHaveLength(1)
    gateway.stubs['market-data'].answerWith(() => ({ fine: true }))
    expect((await get(gateway, quote)).status).toBe(200)
  })

  test('half an answer is cut off, not made whole', async () => {
    const half = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a":'
    const marketDataUrl = await openTcpServer((socket) => socket.end(half))
    const gateway = keep(await openGateway({ marketDataUrl }))
    const answer = await get(gateway, quote)
    await expect(answer.json()).rejects.toThrow()
  })

  test('a refused request keeps its fields', async () => {
    const gateway = keep(await openGateway())
    const errors = [{ field: 'limit', detail: 'must be >= 1' }]
    gateway.stubs.screener.answerWith((_request, reply) =>
      reply
        .code(400)
        .type('application/problem+json')
        .send({ ...problem, status: 400, code: 'validation', errors }),
    )
    const answer = await get(gateway, view)
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: 'validation', errors })])
  })

  test('not modified passes with its tag', async () => {
    const gateway = keep(await openGateway())
    gateway.stubs.screener.answerWith((_request, reply) => reply.code(304).header('etag', '"v1"').send())
    const answer = await get(gateway, view)
    expect([answer.status, answer.headers.get('etag')]).toEqual([304, '"v1"'])
  })
})

describe('streams', () => {
  test('events arrive as they are sent, and a reader who leaves ends the stream at its source', async () => {
    const gateway = keep(await openGateway())
    let send: (text: string) => void = () => {}
    let isClosed = false
    gateway.stubs.screener.answerWith((request, reply) => {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
      reply.raw.on('close', () => {
        isClosed = true
      })
      send = (text) => void reply.raw.write(text)
      request.raw.on('error', () => {})
      send(': open\n\n')
    })
    const aborted = new AbortController()
    const answer = await get(gateway, view, { signal: aborted.signal })
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const reader = answer.body?.getReader()
    const read = async () => new TextDecoder().decode((await reader?.read())?.value)
    expect(await read()).toBe(': open\n\n')
    send('data: 1\n\n')
    expect(await read()).toBe('data: 1\n\n')
    send('data: 2\n\n')
    expect(await read()).toBe('data: 2\n\n')
    expect(isClosed).toBe(false)
    aborted.abort()
    await waitFor('the end at the source', () => isClosed, 2_000)
    await waitFor('idle', async () => (await gateway.readMetric('http_server_active_requests')) === 0)
  })
})

test('a pipelined second request is answered after the first, each on its own account', async () => {
  const gateway = keep(await openGateway())
  const authorization = `authorization: ${bearer(gateway.token()).authorization}`
  const first = [`GET ${quote} HTTP/1.1`, 'host: localhost', authorization, '', ''].join('\r\n')
  const { statuses } = await sendRaw(gateway.port, first + requestText('GET', view))
  expect(statuses).toEqual([200, 401])
})

test('the gateway is ready while any service is up, and not when none is', async () => {
  const dead = {
    marketDataUrl: DEAD_PORT_URL,
    screenerUrl: DEAD_PORT_URL,
    portfolioUrl: DEAD_PORT_URL,
    coachUrl: DEAD_PORT_URL,
  }
  const gateway = keep(await openGateway(dead))
  await gateway.runtime.health.runAll()
  expect(gateway.runtime.health.read().status).toBe('warn')
  await gateway.stubs.auth.close()
  await gateway.runtime.health.runAll()
  expect(gateway.runtime.health.read().status).toBe('fail')
})
