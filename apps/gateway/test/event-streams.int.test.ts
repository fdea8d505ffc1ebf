import { randomUUID } from 'node:crypto'
import { buildPath } from '@callwright/contracts'
import { waitFor, withLeeway } from '@callwright/service/testing'
import { afterEach, describe, expect, test } from '@jest/globals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { MAX_STREAMS, MAX_STREAMS_OF_USER } from '../src/proxy/event-streams.ts'
import { createResources } from './faulty-upstreams.ts'
import { bearer, openGateway, readProblem, type TestGateway } from './support.ts'

const { keep, closeAll } = createResources()
afterEach(closeAll)

const events = buildPath('screener.enrichmentEvents')
const view = buildPath('screener.view')

/** Screener stub whose streams start at once. `send` writes to all open streams; `count` counts them. */
function openSource(gateway: TestGateway) {
  const responses = new Set<FastifyReply['raw']>()
  gateway.stubs.screener.answerWith((request: FastifyRequest, reply: FastifyReply) => {
    if (request.url !== events) return { fine: true }
    reply.hijack()
    responses.add(reply.raw)
    reply.raw.on('close', () => responses.delete(reply.raw))
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
    reply.raw.write(': open\n\n')
    return reply
  })
  return {
    count: () => responses.size,
    send(text: string) {
      for (const response of responses) response.write(text)
    },
  }
}

function openStream(gateway: TestGateway, token: string, signal?: AbortSignal): Promise<Response> {
  return fetch(gateway.url + events, { headers: bearer(token), ...(signal ? { signal } : {}) })
}

function readPieces(answer: Response) {
  const reader = answer.body?.getReader()
  return async () => {
    const piece = await reader?.read()
    return piece?.done ? null : new TextDecoder().decode(piece?.value)
  }
}

const countStreams = (gateway: TestGateway) => gateway.readMetric('gateway_event_streams')

async function untilIdle(gateway: TestGateway): Promise<void> {
  await waitFor('no stream', async () => (await countStreams(gateway)) === 0)
  await waitFor('idle', async () => (await gateway.readMetric('http_server_active_requests')) === 0)
}

test('forwards events immediately, even past the deadline, and closes the source when the client disconnects', async () => {
  const upstreamTimeoutMs = 400
  const gateway = keep(await openGateway({ upstreamTimeoutMs }))
  const source = openSource(gateway)
  const startedAt = performance.now()
  const leaving = new AbortController()
  const answer = await openStream(gateway, gateway.token(), leaving.signal)
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const read = readPieces(answer)
  expect(await read()).toBe(': open\n\n')
  source.send('data: 1\n\n')
  expect(await read()).toBe('data: 1\n\n')
  await waitFor('the deadline to pass', () => performance.now() - startedAt > 2 * upstreamTimeoutMs)
  source.send('data: 2\n\n')
  expect(await read()).toBe('data: 2\n\n')
  expect([source.count(), await countStreams(gateway)]).toEqual([1, 1])
  leaving.abort()
  await waitFor('the source to close', () => source.count() === 0)
  await untilIdle(gateway)
})

test('forwards a coach response as events if requested, even past the deadline, and otherwise as JSON', async () => {
  const gateway = keep(await openGateway({ coachTimeoutMs: 400 }))
  let finish: () => void = () => {}
  gateway.stubs.coach.answerWith((request: FastifyRequest, reply: FastifyReply) => {
    if (request.headers.accept !== 'text/event-stream') return { response: 'whole' }
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: status\ndata: {}\n\n')
    finish = () => reply.raw.end('event: done\ndata: {}\n\n')
    return reply
  })
  const ask = (accept: string) =>
    fetch(gateway.url + buildPath('coach.chat'), {
      method: 'POST',
      headers: { ...bearer(gateway.token()), accept, 'content-type': 'application/json' },
      body: '{"message":"Hello"}',
    })
  const startedAt = performance.now()
  const read = readPieces(await ask('text/event-stream'))
  expect(await read()).toContain('event: status')
  await waitFor('the deadline to pass', () => performance.now() - startedAt > 800)
  finish()
  expect(await read()).toContain('event: done')
  expect(await read()).toBeNull()
  expect(await (await ask('application/json')).json()).toEqual({ response: 'whole' })
  await untilIdle(gateway)
})

test('returns 504 for a stream that does not begin before the deadline, and leaks nothing', async () => {
  const gateway = keep(await openGateway({ upstreamTimeoutMs: 300 }))
  gateway.stubs.screener.answerWith(() => new Promise(() => {}))
  const answer = await openStream(gateway, gateway.token())
  expect([answer.status, (await readProblem(answer)).code]).toEqual([504, 'upstream_timeout'])
  await untilIdle(gateway)
})

test('forwards a response that is not a stream', async () => {
  const gateway = keep(await openGateway())
  gateway.stubs.screener.answerWith((_request, reply) =>
    reply
      .code(503)
      .type('application/problem+json')
      .header('retry-after', '3')
      .send({ type: 'about:blank', title: 'X', status: 503, detail: 'Busy.', code: 'busy', request_id: 'r' }),
  )
  const answer = await openStream(gateway, gateway.token())
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '3'])
  expect(await readProblem(answer)).toMatchObject({ code: 'busy', detail: 'Busy.' })
  await untilIdle(gateway)
})

test('frees the slot if the client disconnects before the stream begins', async () => {
  const gateway = keep(await openGateway())
  let begin: () => void = () => {}
  gateway.stubs.screener.answerWith((_request, reply) => {
    reply.hijack()
    begin = () => reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n')
  })
  const leaving = new AbortController()
  const first = openStream(gateway, gateway.token(), leaving.signal)
  await waitFor('the call', () => gateway.hits.length === 1)
  leaving.abort()
  await expect(first).rejects.toThrow()
  begin()
  await untilIdle(gateway)
})

describe('a stream ends automatically', () => {
  test('within a second of the end of its own session', async () => {
    const gateway = keep(await openGateway())
    const source = openSource(gateway)
    const sid = randomUUID()
    const [ended, other] = await Promise.all(
      [sid, randomUUID()].map(async (id) => readPieces(await openStream(gateway, gateway.token({ sid: id })))),
    )
    await Promise.all([ended?.(), other?.()])
    gateway.auth.revoke(sid)
    await waitFor('the source to close', () => source.count() === 1)
    expect(await ended?.()).toBeNull()
    source.send('data: 1\n\n')
    expect(await other?.()).toBe('data: 1\n\n')
    expect((await openStream(gateway, gateway.token({ sid }))).status).toBe(401)
  })

  test('when the gateway stops, without delaying shutdown', async () => {
    const gateway = keep(await openGateway())
    const source = openSource(gateway)
    const read = readPieces(await openStream(gateway, gateway.token()))
    expect(await read()).toBe(': open\n\n')
    const startedAt = performance.now()
    await gateway.runtime.close()
    expect(performance.now() - startedAt).toBeLessThan(withLeeway(2_000))
    expect(await read()).toBeNull()
    await waitFor('the source to close', () => source.count() === 0)
    expect(gateway.sink.lines().filter(({ event }) => event === 'resource.close_late')).toEqual([])
  })

  test('when the service stops', async () => {
    const gateway = keep(await openGateway())
    openSource(gateway)
    const read = readPieces(await openStream(gateway, gateway.token()))
    expect(await read()).toBe(': open\n\n')
    await gateway.stubs.screener.close()
    await expect(read()).rejects.toThrow()
    await untilIdle(gateway)
  })
})

describe('stream limits', () => {
  test('return 429 for a user with too many streams, until one ends', async () => {
    const gateway = keep(await openGateway())
    openSource(gateway)
    const leaving = new AbortController()
    const token = gateway.token({ sub: 'user-7' })
    await openStream(gateway, token, leaving.signal)
    for (let index = 1; index < MAX_STREAMS_OF_USER; index += 1) {
      expect((await openStream(gateway, gateway.token({ sub: 'user-7' }))).status).toBe(200)
    }
    const refused = await openStream(gateway, token)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await readProblem(refused)).detail).toMatch(/close some/i)
    expect((await openStream(gateway, gateway.token({ sub: 'user-8' }))).status).toBe(200)
    leaving.abort()
    await waitFor('a free slot', async () => (await countStreams(gateway)) === MAX_STREAMS_OF_USER)
    expect((await openStream(gateway, token)).status).toBe(200)
  })

  test('return 503 for too many streams of a service, without using up connections of other requests or services', async () => {
    const gateway = keep(await openGateway())
    const source = openSource(gateway)
    const openFor = (index: number) => openStream(gateway, gateway.token({ sub: `user-${index % 64}` }))
    const answers = await Promise.all(Array.from({ length: MAX_STREAMS }, (_value, index) => openFor(index)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(source.count()).toBe(MAX_STREAMS)
    const refused = await openFor(100)
    expect([refused.status, (await readProblem(refused)).code]).toEqual([503, 'upstream_busy'])
    gateway.stubs.coach.answerWith(() => ({ reply: 'fine' }))
    const chat = { message: 'What is theta?' }
    const coach = await fetch(gateway.url + buildPath('coach.chat'), {
      method: 'POST',
      headers: { ...bearer(gateway.token()), 'content-type': 'application/json' },
      body: JSON.stringify(chat),
    })
    expect(coach.status).toBe(200)
    const others = await Promise.all(
      Array.from({ length: 100 }, () => fetch(gateway.url + view, { headers: bearer(gateway.token()) })),
    )
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]))
  })
})
