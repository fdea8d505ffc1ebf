import type { Socket } from 'node:net'
import { buildPath } from '@callwright/contracts'
import { addressesOf, DEAD_PORT_URL } from '@callwright/service/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { MAX_WHOLE_BYTES } from '../src/proxy/upstream.ts'
import { get, openTcpServer } from './faulty-upstreams.ts'
import { requestText, sendRaw } from './raw.ts'
import { bearer, openGateway, readProblem, type TestGateway } from './support.ts'

describe('upstreams', () => {
  const quote = buildPath('stocks.quote', { symbol: 'AAPL' })
  const view = buildPath('screener.view')

  let gateway: TestGateway
  /** Its market-data is a raw socket that runs `act` on the first bytes. */
  let socketGateway: TestGateway
  let act: (socket: Socket) => void = () => {}
  const socketServer = openTcpServer((socket) => act(socket))
  beforeAll(async () => {
    gateway = await openGateway()
    socketGateway = await openGateway({ 'market-data': addressesOf((await socketServer).url) })
  })
  beforeEach(() => {
    gateway.hits.length = 0
    for (const stub of Object.values(gateway.stubs))
      if (stub !== gateway.stubs.auth) stub.answerWith(() => ({ fine: true }))
  })
  afterAll(async () => {
    await gateway.close()
    await socketGateway.close()
    await (await socketServer).close()
  })

  describe('T1: a dead service', () => {
    test('returns 503 with Retry-After and a message that names no host', async () => {
      const dead = await openGateway({ 'market-data': addressesOf(DEAD_PORT_URL) })
      const answer = await get(dead, quote)
      const text = await answer.clone().text()
      expect(answer.status).toBe(503)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await readProblem(answer)).toMatchObject({
        code: 'upstream_unavailable',
        detail: 'The market data service is not available right now. Please try again.',
      })
      expect(text).not.toMatch(/127\.0\.0\.1|ECONN|:9\b/)
      expect((await get(dead, view)).status).toBe(200)
      await dead.close()
    })

    test.each([
      ['closes the connection', (socket: Socket) => socket.destroy()],
      ['resets the connection', (socket: Socket) => socket.resetAndDestroy()],
    ])('returns 503 if the service %s', async (_name, end) => {
      act = end
      const answer = await get(socketGateway, quote)
      expect([answer.status, (await readProblem(answer)).code]).toEqual([503, 'upstream_unavailable'])
    })
  })

  describe('T2: a service that returns 503', () => {
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

    test('is called once, and its message reaches the client', async () => {
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
  })

  describe('F19: a service that returns garbage', () => {
    const page = '<html><body>Error at http://10.0.0.7:8082 in /srv/app/index.js:10</body></html>'
    const problem = { type: 'about:blank', title: 'X', status: 500, detail: 'd', code: 'c', request_id: 'r' }
    const garbage: readonly [string, (reply: FastifyReply) => unknown][] = [
      ['a page with 500', (reply) => reply.code(500).type('text/html').send(page)],
      ['a page with 200', (reply) => reply.code(200).type('text/html; charset=utf-8').send(page)],
      ['a page with 404', (reply) => reply.code(404).type('text/html').send(page)],
      ['plain text with 502', (reply) => reply.code(502).type('text/plain').send('connect ECONNREFUSED 10.0.0.7:5432')],
      [
        'JSON that is not a problem',
        (reply) => reply.code(500).send({ message: 'connect ECONNREFUSED 10.0.0.7:5432' }),
      ],
      ['a problem that is not JSON', (reply) => reply.code(500).type('application/problem+json').send('{"detail":')],
      [
        'a problem of the wrong shape',
        (reply) => reply.code(500).type('application/problem+json').send('{"detail":1}'),
      ],
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

    test.each(garbage)('turns %s into a plain 503', async (_name, answerWith) => {
      const countGarbled = () => gateway.sink.lines().filter(({ event }) => event === 'upstream.garbled').length
      const before = countGarbled()
      gateway.stubs['market-data'].answerWith((_request, reply) => answerWith(reply))
      const answer = await get(gateway, quote)
      const text = await answer.clone().text()
      expect([answer.status, (await readProblem(answer)).code]).toEqual([503, 'upstream_failed'])
      expect(answer.headers.get('location')).toBeNull()
      expect(text).not.toMatch(/10\.0\.0\.7|srv|ECONN|html/)
      expect(countGarbled() - before).toBe(1)
      gateway.stubs['market-data'].answerWith(() => ({ fine: true }))
      expect((await get(gateway, quote)).status).toBe(200)
    })

    test.each([
      ['closes the connection', (socket: Socket) => socket.end()],
      ['resets the connection', (socket: Socket) => setImmediate(() => socket.resetAndDestroy())],
    ])('returns 503 if the service %s right after its headers', async (_name, finish) => {
      const headers = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\netag: "x"\r\n\r\n'
      act = (socket) => socket.write(headers, () => finish(socket))
      const answer = await get(socketGateway, quote)
      expect([answer.status, (await readProblem(answer)).code]).toEqual([503, 'upstream_unavailable'])
      expect(answer.headers.get('etag')).toBeNull()
    })

    test('passes on the page of an endpoint that sends pages', async () => {
      gateway.stubs.portfolio.answerWith((_request, reply) => reply.type('text/html; charset=utf-8').send('<p>Off</p>'))
      const answer = await fetch(`${gateway.url}${buildPath('portfolio.showUnsubscribe', { token: 'x'.repeat(32) })}`)
      expect([answer.status, await answer.text()]).toEqual([200, '<p>Off</p>'])
    })

    test('returns 503 for a problem with an unknown status', async () => {
      const text = JSON.stringify({ ...problem, status: 700 })
      const head = `HTTP/1.1 700 Odd\r\ncontent-type: application/problem+json\r\ncontent-length: ${text.length}\r\n\r\n`
      act = (socket) => socket.end(head + text)
      const answer = await get(socketGateway, quote)
      expect([answer.status, (await readProblem(answer)).code]).toEqual([503, 'upstream_failed'])
    })

    const half = (bytes: number, text: string) =>
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n${text}`

    test('returns 503 for a truncated response', async () => {
      act = (socket) => socket.end(half(100, '{"a":'))
      const answer = await get(socketGateway, quote)
      expect([answer.status, (await readProblem(answer)).code]).toEqual([503, 'upstream_unavailable'])
    })

    test('cuts off a truncated long response', async () => {
      const bytes = half(10 * MAX_WHOLE_BYTES, `{"a":"${'x'.repeat(MAX_WHOLE_BYTES)}`)
      act = (socket) => socket.end(bytes)
      const answer = await get(socketGateway, quote)
      // The connection may end before or after the first byte was passed on.
      if (answer.status === 200) await expect(answer.json()).rejects.toThrow()
      else expect([answer.status, (await readProblem(answer)).code]).toEqual([503, 'upstream_unavailable'])
    })

    test('forwards the field errors of a rejected request', async () => {
      const errors = [{ field: 'limit', detail: 'must be >= 1' }]
      gateway.stubs.screener.answerWith((_request, reply) =>
        reply
          .code(400)
          .type('application/problem+json')
          .send({ ...problem, status: 400, code: 'validation', errors }),
      )
      const answer = await get(gateway, view)
      expect([answer.status, await answer.json()]).toEqual([
        400,
        expect.objectContaining({ code: 'validation', errors }),
      ])
    })

    test('forwards 304 with its ETag', async () => {
      gateway.stubs.screener.answerWith((_request, reply) => reply.code(304).header('etag', '"v1"').send())
      const answer = await get(gateway, view)
      expect([answer.status, answer.headers.get('etag')]).toEqual([304, '"v1"'])
    })
  })

  test('answers pipelined requests in order and authenticates each', async () => {
    const authorization = `authorization: ${bearer(gateway.token()).authorization}`
    const first = [`GET ${quote} HTTP/1.1`, 'host: localhost', authorization, '', ''].join('\r\n')
    const { statuses } = await sendRaw(gateway.port, first + requestText('GET', view))
    expect(statuses).toEqual([200, 401])
  })

  test('is ready while any service is up', async () => {
    const dead = {
      'market-data': addressesOf(DEAD_PORT_URL),
      screener: addressesOf(DEAD_PORT_URL),
      portfolio: addressesOf(DEAD_PORT_URL),
      coach: addressesOf(DEAD_PORT_URL),
    }
    const isolated = await openGateway(dead)
    await isolated.runtime.health.runAll()
    expect(isolated.runtime.health.read().status).toBe('warn')
    await isolated.stubs.auth.close()
    await isolated.runtime.health.runAll()
    expect(isolated.runtime.health.read().status).toBe('fail')
    await isolated.close()
  })
})

describe('paths', () => {
  let gateway: TestGateway

  beforeAll(async () => {
    gateway = await openGateway()
  })
  afterAll(() => gateway.close())

  const long = 'A'.repeat(101)

  /** S03: paths that two parsers could read differently. */
  const paths = [
    '/api/stocks/..%2fportfolio/positions',
    '/api/stocks/..%2Fauth%2Fme',
    '/api/stocks/%2e%2e/portfolio/positions',
    '/api/stocks/%2E%2E/portfolio/positions',
    '/api/stocks/.%2e/portfolio/positions',
    '/api/stocks/%2e./portfolio/positions',
    '/api/stocks/../portfolio/positions',
    '/api/stocks/./quote/AAPL',
    '/api/stocks/quote/.',
    '/api/stocks/quote/..',
    '/api/stocks/quote/%2e',
    '/api/stocks/quote/%2e%2e',
    '/api/stocks/quote/AAPL/..',
    '/api/stocks/quote/AAPL%2f..%2f..',
    '/api/stocks/quote/AAPL%2Fxy',
    '/api/stocks//quote/AAPL',
    '//api/stocks/quote/AAPL',
    '/api//stocks/quote/AAPL',
    '/api/stocks/quote//AAPL',
    '/api/stocks/quote/AAPL;x=1',
    '/api/stocks/quote/AAPL;/../../auth/me',
    '/api/stocks/quote/AAPL%3bx',
    '/api/stocks/quote/AAPL%00',
    '/api/stocks/quote/%00',
    '/api/stocks/quote/AAPL%0d%0ax:%20y',
    '/api/stocks/quote/AAPL%7f',
    '/api/stocks\\quote\\AAPL',
    '/api/stocks/quote/..\\..\\auth\\me',
    '/api/stocks/quote/..%5c..%5cauth',
    '/api/stocks/quote/%5C',
    '/api/stocks/quote/%zz',
    '/api/stocks/quote/%',
    '/api/stocks/quote/%4',
    '/api/stocks/quote/%ff%fe',
    '/api/stocks/quote/%c0%ae%c0%ae',
    '/api/stocks/quote/%252e%252e%252fauth',
    '/api/stocks/quote/%25',
    `/api/stocks/quote/${long}`,
    `/api/options/chain/${'%20'.repeat(101)}`,
    '/api/stocks/quote/AAPL#/../../auth/me',
    '/api/stocks/quote/AAPL\u00e9',
    '/api/stocks/quote/<AAPL>',
    '/%61pi/stocks/quote/AAPL/%2e%2e/%2e%2e',
    '/%61pi/phase1/views/stock-screener',
    '/%41pi/phase1/views/stock-screener',
    '/ap%69/phase1/views/stock-screener',
    '/%61pi/health',
    '/api/he%61lth',
    '/%69nternal/auth/jwks',
    '/api/stocks/quote/%41APL',
    'http://localhost/api/stocks/quote/AAPL',
    'http://example.test/api/auth/me',
    'api/stocks/quote/AAPL',
    '*',
    '/internal/auth/jwks',
    '/Internal/auth/jwks',
    '/INTERNAL/auth/revocations',
  ]

  test('has at least 40 paths to test', () => {
    expect(new Set(paths).size).toBeGreaterThanOrEqual(40)
  })

  test.each(paths)('rejects %s with 400 or 404 and forwards nothing', async (path) => {
    const headers = [`authorization: ${bearer(gateway.token()).authorization}`, 'accept: text/html']
    const bytes = Buffer.from(requestText('GET', path, headers), 'latin1')
    const { statuses, text } = await sendRaw(gateway.port, bytes)
    expect(statuses).toHaveLength(1)
    expect([400, 404]).toContain(statuses[0])
    expect(text).toContain('application/problem+json')
    expect(text).not.toMatch(/FST_|\.[jt]s:\d|127\.0\.0\.1/)
    expect(gateway.hits).toEqual([])
  })

  test.each([
    ['BRK.B', '/api/stocks/quote/BRK.B'],
    ['the slash of a class share', '/api/stocks/quote/BRK%2FB'],
    ['a space, which the service validates', '/api/stocks/quote/A%20B'],
    ['100 characters', `/api/stocks/quote/${'A'.repeat(100)}`],
  ])('forwards %s unchanged', async (_name, path) => {
    gateway.hits.length = 0
    const answer = await fetch(gateway.url + path, { headers: bearer(gateway.token()) })
    expect(answer.status).toBe(200)
    expect(gateway.hits.map(({ upstream, url }) => [upstream, url])).toEqual([['market-data', path]])
    gateway.hits.length = 0
  })
})
