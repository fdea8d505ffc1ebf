import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { KEY, NOW, openForTest } from './massive-support.ts'
import { failureOf, type StubAnswer, type StubServer, startStubServer } from './stub-server.ts'

let stub: StubServer
beforeAll(async () => {
  stub = await startStubServer()
})
beforeEach(() => stub.reset())
afterAll(() => stub.close())

const json = (status: number, body: unknown): StubAnswer => ({ status, body: JSON.stringify(body) })

/** How many requests get a large body. All requests share one client, so a few are enough. */
const LONG_ASKS = 3

describe('any request', () => {
  const faults: readonly (readonly [string, StubAnswer, string])[] = [
    ['XML', { body: '<?xml version="1.0"?><Error/>' }, 'unreadable'],
    ['nested 10,000 deep', { body: `{"results":${'['.repeat(10_000)}` }, 'unreadable'],
    ['6 MB', { body: `{"status":"OK","x":"${'x'.repeat(6e6)}"}` }, 'unreadable'],
    ['6 MB in 6 KB', { headers: { 'content-encoding': 'gzip' }, body: gzipSync(' '.repeat(6e6)) }, 'unreadable'],
    ['a string', json(200, 'OK'), 'unreadable'],
    ['200 that says error', json(200, { status: 'ERROR', error: 'something broke' }), 'unreadable'],
    ['200 that says not authorized', json(200, { status: 'NOT_AUTHORIZED', message: 'Not entitled.' }), 'not_entitled'],
    [
      '200 that says too many',
      json(200, { status: 'ERROR', error: "You've exceeded the maximum requests" }),
      'rate_limited',
    ],
    ['401', json(401, { status: 'ERROR', error: 'Unknown API Key' }), 'unauthorized'],
    ['413', { status: 413 }, 'unavailable'],
    ['429 without a body', { status: 429 }, 'rate_limited'],
    ['499', { status: 499 }, 'unavailable'],
    ['500', json(500, { status: 'ERROR', error: 'internal' }), 'unavailable'],
  ]
  test.each(faults)('%s', async (name, answer, kind) => {
    stub.route(() => answer)
    const questions = openForTest(stub, NOW).questions('KO')
    for (const ask of name.startsWith('6 MB') ? questions.slice(0, LONG_ASKS) : questions) {
      expect(await failureOf(ask())).toMatchObject({ provider: 'massive', kind })
    }
  })

  test('an unknown symbol is not found or has no data', async () => {
    stub.route(() => json(404, { status: 'NOT_FOUND', message: 'Data not found.' }))
    const { chains, quotes, bars, fundamentals, reference } = openForTest(stub, NOW)
    for (const asked of [
      chains.findChain('KO'),
      quotes.findQuote('KO'),
      bars.listDailyBars('KO'),
      fundamentals.findFundamentals('KO'),
    ]) {
      expect(await failureOf(asked)).toMatchObject({ kind: 'not_found', status: 404 })
    }
    expect(await reference.findSymbol('KO')).toBeNull()
  })
})

test('the key is only in a header, never in a URL or a failure, even if the provider echoes it', async () => {
  stub.route(() =>
    json(403, { status: 'NOT_AUTHORIZED', message: `Key ${KEY} (Bearer ${KEY}) may not: ${stub.url}/x?apiKey=${KEY}` }),
  )
  const { questions, provider } = openForTest(stub, NOW)
  for (const ask of questions('KO')) {
    const failure = await failureOf(ask())
    const output = `${inspect(failure, { depth: 9, showHidden: true })} ${JSON.stringify(failure)} ${failure.stack}`
    for (const secret of [KEY, stub.host]) expect(output).not.toContain(secret)
  }
  expect(stub.requests.length).toBeGreaterThan(12)
  for (const { path, query, headers } of stub.requests) {
    expect(JSON.stringify([path, query])).not.toContain(KEY)
    expect(headers.authorization).toBe(`Bearer ${KEY}`)
  }
  expect(inspect(provider, { depth: 9 })).not.toContain(KEY)
  expect(JSON.stringify([provider.describe(), provider.stamp()])).not.toContain(KEY)
})

test('ping is one call that every plan includes', async () => {
  stub.onJson('/v1/marketstatus/now', { market: 'open' })
  const { provider } = openForTest(stub, NOW)
  await provider.ping()
  expect(stub.requests).toHaveLength(1)
  expect(provider.describe()).toMatchObject({
    title: expect.any(String),
    limits: expect.any(Array),
    terms: expect.any(Array),
  })
})

test('makes no requests before they are needed, and describes itself as delayed at first', () => {
  const { provider } = openForTest(stub, NOW)
  expect(provider.stamp()).toEqual({ source: 'massive', dataClass: 'delayed', asOfMs: Date.parse(NOW) })
  expect(stub.requests).toEqual([])
  expect(Object.keys(provider.capabilities).sort()).toEqual(
    'bars chains clock dividends expirations fundamentals intradayBars quotes rates reference search splits'.split(' '),
  )
})
