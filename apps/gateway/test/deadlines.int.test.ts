import type { Socket } from 'node:net'
import { buildPath, endpointTable } from '@callwright/contracts'
import { waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { MAX_WHOLE_BYTES } from '../src/upstream-call.ts'
import { MAX_REQUESTS } from '../src/upstream-pool.ts'
import { createKeeper, get, openTcpServer } from './faulty-upstreams.ts'
import { openGateway, readProblem, type TestGateway } from './support.ts'

const { keep, closeAll } = createKeeper()
/** A market-data that does at the first bytes as a test tells it, and two gateways before it, of a short deadline and a long one. */
let act: (socket: Socket) => unknown = () => {}
let silent: Awaited<ReturnType<typeof openTcpServer>>
let hasty: TestGateway
let patient: TestGateway
beforeAll(async () => {
  silent = keep(await openTcpServer((socket) => act(socket)))
  hasty = keep(await openGateway({ marketDataUrl: silent.url, upstreamTimeoutMs: 400 }))
  patient = keep(await openGateway({ marketDataUrl: silent.url, upstreamTimeoutMs: 15_000 }))
})
afterAll(closeAll)

const quote = buildPath('stocks.quote', { symbol: 'AAPL' })
const view = buildPath('screener.view')

describe('T3, F18: a service that hangs', () => {
  test('is 504 after the deadline, others go on, and no request stays behind', async () => {
    const gateway = hasty
    act = () => {}
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

  test('the deadline covers the wait for a connection, and what is beyond the cap is refused at once', async () => {
    act = () => {}
    const gateway = keep(await openGateway({ marketDataUrl: silent.url, upstreamTimeoutMs: 4_000 }))
    const ask = async () => {
      const startedAt = performance.now()
      const answer = await get(gateway, quote)
      const { code } = await readProblem(answer)
      return { code, status: answer.status, answer, elapsedMs: performance.now() - startedAt }
    }
    await get(gateway, view)
    const answers = await Promise.all(Array.from({ length: MAX_REQUESTS + 40 }, ask))
    const busy = answers.filter(({ code }) => code === 'upstream_busy')
    const late = answers.filter(({ code }) => code === 'upstream_timeout')
    expect([busy.length, late.length]).toEqual([40, MAX_REQUESTS])
    expect(new Set(busy.map(({ status }) => status))).toEqual(new Set([503]))
    for (const { answer } of busy) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await gateway.readMetric('load_shed_requests_total', { reason: 'upstream_busy' })).toBe(40)
    expect(new Set(late.map(({ status }) => status))).toEqual(new Set([504]))
    expect(Math.max(...late.map(({ elapsedMs }) => elapsedMs))).toBeLessThan(2 * 4_000)
    await waitFor('room again', async () => (await get(gateway, quote)).status === 504)
    await waitFor('idle', async () => (await gateway.readMetric('http_server_active_requests')) === 0)
  })

  const begin = (bytes: number) =>
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\netag: "x"\r\n\r\n`

  test.each([
    ['its headers', begin(100)],
    ['the headers of a long answer', begin(10 * MAX_WHOLE_BYTES)],
    ['the first bytes of a short answer', `${begin(100)}{"a":`],
  ])('a service that hangs after %s is 504 at the same deadline', async (_name, bytes) => {
    act = (socket) => socket.write(bytes)
    const ended = silent.ended()
    const gateway = hasty
    const startedAt = performance.now()
    const answer = await get(gateway, quote)
    expect([answer.status, (await readProblem(answer)).code]).toEqual([504, 'upstream_timeout'])
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    expect(answer.headers.get('etag')).toBeNull()
    await waitFor('the end at the service', () => silent.ended() > ended)
  })

  test.each([
    ['JSON', `${begin(10 * MAX_WHOLE_BYTES)}{"a":`],
    ['events', 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n: open\n\n'],
  ])('one that hangs in the middle of a long answer is cut off at the deadline (%s)', async (_name, bytes) => {
    act = (socket) => socket.write(bytes)
    const ended = silent.ended()
    const gateway = hasty
    const startedAt = performance.now()
    const answer = await get(gateway, quote)
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    await waitFor('the end at the service', () => silent.ended() > ended)
  })

  test('the deadlines are 5 s, and 35 s for the coach', async () => {
    const { gatewayReaders } = await import('../src/config.ts')
    expect([gatewayReaders.upstreamTimeoutMs({}), gatewayReaders.coachTimeoutMs({})]).toEqual([
      { ok: true, value: 5_000 },
      { ok: true, value: 35_000 },
    ])
  })

  test.each([
    ['GET', 'stocks.quote'],
    ['POST', 'screener.refresh'],
  ] as const)('a client that leaves a %s early does no harm when the answer comes', async (method, id) => {
    const gateway = keep(await openGateway())
    const upstream = endpointTable[id].owner
    const stub = gateway.stubs[upstream]
    const countAs = (outcome: string) => gateway.readMetric('upstream_request_duration_seconds', { upstream, outcome })
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
    await waitFor('the note', () => countAs('left'))
    expect(await countAs('error')).toBe(0)
    release()
    stub.answerWith(() => ({ fine: true }))
    expect((await get(gateway, path, { method })).status).toBe(200)
  })

  test.each([
    ['begins', 'GET', 'stocks.quote'],
    ['begins', 'POST', 'options.recommendations'],
    ['breaks off', 'POST', 'options.recommendations'],
  ] as const)(
    'a long answer that %s after the client of a %s has left takes no connection',
    async (how, method, id) => {
      let socket: Socket | null = null
      act = (asked) => (socket = asked)
      const ended = silent.ended()
      const gateway = patient
      const left = new AbortController()
      const body = method === 'POST' ? { body: '{}' } : {}
      const first = get(gateway, buildPath(id, { symbol: 'AAPL' }), { method, ...body, signal: left.signal })
      await waitFor('the call', () => socket !== null)
      left.abort()
      await expect(first).rejects.toThrow()
      await waitFor('idle', async () => (await gateway.readMetric('http_server_active_requests')) === 0)
      const answerer = socket as Socket | null
      if (how === 'begins') answerer?.write(begin(10 * MAX_WHOLE_BYTES))
      else answerer?.end(begin(10 * MAX_WHOLE_BYTES))
      await waitFor('the end at the service', () => silent.ended() > ended)
      expect((await get(gateway, view)).status).toBe(200)
    },
  )
})
