import { afterEach, describe, expect, test } from '@jest/globals'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import {
  AppError,
  createIdentitySigner,
  createIdentityVerifier,
  createRuntime,
  createServiceClient,
  schemaController,
} from '../src/index.ts'
import {
  addressesOf,
  buildTestConfig,
  createLogSink,
  DEAD_PORT_URL,
  waitFor,
  withLeeway,
} from '../src/testing/index.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown
const quote = {
  status: 'success',
  symbol: 'AAPL',
  last_price: 1,
  change: null,
  change_pct: null,
  bid: null,
  ask: null,
  volume: null,
  previous_close: null,
  message: null,
  as_of: null,
  data_class: 'recorded',
  source: 'test',
  cache_status: 'miss',
}

async function openPair(timeoutMs = 1_000) {
  const requests: FastifyRequest[] = []
  let answer: Answer = () => quote
  const server = Fastify({ schemaController, forceCloseConnections: true })
  server.all('/*', (request, reply) => {
    requests.push(request)
    return answer(request, reply)
  })
  const baseUrl = await server.listen({ host: '127.0.0.1', port: 0 })
  const config = buildTestConfig()
  const runtime = createRuntime(config, 'screener', { logStream: createLogSink().stream })
  const sign = createIdentitySigner(config, 'screener')
  const client = createServiceClient(runtime, {
    owner: 'market-data',
    addresses: addressesOf(baseUrl),
    sign,
    timeoutMs,
  })
  open.push(
    () => server.close(),
    () => runtime.close(),
  )
  return {
    client,
    config,
    runtime,
    requests,
    server,
    answerWith(next: Answer) {
      answer = next
    },
    askQuote: (symbol = 'AAPL') => client.call('stocks.quote', { params: { symbol } }),
  }
}

const problem =
  (status: number, more: object = {}) =>
  (_request: FastifyRequest, reply: FastifyReply) =>
    reply
      .code(status)
      .type('application/problem+json')
      .send({
        type: 'about:blank',
        title: 'T',
        status,
        detail: 'A sentence.',
        code: 'some_code',
        request_id: 'r',
        ...more,
      })

async function failureOf(work: Promise<unknown>): Promise<AppError> {
  try {
    await work
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('It did not fail')
}

describe('the service client', () => {
  test('calls an endpoint with a signed identity and the request id', async () => {
    const { client, config, requests } = await openPair()
    const answer = await client.call('stocks.data', {
      params: { symbol: 'BRK.B' },
      query: { timespan: 'day', multiplier: 1 },
      as: { kind: 'user', userId: 'user-1', sessionId: 'session-1', isDemo: false },
      requestId: '5e0f2c3a-96a1-4a8e-8d0c-0c9a3f6b7d21',
    })
    expect(answer).toEqual(quote)
    const [request] = requests
    expect([request?.method, request?.url]).toEqual(['GET', '/api/stocks/data/BRK.B?timespan=day&multiplier=1'])
    expect(request?.headers['x-request-id']).toBe('5e0f2c3a-96a1-4a8e-8d0c-0c9a3f6b7d21')
    const verify = createIdentityVerifier(config, 'market-data', ['screener'])
    expect(verify(String(request?.headers['x-callwright-identity']))).toEqual({
      kind: 'user',
      userId: 'user-1',
      sessionId: 'session-1',
      isDemo: false,
      caller: 'screener',
    })
  })

  test('a path parameter cannot escape its segment', async () => {
    const { askQuote, requests } = await openPair()
    await askQuote('../../auth/me?x=1#y')
    expect(requests[0]?.url).toBe('/api/stocks/quote/..%2F..%2Fauth%2Fme%3Fx%3D1%23y')
  })

  test('a 4xx is thrown exactly as the service sent it', async () => {
    const { askQuote, answerWith } = await openPair()
    answerWith(problem(404, { code: 'unknown_symbol', errors: [{ field: 'symbol', detail: 'is not known' }] }))
    expect(await failureOf(askQuote())).toMatchObject({
      status: 404,
      code: 'unknown_symbol',
      detail: 'A sentence.',
      fields: [{ field: 'symbol', detail: 'is not known' }],
    })
  })

  test.each([
    ['503 with a time', problem(503), 503, 'some_code'],
    ['500', problem(500), 503, 'some_code'],
    ['504', problem(504), 504, 'some_code'],
    [
      'a page',
      (_: FastifyRequest, reply: FastifyReply) => reply.code(502).type('text/html').send('<h1>'),
      503,
      'upstream_failed',
    ],
    [
      'a 400 without a problem',
      (_: FastifyRequest, reply: FastifyReply) => reply.code(400).send('no'),
      503,
      'upstream_failed',
    ],
    [
      'cut JSON',
      (_: FastifyRequest, reply: FastifyReply) => reply.type('application/json').send('{"a":'),
      503,
      'upstream_unreadable',
    ],
    [
      'a truncated response',
      (_: FastifyRequest, reply: FastifyReply) => {
        reply.hijack()
        reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
        reply.raw.write('{"a":', () => reply.raw.destroy())
      },
      503,
      'upstream_unreadable',
    ],
    [
      'a dropped connection',
      (_: FastifyRequest, reply: FastifyReply) => {
        reply.hijack()
        reply.raw.destroy()
      },
      503,
      'upstream_unavailable',
    ],
    [
      'a redirect',
      (_: FastifyRequest, reply: FastifyReply) => reply.redirect('/elsewhere'),
      503,
      'upstream_unavailable',
    ],
  ])('%s is an outage and is not retried (T2)', async (_name, answer, status, code) => {
    const { askQuote, answerWith, requests } = await openPair()
    answerWith(answer)
    const failure = await failureOf(askQuote())
    expect([failure.status, failure.code]).toEqual([status, code])
    expect(failure.retryAfterSeconds).toBeGreaterThan(0)
    expect(requests).toHaveLength(1)
  })

  test("passes on the service's Retry-After", async () => {
    const { askQuote, answerWith } = await openPair()
    answerWith((request, reply) => problem(503)(request, reply.header('retry-after', '17')))
    expect((await failureOf(askQuote())).retryAfterSeconds).toBe(17)
  })

  test('a silent service times out, and the request is aborted', async () => {
    const { askQuote, answerWith } = await openPair(200)
    let isClosed = false
    answerWith((request) => {
      request.raw.on('close', () => {
        isClosed = true
      })
      return new Promise(() => {})
    })
    const startedAt = performance.now()
    const failure = await failureOf(askQuote())
    expect(performance.now() - startedAt).toBeLessThan(withLeeway(1_000))
    expect([failure.status, failure.code, failure.detail]).toEqual([
      504,
      'upstream_timeout',
      'The market data service did not answer in time. Please try again.',
    ])
    await waitFor('the abort at the other side', () => isClosed)
  })

  test('an unreachable service causes a 503 with our own message, which omits its URL', async () => {
    const { askQuote, server } = await openPair()
    await server.close()
    const failure = await failureOf(askQuote())
    expect([failure.status, failure.detail]).toEqual([
      503,
      'The market data service is not available right now. Please try again.',
    ])
    expect(JSON.stringify(failure)).not.toContain('127.0.0.1')
  })

  test("the caller's own abort is not an outage", async () => {
    const { client, answerWith, requests } = await openPair()
    answerWith(() => new Promise(() => {}))
    const aborted = new AbortController()
    const call = client.call('stocks.quote', { params: { symbol: 'A' }, signal: aborted.signal })
    await waitFor('the call', () => requests.length === 1)
    aborted.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })

  test("callers' aborts never open the breaker, whatever the reason", async () => {
    const { client, answerWith, requests } = await openPair(10_000)
    answerWith(() => new Promise(() => {}))
    const reasons = [undefined, new Error('gone'), new AppError(503, 'stopping', 'We are stopping.')]
    for (let index = 0; index < 7; index += 1) {
      const aborted = new AbortController()
      const call = client.call('stocks.quote', { params: { symbol: 'A' }, signal: aborted.signal })
      await waitFor('the call', () => requests.length === index + 1)
      const reason = reasons[index % reasons.length]
      aborted.abort(reason)
      await expect(call).rejects.toBe(aborted.signal.reason)
    }
    answerWith(() => quote)
    expect(await client.call('stocks.quote', { params: { symbol: 'A' } })).toEqual(quote)
  })

  test('a stalled response body times out too', async () => {
    const { askQuote, answerWith } = await openPair(200)
    answerWith((_request, reply) => {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
      reply.raw.write('{"a":')
    })
    expect(await failureOf(askQuote())).toMatchObject({ status: 504, code: 'upstream_timeout' })
  })

  test('after five failures it fails fast for two seconds, then tries one call', async () => {
    const { askQuote, answerWith, requests, runtime } = await openPair()
    const state = async () => (await runtime.metrics.breakerState.get()).values[0]?.value
    answerWith(problem(503))
    for (let index = 0; index < 5; index += 1) await failureOf(askQuote())
    expect([requests.length, await state()]).toEqual([5, 2])
    for (let index = 0; index < 20; index += 1) {
      expect((await failureOf(askQuote())).status).toBe(503)
    }
    expect(requests).toHaveLength(5)
    answerWith(() => quote)
    await waitFor('the recovery', () => askQuote().catch(() => null), 5_000)
    expect([requests.length, await state()]).toEqual([6, 0])
  })

  test('4xx responses never open the breaker', async () => {
    const { askQuote, answerWith, requests } = await openPair()
    answerWith(problem(404))
    for (let index = 0; index < 12; index += 1) expect((await failureOf(askQuote())).status).toBe(404)
    expect(requests).toHaveLength(12)
  })

  test('a data source that limits its calls never opens the breaker', async () => {
    const { askQuote, answerWith, requests } = await openPair()
    answerWith(problem(503, { code: 'provider_rate_limited' }))
    for (let index = 0; index < 12; index += 1) {
      expect(await failureOf(askQuote())).toMatchObject({ code: 'provider_rate_limited' })
    }
    expect(requests).toHaveLength(12)
  })

  test('each call is measured by outcome', async () => {
    const { askQuote, answerWith, runtime } = await openPair()
    await askQuote()
    answerWith(problem(404))
    await failureOf(askQuote())
    const { values } = await runtime.metrics.upstreamDuration.get()
    const counts = values.filter(({ metricName }) => metricName === 'upstream_request_duration_seconds_count')
    expect(counts.map(({ labels, value }) => [labels.upstream, labels.outcome, value])).toEqual([
      ['market-data', '200', 1],
      ['market-data', '401', 0],
      ['market-data', 'error', 0],
      ['market-data', 'timeout', 0],
      ['market-data', '404', 1],
    ])
  })

  describe('with two addresses', () => {
    const openTwo = async (otherUrl?: string) => {
      const pair = await openPair()
      const { port } = pair.server.server.address() as { port: number }
      const url = `http://127.0.0.1:${port}`
      const sign = createIdentitySigner(pair.config, 'screener')
      const addresses = [...addressesOf(url), ...addressesOf(otherUrl ?? url)]
      return { ...pair, client: createServiceClient(pair.runtime, { owner: 'market-data', addresses, sign }) }
    }

    test('sends to the other one if the first refuses the connection, whatever the method', async () => {
      const { client, requests } = await openTwo(DEAD_PORT_URL)
      for (let call = 0; call < 4; call += 1) await client.call('stocks.quote', { params: { symbol: 'AAPL' } })
      await client.call('portfolio.seedDemo', { params: { id: 'user-1' } })
      expect(requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET', 'POST'])
    })

    test('repeats a GET after a lost connection', async () => {
      const { client, requests, answerWith } = await openTwo()
      answerWith((request) => request.raw.destroy())
      await failureOf(client.call('stocks.quote', { params: { symbol: 'AAPL' } }))
      expect(requests).toHaveLength(2)
    })

    test('does not repeat a POST after a lost connection, because it may have been received', async () => {
      const { client, requests, answerWith } = await openTwo()
      answerWith((request) => request.raw.destroy())
      await failureOf(client.call('portfolio.seedDemo', { params: { id: 'user-1' } }))
      expect(requests).toHaveLength(1)
    })
  })
})
