import { buildPath, endpointTable } from '@callwright/contracts'
import { waitFor } from '@callwright/service/testing'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { MAX_REQUESTS } from '../src/upstream-pool.ts'
import { createKeeper, get, openDefaultProxy, openTcpServer } from './faulty-upstreams.ts'
import { openGateway, readProblem } from './support.ts'

jest.setTimeout(20_000)

const { keep, closeAll } = createKeeper()
afterEach(closeAll)

const quote = buildPath('stocks.quote', { symbol: 'AAPL' })
const view = buildPath('screener.view')

describe('T3, F18: a service that hangs', () => {
  test('is 504 after the deadline, others go on, and no request stays behind', async () => {
    const gateway = keep(await openGateway({ marketDataUrl: keep(await openTcpServer()).url, upstreamTimeoutMs: 400 }))
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
    const silent = keep(await openTcpServer())
    const gateway = keep(await openGateway({ marketDataUrl: silent.url, upstreamTimeoutMs: 1_500 }))
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
    expect(new Set(late.map(({ status }) => status))).toEqual(new Set([504]))
    expect(Math.max(...late.map(({ elapsedMs }) => elapsedMs))).toBeLessThan(2 * 1_500)
    await waitFor('room again', async () => (await get(gateway, quote)).status === 504)
    await waitFor('idle', async () => (await gateway.readMetric('http_server_active_requests')) === 0)
  })

  const begun = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\netag: "x"\r\n\r\n'

  test('a service that hangs after its headers is 504 at the same deadline', async () => {
    const silent = keep(await openTcpServer((socket) => socket.write(begun)))
    const gateway = keep(await openGateway({ marketDataUrl: silent.url, upstreamTimeoutMs: 400 }))
    const startedAt = performance.now()
    const answer = await get(gateway, quote)
    expect([answer.status, (await readProblem(answer)).code]).toEqual([504, 'upstream_timeout'])
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    expect(answer.headers.get('etag')).toBeNull()
    await waitFor('the end at the service', () => silent.connections() === 0)
  })

  test('one that hangs in mid-answer is cut off at the deadline', async () => {
    const silent = keep(await openTcpServer((socket) => socket.write(`${begun}{"a":`)))
    const gateway = keep(await openGateway({ marketDataUrl: silent.url, upstreamTimeoutMs: 400 }))
    const startedAt = performance.now()
    const answer = await get(gateway, quote)
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    await waitFor('the end at the service', () => silent.connections() === 0)
  })

  test('the deadlines are 5 s, and 35 s for the coach', async () => {
    const { gatewayReaders } = await import('../src/config.ts')
    expect([gatewayReaders.upstreamTimeoutMs({}), gatewayReaders.coachTimeoutMs({})]).toEqual([
      { ok: true, value: 5_000 },
      { ok: true, value: 35_000 },
    ])
  })

  test('twin: the library alone still waits', async () => {
    const url = keep(await openDefaultProxy(keep(await openTcpServer()).url)).url
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

describe('streams', () => {
  test('events arrive as they are sent, past the deadline too, and a reader who leaves ends the stream at its source', async () => {
    const upstreamTimeoutMs = 500
    const gateway = keep(await openGateway({ upstreamTimeoutMs }))
    const startedAt = performance.now()
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
    await waitFor('the deadline to pass', () => performance.now() - startedAt > 2 * upstreamTimeoutMs)
    send('data: 2\n\n')
    expect(await read()).toBe('data: 2\n\n')
    expect(isClosed).toBe(false)
    aborted.abort()
    await waitFor('the end at the source', () => isClosed, 2_000)
    await waitFor('idle', async () => (await gateway.readMetric('http_server_active_requests')) === 0)
  })
})
