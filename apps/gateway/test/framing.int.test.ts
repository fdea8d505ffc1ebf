import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { buildPath } from '@callwright/contracts'
import { withLeeway } from '@callwright/service/testing'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { MAX_WHOLE_BYTES } from '../src/proxy/upstream.ts'
import { requestText, sendRaw } from './raw.ts'
import { bearer, openGateway, readProblem, type TestGateway } from './support.ts'

describe('framing', () => {
  let gateway: TestGateway

  beforeAll(async () => {
    gateway = await openGateway()
  })
  afterAll(() => gateway.close())

  const login = buildPath('auth.login')
  const smuggled = requestText('GET', '/api/health')
  const post = (...lines: string[]) => [`POST ${login} HTTP/1.1`, 'host: localhost', ...lines].join('\r\n')

  const SHORT_TIMEOUT_MS = 500

  /** S04: bytes that two parsers could split into requests differently. */
  const malformed: readonly [string, string][] = [
    ['a length and chunks', post('content-length: 5', 'transfer-encoding: chunked', '', `0\r\n\r\n${smuggled}`)],
    ['chunks and a length', post('transfer-encoding: chunked', 'content-length: 5', '', `0\r\n\r\n${smuggled}`)],
    ['two lengths', post('content-length: 5', 'content-length: 6', '', 'hello!')],
    ['two lengths in one header', post('content-length: 5, 6', '', 'hello!')],
    ['a negative length', post('content-length: -1', '', 'x')],
    ['a length with a sign', post('content-length: +5', '', 'hello')],
    ['bare line feeds', `POST ${login} HTTP/1.1\nhost: localhost\ncontent-length: 0\n\n${smuggled}`],
    ['a bare line feed inside', `POST ${login} HTTP/1.1\r\nhost: localhost\nx: y\r\n\r\n`],
    ['chunked twice', post('transfer-encoding: chunked, chunked', '', `0\r\n\r\n${smuggled}`)],
    ['an unknown coding', post('transfer-encoding: xchunked', '', `0\r\n\r\n${smuggled}`)],
    ['an invalid chunk size', post('transfer-encoding: chunked', '', `zz\r\n\r\n${smuggled}`)],
    ['a space before the colon', post('content-length : 5', '', 'hello')],
    ['a folded header', post('x: a', ' b', 'content-length: 0', '', smuggled)],
    ['a control character in a header', post('x: a\u0000b', '', '')],
    ['an unknown method', requestText('FETCH', '/api/health')],
    ['text that is not HTTP', 'hello there\r\n\r\n'],
    ['two hosts', `GET /api/health HTTP/1.1\r\nhost: localhost\r\nHost: other\r\n\r\n${smuggled}`],
    ['no host', `GET /api/health HTTP/1.1\r\n\r\n${smuggled}`],
  ]

  describe('malformed requests', () => {
    test.each(malformed)('%s returns 400, closes the connection and forwards nothing', async (_name, bytes) => {
      const { statuses, text } = await sendRaw(gateway.port, Buffer.from(bytes, 'latin1'))
      expect(statuses).toEqual([400])
      expect(text.toLowerCase()).toContain('connection: close')
      expect(gateway.hits).toEqual([])
    })

    test('the response to one has a content security policy', async () => {
      const { text } = await sendRaw(gateway.port, requestText('FETCH', '/api/health'))
      expect(text).toMatch(/\r\ncontent-security-policy: default-src 'none';/)
    })

    test('20 KB of headers return 431', async () => {
      const { statuses, text } = await sendRaw(
        gateway.port,
        requestText('GET', '/api/health', [`x-padding: ${'a'.repeat(20_000)}`]),
      )
      expect(statuses).toEqual([431])
      expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({ status: 431, code: 'headers_too_large' })
    })

    test.each(['TRACE', 'OPTIONS', 'PROPFIND', 'LOCK', 'SEARCH', 'PATCH'])(
      '%s returns 405 with Allow',
      async (method) => {
        for (const target of ['/api/health', login, '/dashboard', '/']) {
          const { statuses, text } = await sendRaw(gateway.port, requestText(method, target, ['content-length: 0']))
          expect([target, statuses]).toEqual([target, [405]])
          expect(text).toMatch(/\r\nallow: /i)
        }
        expect(gateway.hits).toEqual([])
      },
    )

    test('CONNECT is rejected', async () => {
      const { statuses } = await sendRaw(
        gateway.port,
        'CONNECT example.test:443 HTTP/1.1\r\nhost: example.test:443\r\n\r\n',
      )
      expect(statuses.filter((status) => status < 400)).toEqual([])
      expect(gateway.hits).toEqual([])
    })
  })

  test('a GET whose body never arrives is answered, and its connection is closed', async () => {
    const head = [
      `GET ${buildPath('stocks.sp500')} HTTP/1.1`,
      'host: localhost',
      `authorization: ${bearer(gateway.token()).authorization}`,
    ]
    const { statuses, text } = await sendRaw(gateway.port, [...head, 'content-length: 5', '', ''].join('\r\n'))
    expect(statuses).toEqual([200])
    expect(text.toLowerCase()).toContain('connection: close')
    gateway.hits.length = 0
  })

  test('clients that send headers or the body slowly are disconnected within 15 s', async () => {
    const shortTimeout = await openGateway()
    const { server } = shortTimeout.app
    const { requestTimeout, headersTimeout } = server
    const slow = [
      `GET ${login} HTTP/1.1\r\nhost: localhost\r\nx-slow: `,
      post('content-type: application/json', 'content-length: 100', '', '{'),
    ]
    // The test shortened the timeout by this time, so add it to the measured time.
    const skippedMs = Math.max(requestTimeout, headersTimeout) - SHORT_TIMEOUT_MS
    server.requestTimeout = SHORT_TIMEOUT_MS
    server.headersTimeout = SHORT_TIMEOUT_MS
    const answers = await Promise.all(slow.map((bytes) => sendRaw(shortTimeout.port, bytes, { quietMs: 20_000 })))
    await shortTimeout.close()
    for (const { statuses, text, elapsedMs } of answers) {
      expect(statuses).toEqual([408])
      expect(text).toContain('request_timeout')
      expect(elapsedMs).toBeGreaterThan(SHORT_TIMEOUT_MS)
      expect(skippedMs + elapsedMs).toBeLessThan(withLeeway(15_000))
    }
    expect(shortTimeout.hits).toEqual([])
  })

  describe('bodies over 256 KB return 413 and are not forwarded', () => {
    const big = 'x'.repeat(256 * 1_024 + 1)
    const url = () => gateway.url + login

    test('with a content length', async () => {
      const answer = await fetch(url(), { method: 'POST', body: big, headers: { 'content-type': 'application/json' } })
      expect([answer.status, (await readProblem(answer)).code]).toEqual([413, 'body_too_large'])
      expect(gateway.hits).toEqual([])
    })

    test('in chunks', async () => {
      const chunk = `${(100_000).toString(16)}\r\n${'x'.repeat(100_000)}\r\n`
      const bytes = post(
        'content-type: application/json',
        'transfer-encoding: chunked',
        '',
        `${chunk.repeat(3)}0\r\n\r\n`,
      )
      const { statuses } = await sendRaw(gateway.port, bytes)
      expect(statuses).toEqual([413])
      expect(gateway.hits).toEqual([])
    })

    test('except for imports', async () => {
      gateway.hits.length = 0
      const answer = await fetch(gateway.url + buildPath('portfolio.import'), {
        method: 'POST',
        body: big,
        headers: { ...bearer(gateway.token()), 'content-type': 'application/json' },
      })
      expect(answer.status).toBe(200)
      const passed = gateway.hits.filter(({ upstream }) => upstream === 'portfolio')
      expect(passed.map(({ body }) => body)).toEqual([big])
    })

    test('and bodies just below are forwarded unchanged, for any content type', async () => {
      const body = `{"a":"${'x'.repeat(256 * 1_024 - 8)}"}`
      for (const type of ['application/json', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded']) {
        gateway.hits.length = 0
        const answer = await fetch(url(), { method: 'POST', body, headers: { ...bearer('x'), 'content-type': type } })
        expect(answer.status).toBe(200)
        expect(gateway.hits[0]?.headers['content-type']).toBe(type)
        expect(gateway.hits[0]?.body).toBe(body)
      }
    })
  })
})

describe('compression', () => {
  let gateway: TestGateway

  beforeAll(async () => {
    gateway = await openGateway()
  })
  afterAll(() => gateway.close())

  const view = buildPath('screener.view')
  const page = { stocks: Array.from({ length: 50 }, (_value, index) => ({ symbol: `S${index}`, cc_score: index / 2 })) }
  const text = JSON.stringify(page)

  /** Returns the bytes as sent, because fetch would decompress them. */
  function ask(path: string, headers: Record<string, string>): Promise<{ head: string; body: Buffer }> {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      const socket = connect({ host: '127.0.0.1', port: gateway.port })
      socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
      socket.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const end = bytes.indexOf('\r\n\r\n')
        resolve({ head: bytes.subarray(0, end).toString('latin1').toLowerCase(), body: bytes.subarray(end + 4) })
      })
      socket.write([`GET ${path} HTTP/1.1`, 'host: localhost', 'connection: close', ...lines, '', ''].join('\r\n'))
    })
  }

  const askFor = (accepted: string) =>
    ask(view, { authorization: bearer(gateway.token()).authorization, 'accept-encoding': accepted })

  describe('JSON responses', () => {
    beforeAll(() => {
      gateway.stubs.screener.answerWith((_request, reply) =>
        reply.header('etag', '"v1"').type('application/json; charset=utf-8').send(text),
      )
    })

    test.each(['gzip', 'br, gzip;q=0.5', 'deflate, GZIP'])(
      'are compressed for clients that accept gzip (%s)',
      async (accepted) => {
        const { head, body } = await askFor(accepted)
        expect(head).toContain('content-encoding: gzip')
        expect(head).toContain(`content-length: ${body.length}`)
        expect(head).toContain('vary: accept-encoding')
        expect(head).toContain('etag: w/"v1"')
        expect(body.length).toBeLessThan(text.length / 2)
        expect(gunzipSync(body).toString('utf8')).toBe(text)
      },
    )

    test('are compressed while they arrive if they are too long to wait for', async () => {
      const long = JSON.stringify({ rows: Array.from({ length: 20_000 }, (_value, index) => ({ index })) })
      expect(long.length).toBeGreaterThan(MAX_WHOLE_BYTES)
      gateway.stubs.screener.answerWith((_request, reply) => reply.type('application/json').send(long))
      const { head, body } = await askFor('gzip')
      expect(head).toContain('content-encoding: gzip')
      expect(head).not.toContain('content-length')
      const answer = await fetch(gateway.url + view, { headers: bearer(gateway.token()) })
      expect(await answer.text()).toBe(long)
      expect(body.length).toBeLessThan(long.length / 2)
      gateway.stubs.screener.answerWith((_request, reply) =>
        reply.header('etag', '"v1"').type('application/json; charset=utf-8').send(text),
      )
    })

    test.each(['', 'br', 'identity', 'gzip;q=0', 'br, gzip; q=0.000, identity', 'xgzip'])(
      'are not compressed for other clients (%s)',
      async (accepted) => {
        const { head, body } = await askFor(accepted)
        expect(head).not.toContain('content-encoding')
        expect(head).toContain('vary: accept-encoding')
        expect(head).toContain('etag: "v1"')
        expect(body.toString('utf8')).toBe(text)
      },
    )

    test.each([
      ['short', '{"a":1}', 'application/json'],
      ['of another type', text, 'text/csv'],
    ])('are not compressed if %s', async (_name, body, type) => {
      gateway.stubs.screener.answerWith((_request, reply) => reply.type(type).send(body))
      const answer = await askFor('gzip')
      expect(answer.head).not.toMatch(/content-encoding|accept-encoding/)
      expect(answer.body.toString('utf8')).toBe(body)
    })

    test('are never compressed if they come from auth', async () => {
      gateway.auth.answerPublicWith((_request, reply) => reply.type('application/json').send(text))
      const { head, body } = await ask(buildPath('auth.me'), {
        authorization: bearer(gateway.token()).authorization,
        'accept-encoding': 'gzip',
      })
      expect(head).not.toContain('content-encoding')
      expect(body.toString('utf8')).toBe(text)
    })
  })
})
