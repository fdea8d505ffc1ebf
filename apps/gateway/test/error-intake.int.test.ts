import { randomInt } from 'node:crypto'
import { buildPath } from '@callwright/contracts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { openGateway, readProblem, type TestGateway } from './support.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await openGateway({ trustedProxies: ['127.0.0.1'] })
})
afterAll(() => gateway.close())

/** Each test needs its own client address, because the rate limit is per address in a shared store. */
const newAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

function report(body: unknown, address = newAddress(), headers: Record<string, string> = {}): Promise<Response> {
  return fetch(gateway.url + buildPath('gateway.reportError'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const readLines = () => gateway.sink.lines().filter(({ event }) => event === 'client.error_reported')
const lastLine = () => readLines().at(-1) ?? {}

describe('error reports from browsers (S28, D33)', () => {
  test('need no token, return an empty 204 and log one line', async () => {
    const before = readLines().length
    const answer = await report({
      message: 'Network request failed',
      stack: 'Error: x\n    at App (index-abc.js:1:2)',
      componentStack: '    at Screener',
      timestamp: '2026-11-20T15:00:00Z',
      userAgent: 'A browser',
      url: 'https://callwright.test/screener',
      environment: 'production',
    })
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect(readLines()).toHaveLength(before + 1)
    expect(lastLine()).toMatchObject({
      level: 'warn',
      kind: 'network',
      message: 'Network request failed',
      stack: 'Error: x\\u{a}    at App (index-abc.js:1:2)',
      url: 'https://callwright.test/screener',
      environment: 'production',
    })
    expect(await gateway.readMetric('client_errors_total', { kind: 'network' })).toBe(1)
  })

  test('cannot forge a log line or send terminal codes', async () => {
    const before = gateway.sink.lines().length
    const message = 'x\r\n{"level":"fatal","event":"forged"}\u001b[2J\u0007\u0085\u2028\u202e\u0000'
    expect((await report({ message })).status).toBe(204)
    expect(lastLine().message).toBe(
      'x\\u{d}\\u{a}{"level":"fatal","event":"forged"}\\u{1b}[2J\\u{7}\\u{85}\\u{2028}\\u{202e}\\u{0}',
    )
    const added = gateway.sink.lines().slice(before)
    // Redis may connect and log an event in the meantime.
    const logged = added.map(({ event }) => event).filter((event) => event !== 'redis.connected')
    expect(logged.sort()).toEqual(['client.error_reported', 'request.completed'])
  })

  test('are redacted', async () => {
    const jwt = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ1c2VyLTEifQ.c2lnbmF0dXJlLWJ5dGVz'
    const secrets = ['canary-query', 'canary-password', 'canary-bearer', 'canary@example.test', 'canary-user', jwt]
    await report({
      message: `api failed with Bearer canary-bearer and token ${jwt}`,
      stack: 'at https://canary-user:canary-password@callwright.test/ password=canary-password cookie: canary-bearer',
      url: 'https://callwright.test/analysis?token=canary-query&symbol=canary-query#access_token=canary-query',
      userAgent: 'canary@example.test',
    })
    for (const secret of secrets) expect(gateway.sink.text()).not.toContain(secret)
    expect(lastLine().url).toContain('https://callwright.test/analysis?token=[redacted]')
  })

  test('are never echoed, even if invalid', async () => {
    const canary = 'canary-echo'
    const wrong = ['{', '[]', 'null', `"${canary}"`, `{"${canary}":"${canary}"}`, `{"message":7,"${canary}":1}`]
    for (const body of wrong) {
      const answer = await report(body)
      const text = await answer.clone().text()
      expect([body, answer.status]).toEqual([body, 400])
      expect((await readProblem(answer)).detail).toMatch(/\.$/)
      expect(text).not.toContain(canary)
    }
  })

  test('return 413 above 16 KB, with or without a content length, and 415 unless the type is JSON', async () => {
    const big = JSON.stringify({ message: 'm', stack: 'x'.repeat(17 * 1_024) })
    expect((await report(big)).status).toBe(413)
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(big))
        controller.close()
      },
    })
    const answer = await fetch(gateway.url + buildPath('gateway.reportError'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress() },
      body: stream,
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(413)
    expect((await report('x=1', newAddress(), { 'content-type': 'application/xml' })).status).toBe(415)
  })

  test('are limited to ten per minute and address; the eleventh is 429 with Retry-After', async () => {
    const address = newAddress()
    const statuses: number[] = []
    for (let index = 0; index < 10; index += 1) statuses.push((await report({ message: 'm' }, address)).status)
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 204))
    const before = readLines().length
    const answer = await report({ message: 'm' }, address)
    expect([answer.status, (await readProblem(answer)).code]).toEqual([429, 'too_many_requests'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(readLines()).toHaveLength(before)
    expect((await report({ message: 'm' })).status).toBe(204)
  })

  test('count against the limit even if invalid', async () => {
    const address = newAddress()
    for (let index = 0; index < 10; index += 1) await report('{', address)
    expect((await report({ message: 'm' }, address)).status).toBe(429)
  })

  test('ignore a forged client address without a trusted proxy (S10)', async () => {
    const own = await openGateway({ redisCacheUrl: 'redis://127.0.0.1:9' })
    try {
      const statuses: number[] = []
      for (let index = 0; index < 11; index += 1) {
        const answer = await fetch(own.url + buildPath('gateway.reportError'), {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress() },
          body: '{"message":"m"}',
        })
        statuses.push(answer.status)
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 204), 429])
    } finally {
      await own.close()
    }
  })
})
