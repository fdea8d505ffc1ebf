import type { Socket } from 'node:net'
import { buildPath } from '@callwright/contracts'
import { afterEach, describe, expect, test } from '@jest/globals'
import type { FastifyReply } from 'fastify'
import { MAX_WHOLE_BYTES } from '../src/upstream-call.ts'
import { createKeeper, get, openTcpServer } from './faulty-upstreams.ts'
import { openGateway, readProblem } from './support.ts'

const { keep, closeAll } = createKeeper()
afterEach(closeAll)

const quote = buildPath('stocks.quote', { symbol: 'AAPL' })
const view = buildPath('screener.view')

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

  test.each([
    ['hangs up', (socket: Socket) => socket.end()],
    ['resets', (socket: Socket) => setImmediate(() => socket.resetAndDestroy())],
  ])('one that %s right after its headers is 503', async (_name, finish) => {
    const headers = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\netag: "x"\r\n\r\n'
    const stub = keep(await openTcpServer((socket) => socket.write(headers, () => finish(socket))))
    const gateway = keep(await openGateway({ marketDataUrl: stub.url }))
    const answer = await get(gateway, quote)
    expect([answer.status, (await readProblem(answer)).code]).toEqual([503, 'upstream_unavailable'])
    expect(answer.headers.get('etag')).toBeNull()
  })

  test('a problem with a status that there is not is 503', async () => {
    const text = JSON.stringify({ ...problem, status: 700 })
    const head = `HTTP/1.1 700 Odd\r\ncontent-type: application/problem+json\r\ncontent-length: ${text.length}\r\n\r\n`
    const { url } = keep(await openTcpServer((socket) => socket.end(head + text)))
    const answer = await get(keep(await openGateway({ marketDataUrl: url })), quote)
    expect([answer.status, (await readProblem(answer)).code]).toEqual([503, 'upstream_failed'])
  })

  const half = (bytes: number, text: string) =>
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n${text}`

  test('half an answer is none', async () => {
    const { url } = keep(await openTcpServer((socket) => socket.end(half(100, '{"a":'))))
    const answer = await get(keep(await openGateway({ marketDataUrl: url })), quote)
    expect([answer.status, (await readProblem(answer)).code]).toEqual([503, 'upstream_unavailable'])
  })

  test('half of a long answer is cut off, not made whole', async () => {
    const bytes = half(10 * MAX_WHOLE_BYTES, `{"a":"${'x'.repeat(MAX_WHOLE_BYTES)}`)
    const { url } = keep(await openTcpServer((socket) => socket.end(bytes)))
    const answer = await get(keep(await openGateway({ marketDataUrl: url })), quote)
    expect(answer.status).toBe(200)
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
