import type { Socket } from 'node:net'
import { buildPath, endpointTable } from '@callwright/contracts'
import { addressesOf, commonMetrics, MAX_SERIES, readMetrics, waitFor, withLeeway } from '@callwright/service/testing'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { upstreams } from '../src/config.ts'
import { MAX_REQUESTS, MAX_WHOLE_BYTES } from '../src/proxy/upstream.ts'
import { createResources, get, openTcpServer } from './faulty-upstreams.ts'
import { bearer, openGateway, readProblem, type TestGateway } from './support.ts'

describe('deadlines', () => {
  const { keep, closeAll } = createResources()
  /**
   * The market-data stub's reaction to the first bytes of a connection. One of its two gateways has a short deadline,
   * the other a long one.
   */
  let act: (socket: Socket) => unknown = () => {}
  let silent: Awaited<ReturnType<typeof openTcpServer>>
  let shortDeadline: TestGateway
  let longDeadline: TestGateway
  beforeAll(async () => {
    silent = keep(await openTcpServer((socket) => act(socket)))
    shortDeadline = keep(await openGateway({ 'market-data': addressesOf(silent.url), upstreamTimeoutMs: 400 }))
    longDeadline = keep(await openGateway({ 'market-data': addressesOf(silent.url), upstreamTimeoutMs: 15_000 }))
  })
  afterAll(closeAll)

  const quote = buildPath('stocks.quote', { symbol: 'AAPL' })
  const view = buildPath('screener.view')

  describe('T3, F18: a service that hangs', () => {
    test('returns 504 after the deadline, without affecting other services or leaking requests', async () => {
      const gateway = shortDeadline
      act = () => {}
      const startedAt = performance.now()
      const [answer, other] = await Promise.all([get(gateway, quote), get(gateway, view)])
      const elapsedMs = performance.now() - startedAt
      expect([answer.status, other.status]).toEqual([504, 200])
      expect(elapsedMs).toBeGreaterThan(350)
      expect(elapsedMs).toBeLessThan(withLeeway(3_000))
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await readProblem(answer)).toMatchObject({
        code: 'upstream_timeout',
        detail: 'The market data service did not answer in time. Please try again.',
      })
      await waitFor('idle', async () => (await gateway.readMetric('http_server_active_requests')) === 0)
      const timeouts = { upstream: 'market-data', outcome: 'timeout' }
      expect(await gateway.readMetric('upstream_request_duration_seconds', timeouts)).toBeGreaterThan(0)
    })

    test('includes the wait for a connection in the deadline, and rejects requests above the cap at once', async () => {
      act = () => {}
      const gateway = keep(await openGateway({ 'market-data': addressesOf(silent.url), upstreamTimeoutMs: 4_000 }))
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
      expect(Math.max(...late.map(({ elapsedMs }) => elapsedMs))).toBeLessThan(withLeeway(2 * 4_000))
      act = (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}')
      await waitFor('a free connection', async () => (await get(gateway, quote)).status === 200)
      await waitFor('idle', async () => (await gateway.readMetric('http_server_active_requests')) === 0)
    })

    const begin = (bytes: number) =>
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\netag: "x"\r\n\r\n`

    test.each([
      ['its headers', begin(100)],
      ['the headers of a long response', begin(10 * MAX_WHOLE_BYTES)],
      ['the first bytes of a short response', `${begin(100)}{"a":`],
    ])('returns 504 at the same deadline if a service hangs after %s', async (_name, bytes) => {
      act = (socket) => socket.write(bytes)
      const ended = silent.ended()
      const gateway = shortDeadline
      const startedAt = performance.now()
      const answer = await get(gateway, quote)
      expect([answer.status, (await readProblem(answer)).code]).toEqual([504, 'upstream_timeout'])
      expect(performance.now() - startedAt).toBeLessThan(withLeeway(2_000))
      expect(answer.headers.get('etag')).toBeNull()
      await waitFor('the connection to end', () => silent.ended() > ended)
    })

    test.each([
      ['JSON', `${begin(10 * MAX_WHOLE_BYTES)}{"a":`],
      ['events', 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n: open\n\n'],
    ])('cuts off a long response that hangs in the middle (%s)', async (_name, bytes) => {
      act = (socket) => socket.write(bytes)
      const ended = silent.ended()
      const gateway = shortDeadline
      const startedAt = performance.now()
      const answer = await get(gateway, quote)
      expect(answer.status).toBe(200)
      await expect(answer.text()).rejects.toThrow()
      expect(performance.now() - startedAt).toBeLessThan(withLeeway(2_000))
      await waitFor('the connection to end', () => silent.ended() > ended)
    })

    test('has deadlines of 5 s, and 35 s for the coach', async () => {
      const { gatewayReaders } = await import('../src/config.ts')
      expect([gatewayReaders.upstreamTimeoutMs({}), gatewayReaders.coachTimeoutMs({})]).toEqual([
        { ok: true, value: 5_000 },
        { ok: true, value: 35_000 },
      ])
    })

    test.each([
      ['GET', 'stocks.quote'],
      ['POST', 'screener.refresh'],
    ] as const)('ignores the response to a %s if the client has disconnected', async (method, id) => {
      const gateway = keep(await openGateway())
      const upstream = endpointTable[id].owner
      const stub = gateway.stubs[upstream]
      const countAs = (outcome: string) =>
        gateway.readMetric('upstream_request_duration_seconds', { upstream, outcome })
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
      await waitFor('the metric', () => countAs('left'))
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
      'frees the connection of a long response that %s after the client of a %s has disconnected',
      async (how, method, id) => {
        let socket: Socket | null = null
        act = (asked) => (socket = asked)
        const ended = silent.ended()
        const gateway = longDeadline
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
        await waitFor('the connection to end', () => silent.ended() > ended)
        expect((await get(gateway, view)).status).toBe(200)
      },
    )
  })
})

describe('metrics', () => {
  const ownMetrics = ['client_errors_total', 'gateway_auth_failures_total']

  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway()
  })
  afterAll(() => gateway.close())

  test('records all metrics of the SLOs from the start, never by user, symbol or address', async () => {
    const user = bearer(gateway.token({ sub: 'user-42' }))
    const quote = buildPath('stocks.quote', { symbol: 'AAPL' })
    expect((await fetch(`${gateway.url}${quote}?secret=canary`, { headers: user })).status).toBe(200)
    expect((await fetch(gateway.url + quote)).status).toBe(401)
    expect((await fetch(`${gateway.url}/api/no/such/canary`)).status).toBe(404)
    expect((await fetch(`${gateway.url}/a-page-of-canary`, { headers: { accept: 'text/html' } })).status).toBeLessThan(
      500,
    )
    const report = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const body = JSON.stringify({ message: 'network canary' })
    expect((await fetch(gateway.url + buildPath('gateway.reportError'), { ...report, body })).status).toBe(204)

    const { names, series, find, findUnbounded } = await readMetrics(gateway.runtime)
    expect([...commonMetrics, ...ownMetrics].filter((name) => !names.has(name))).toEqual([])
    expect(series.length).toBeLessThan(MAX_SERIES)
    expect(findUnbounded(['AAPL', 'user-42', 'canary', 'secret', '127'])).toEqual([])
    const route = endpointTable['stocks.quote'].path
    const answered = { method: 'GET', route, status: '200' }
    expect(find('http_server_request_duration_seconds_count', answered)).toBe(1)
    expect(find('http_server_request_duration_seconds_bucket', { ...answered, le: '0.075' })).not.toBeNull()
    const countOf = (upstream: string, outcome: string) =>
      find('upstream_request_duration_seconds_count', { upstream, outcome })
    expect(countOf('market-data', '200')).toBe(1)
    for (const upstream of upstreams) {
      for (const outcome of ['200', '401', 'error', 'timeout']) expect(countOf(upstream, outcome)).not.toBeNull()
      expect(find('retries_total', { upstream })).toBe(0)
    }
    for (const kind of ['authentication', 'unauthorized', 'api', 'database', 'payment', 'other']) {
      expect(find('client_errors_total', { kind })).toBe(0)
    }
    expect(find('client_errors_total', { kind: 'network' })).toBe(1)
    expect(find('gateway_auth_failures_total', { reason: 'token_missing' })).toBe(1)
    expect(find('gateway_auth_failures_total', { reason: 'token_revoked' })).toBe(0)
    for (const reason of ['upstream_busy', 'streams_of_user']) {
      expect(find('load_shed_requests_total', { reason })).toBe(0)
    }
    expect(find('circuit_breaker_state', { upstream: 'auth' })).toBe(0)
  })
})
