import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createProviderClient, type ProviderClientConfig } from '../../src/providers/http/provider-client.ts'
import type { FailureFacts, ProviderFailure } from '../../src/providers/http/provider-failure.ts'
import { failureOf, type StubHandler, type StubServer, startStubServer } from './stub-server.ts'

const KEY = 'k3y-that-must-stay-secret'
const MEGABYTE = 1_024 * 1_024

let stub: StubServer
/** Another host, which must never receive a request. */
let canary: StubServer
beforeAll(async () => {
  stub = await startStubServer()
  canary = await startStubServer()
})
beforeEach(() => {
  stub.reset()
  canary.reset()
})
afterAll(async () => {
  expect(canary.requests).toEqual([])
  await stub.close()
  await canary.close()
})

function open(config: Partial<ProviderClientConfig> = {}) {
  const headers = { authorization: `Bearer ${KEY}` }
  return createProviderClient({ provider: 'stub', baseUrl: stub.url, headers, timeoutMs: 5_000, ...config })
}

describe('a call', () => {
  test('sends key and name as headers and an encoded query, and returns the parsed body', async () => {
    stub.onJson('/api/v1/a%2Fb', { fine: true })
    const client = open({ baseUrl: `${stub.url}/api/`, userAgent: 'callwright test@example.com' })
    const query = { q: 'a&b=c', day: '2026-07-10', limit: 5, all: true, none: undefined }
    expect(await client.getJson('/v1/a%2Fb', query)).toEqual({ fine: true })
    const [request] = stub.requests
    expect(request?.query).toEqual({ q: 'a&b=c', day: '2026-07-10', limit: '5', all: 'true' })
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'user-agent': 'callwright test@example.com',
      accept: 'application/json',
    })
  })

  test('with a token that expires asks for another one once if it is rejected, and redacts both', async () => {
    const tokens = ['Bearer first-t0ken', 'Bearer second-t0ken']
    const asked: (string | null)[] = []
    const client = open({
      headers: {},
      secrets: ['client-s3cret'],
      authorize: async (rejected) => {
        asked.push(rejected)
        return tokens[rejected === null ? 0 : 1] ?? ''
      },
    })
    stub.onJson('/oauth', { fine: true })
    stub.on('/echo', { status: 401, body: '{}' }, { status: 500, body: '{}' })
    expect(await client.postJson('/oauth', { client_secret: 'client-s3cret' })).toEqual({ fine: true })
    expect(stub.requests[0]?.headers.authorization).toBeUndefined()
    expect(await failureOf(client.getJson('/echo'))).toMatchObject({ kind: 'unavailable', status: 500 })
    expect(asked).toEqual([null, tokens[0]])
    expect(stub.requests.slice(1).map(({ headers }) => headers.authorization)).toEqual(tokens)
    stub.on('/echo', { status: 401, body: '{}' })
    expect(await failureOf(client.getJson('/echo'))).toMatchObject({ kind: 'unauthorized' })
    const talkative = open({
      headers: {},
      secrets: ['client-s3cret'],
      authorize: async () => tokens[0] ?? '',
      findFailure: () => ({ kind: 'unavailable', detail: `sent ${tokens[0]} for client-s3cret` }),
    })
    expect((await failureOf(talkative.getJson('/echo'))).detail).toBe('sent *** for ***')
  })

  test('decompresses, and decodes UTF-8 across chunk boundaries', async () => {
    const text = JSON.stringify({ name: 'Société Générale – 株式'.repeat(200) })
    stub.on('/packed', { headers: { 'content-encoding': 'gzip' }, body: gzipSync(text) })
    stub.on('/slices', (_request, response) => {
      response.writeHead(200)
      const bytes = Buffer.from(text)
      for (let from = 0; from < bytes.length; from += 7) response.write(bytes.subarray(from, from + 7))
      response.end()
    })
    expect(await open().getJson('/packed')).toEqual(JSON.parse(text))
    expect(await open().getJson('/slices')).toEqual(JSON.parse(text))
  })

  test('returns text responses unchanged', async () => {
    stub.on('/rates.csv', { headers: { 'content-type': 'text/csv' }, body: 'Date,"1 Mo"\r\n07/10/2026,3.70\r\n' })
    expect(await open().getText('/rates.csv')).toBe('Date,"1 Mo"\r\n07/10/2026,3.70\r\n')
    stub.on('/gone.xml', { status: 404, headers: { 'content-type': 'application/xml' }, body: '<Error/>' })
    expect(await failureOf(open().getText('/gone.xml'))).toMatchObject({ kind: 'not_found', status: 404 })
  })

  test.each([
    '//evil.example/x',
    'https://evil.example/x',
    '/a/../b',
    '/a/%2e%2E/b',
    '/a\\b',
    '/a?b',
    '/a#b',
    '/a b',
    '',
  ])('rejects the path %j before anything is sent', async (path) => {
    await expect(open().getJson(path)).rejects.toThrow(RangeError)
    expect(stub.requests).toEqual([])
  })
})

describe('an invalid response', () => {
  test.each([
    ['HTML', '<!doctype html><title>Busy</title>', /HTML or XML/],
    ['XML', '  <?xml version="1.0"?><Error/>', /HTML or XML/],
    ['cut JSON', '{"results":[{"a":1},{"b"', /truncated or malformed/],
    ['nothing', '', /returned an empty response/],
    ['blanks', ' \n ', /returned an empty response/],
    ['null', 'null', /truncated or malformed/],
    ['plain text', 'Invalid Access Token', /truncated or malformed/],
    ['arrays in arrays, 10,000 deep', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, /nested deeper/],
    ['objects in objects, 10,000 deep', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, /nested deeper/],
  ])('%s', async (_name, body, detail) => {
    stub.on('/x', { body })
    const failure = await failureOf(open().getJson('/x'))
    expect(failure).toMatchObject({ kind: 'unreadable', status: 200, provider: 'stub' })
    expect(failure.detail).toMatch(detail)
  })

  test('reports an error status that has an invalid body', async () => {
    for (const body of ['<html>Too many</html>', '', '{"cut', '['.repeat(10_000)]) {
      stub.on('/x', { status: 429, headers: { 'retry-after': '17' }, body })
      const failure = await failureOf(open().getJson('/x'))
      expect(failure).toMatchObject({ kind: 'rate_limited', status: 429, retryAfterMs: 17_000 })
    }
  })

  test("uses the provider's own error message, even with a status of 200", async () => {
    const findFailure = ({ body }: { body: unknown }): FailureFacts | null =>
      JSON.stringify(body).includes('denied') ? { kind: 'not_entitled', detail: `denied for ${KEY}` } : null
    stub.onJson('/x', { error: 'denied' })
    const failure = await failureOf(open({ findFailure }).getJson('/x'))
    expect(failure).toMatchObject({ kind: 'not_entitled', status: 200, detail: 'denied for ***' })
    stub.on('/y', { status: 429, headers: { 'retry-after': '3' }, body: '{"error":"denied"}' })
    expect(await failureOf(open({ findFailure }).getJson('/y'))).toMatchObject({
      kind: 'not_entitled',
      retryAfterMs: 3_000,
    })
  })
})

describe('huge bodies', () => {
  test('does not read 50 MB announced by Content-Length', async () => {
    let written = 0
    stub.on('/x', (_request, response) => {
      response.writeHead(200, { 'content-length': String(50 * MEGABYTE) })
      const write = () => {
        while (!response.destroyed && written < 50 * MEGABYTE) {
          written += MEGABYTE
          if (!response.write(Buffer.alloc(MEGABYTE, 0x20))) {
            response.once('drain', write)
            return
          }
        }
      }
      write()
    })
    expect(await failureOf(open().getJson('/x'))).toMatchObject({ kind: 'unreadable' })
    expect(written).toBeLessThan(25 * MEGABYTE)
  })

  test('reads 50 MB in chunks only up to the limit', async () => {
    stub.on('/x', (_request, response) => {
      for (let piece = 0; piece < 50; piece += 1) response.write(Buffer.alloc(MEGABYTE, 0x20))
      response.end('{}')
    })
    expect((await failureOf(open().getJson('/x'))).detail).toMatch(/more than 5242880 bytes/)
  })

  test('the limit can be set per client', async () => {
    stub.onJson('/x', { text: 'x'.repeat(1_000) })
    expect(await failureOf(open({ maxBytes: 1_000 }).getJson('/x'))).toMatchObject({ kind: 'unreadable' })
    expect(await failureOf(open({ maxBytes: 1_000 }).getText('/x'))).toMatchObject({ kind: 'unreadable' })
    await open({ maxBytes: 2_000 }).getJson('/x')
  })

  test.each([
    ['gzip', (bytes: Buffer) => bytes, 'gzip'],
    ['gzip in gzip', (bytes: Buffer) => gzipSync(bytes), 'gzip, gzip'],
  ])('a gigabyte compressed with %s uses little memory', async (_name, pack, coding) => {
    const member = gzipSync(Buffer.alloc(MEGABYTE, 0x20))
    const bomb = pack(Buffer.concat(Array<Buffer>(1_024).fill(member)))
    stub.on('/x', { headers: { 'content-encoding': coding }, body: bomb })
    const before = process.memoryUsage().rss
    expect((await failureOf(open().getJson('/x'))).detail).toMatch(/more than/)
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MEGABYTE)
  })
})

describe('no response', () => {
  const trickle: StubHandler = (_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write(' '), 20)
    response.once('close', () => clearInterval(timer))
  }
  const handlers: Readonly<Record<string, StubHandler>> = {
    'never answers': () => undefined,
    'sends its body byte by byte': trickle,
    'resets before the answer': (request) => request.socket.resetAndDestroy(),
    'resets in the middle': (request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"a":', () => request.socket.resetAndDestroy())
    },
    'closes before the announced end': (request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"a":1}', () => request.socket.end())
    },
    'packs badly': (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.end('this is not gzip')
    },
    'speaks something else': (request) => request.socket.end('SSH-2.0-none\r\n'),
  }
  test.each(Object.keys(handlers))('a provider that %s counts as unavailable', async (name) => {
    stub.on('/x', handlers[name] ?? trickle)
    const failure = await failureOf(open({ timeoutMs: 300 }).getJson('/x'))
    expect(failure).toMatchObject({ kind: 'unavailable', status: null })
    expectNoSecrets(failure)
  })

  test('a refused connection, an unknown host and an unencrypted port are unavailable', async () => {
    const closed = await startStubServer()
    await closed.close()
    for (const baseUrl of [closed.url, 'http://nowhere.invalid', stub.url.replace('http:', 'https:')]) {
      const failure = await failureOf(open({ baseUrl, timeoutMs: 3_000 }).getJson('/x'))
      expect(failure.kind).toBe('unavailable')
      expectNoSecrets(failure)
    }
  })

  test('an aborted call rejects with the abort reason; a timed-out call reports a slow provider', async () => {
    stub.on('/x', () => undefined)
    const leaving = new AbortController()
    const asked = open().getJson('/x', {}, { signal: leaving.signal })
    leaving.abort(new Error('left the page'))
    await expect(asked).rejects.toThrow('left the page')
    const hurried = open().getJson('/x', {}, { signal: AbortSignal.timeout(50) })
    expect(await failureOf(hurried)).toMatchObject({ kind: 'unavailable' })
  })
})

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])('%i to another host is not followed', async (status) => {
    stub.on('/x', { status, headers: { location: `${canary.url}/steal` } })
    const failure = await failureOf(open().getJson('/x'))
    expect(failure).toMatchObject({ kind: 'unreadable', status })
    expect(canary.requests).toEqual([])
    expectNoSecrets(failure)
  })
})

test('a key that is not a valid header value does not leak', async () => {
  const failure = await failureOf(open({ headers: { authorization: `Bearer ${KEY}\nx` } }).getJson('/x'))
  expect(failure.kind).toBe('unavailable')
  expectNoSecrets(failure)
})

/** Expects that neither the key nor the URL appears in a failure, in whatever form it is logged. */
function expectNoSecrets(failure: ProviderFailure): void {
  const output = `${inspect(failure, { depth: 9, showHidden: true })} ${JSON.stringify(failure)} ${failure.stack}`
  for (const secret of [KEY, stub.host, canary.host]) expect(output).not.toContain(secret)
}
