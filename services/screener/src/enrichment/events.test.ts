import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EnrichmentStatus } from '@callwright/contracts'
import { buildHttpApp, createRuntime, unavailable } from '@callwright/service'
import { buildTestConfig, createLogSink, waitFor } from '@callwright/service/testing'
import { afterEach, expect, test } from '@jest/globals'
import { createEnrichmentEvents, type EventsOptions, type StreamEnd } from './events.ts'

const idle: EnrichmentStatus = {
  status: 'success',
  state: 'idle',
  run_id: null,
  started_by: null,
  total: 60,
  done: 0,
  failed: 0,
  queued: 0,
  active: 0,
  rate_per_second: null,
  eta_seconds: null,
  started_at: null,
  finished_at: null,
  workers: 1,
  stage: null,
  next_refresh_at: null,
  last_symbol: null,
  failures: [],
  incomplete: [],
  message: null,
}
const LONG_MS = 60_000

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Starts a server with only the event streams, which send the status that the test sets. */
async function setUp(change: Partial<EventsOptions> = {}) {
  const sink = createLogSink()
  const runtime = createRuntime(buildTestConfig(), 'screener', { logStream: sink.stream })
  const app = buildHttpApp(runtime)
  let read = async (): Promise<EnrichmentStatus> => idle
  let polls = 0
  let open = 0
  let timesFull = 0
  const ended: StreamEnd[] = []
  const events = createEnrichmentEvents({
    readStatus: async () => {
      polls += 1
      return read()
    },
    log: runtime.log,
    tickMs: 5,
    heartbeatMs: LONG_MS,
    lifetimeMs: LONG_MS,
    maxPerUser: 5,
    maxTotal: 500,
    onCount: (count) => {
      open = count
    },
    onEnd: (reason) => ended.push(reason),
    onFull: () => {
      timesFull += 1
    },
    ...change,
  })
  app.addHook('preClose', async () => events.close())
  app.get<{ Params: { user: string } }>('/:user', async (request, reply) => {
    await events.open(request.params.user, reply)
    return ''
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  closers.push(() => runtime.close())
  return {
    sink,
    runtime,
    ended,
    port,
    polls: () => polls,
    open: () => open,
    timesFull: () => timesFull,
    become: (status: Partial<EnrichmentStatus>) => {
      read = async () => ({ ...idle, ...status })
    },
    fail: () => {
      read = async () => {
        throw unavailable('database_unavailable', 'Our database is not available right now.')
      }
    },
    follow: (user = 'one') => follow(port, user),
  }
}

async function follow(port: number, user: string) {
  const request = httpGet({ host: '127.0.0.1', port, path: `/${user}`, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  let isOver = false
  response.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  response
    .on('error', () => undefined)
    .on('close', () => {
      isOver = true
    })
  return {
    status: response.statusCode,
    headers: response.headers,
    text: () => text,
    frames: () =>
      text
        .split('\n\n')
        .slice(0, -1)
        .filter((frame) => frame.startsWith('event: status\ndata: '))
        .map((frame) => JSON.parse(frame.slice('event: status\ndata: '.length)) as EnrichmentStatus),
    isOver: () => isOver,
    pause: () => response.pause(),
    resume: () => response.resume(),
    leave: () => request.destroy(),
  }
}

test('a stream begins with the current status and has headers that prevent proxy buffering', async () => {
  const { follow, become } = await setUp()
  become({ state: 'running', done: 7 })
  const stream = await follow()
  expect(stream.status).toBe(200)
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  await waitFor('the first event', () => stream.frames().length === 1)
  expect(stream.frames()[0]).toEqual({ ...idle, state: 'running', done: 7 })
})

test('reads a change once and sends it to every stream, but ignores figures that change just with time', async () => {
  const { follow, become, polls } = await setUp()
  const streams = [await follow('one'), await follow('two'), await follow('three')]
  await waitFor('the first events', () => streams.every((stream) => stream.frames().length === 1))
  become({ done: 1, rate_per_second: 1, eta_seconds: 59 })
  await waitFor('the change', () => streams.every((stream) => stream.frames().at(-1)?.done === 1))
  const before = polls()
  become({ done: 1, rate_per_second: 0.5, eta_seconds: 118 })
  await waitFor('more polls', () => polls() > before + 3)
  become({ done: 2 })
  await waitFor('the next change', () => streams.every((stream) => stream.frames().at(-1)?.done === 2))
  for (const stream of streams) expect(stream.frames().map(({ done }) => done)).toEqual([0, 1, 2])
})

test('sends an update when the pace becomes unknown', async () => {
  const { follow, become } = await setUp()
  become({ done: 1, rate_per_second: 1, eta_seconds: 59 })
  const stream = await follow()
  await waitFor('the first event', () => stream.frames().length === 1)
  become({ done: 1, rate_per_second: null, eta_seconds: null })
  await waitFor('the loss', () => stream.frames().length === 2)
  expect(stream.frames().map(({ rate_per_second }) => rate_per_second)).toEqual([1, null])
})

test('does not read the status while no stream is open', async () => {
  const { follow, polls, open, become, port } = await setUp()
  expect(polls()).toBe(0)
  const stream = await follow()
  await waitFor('polls', () => polls() > 3)
  stream.leave()
  await waitFor('the stream to be gone', () => open() === 0)
  const before = polls()
  for (let count = 0; count < 10; count += 1) await (await fetch(`http://127.0.0.1:${port}/no/such/place`)).text()
  // One read may have been in progress when the last client disconnected.
  expect(polls() - before).toBeLessThanOrEqual(1)
  become({ done: 5 })
  const next = await follow()
  await waitFor('the status of now', () => next.frames().at(-1)?.done === 5)
  expect(next.frames()).toHaveLength(1)
})

test('a heartbeat keeps a quiet stream open', async () => {
  const { follow } = await setUp({ heartbeatMs: 5 })
  const stream = await follow()
  await waitFor('heartbeats', () => (stream.text().match(/^: still here$/gm) ?? []).length > 2)
  expect(stream.frames()).toHaveLength(1)
})

test('ends a stream after its lifetime and frees its slot', async () => {
  const { follow, ended } = await setUp({ lifetimeMs: 20, maxPerUser: 1 })
  const stream = await follow()
  await waitFor('the end of the stream', () => stream.isOver())
  expect(ended).toEqual(['lifetime'])
  expect((await follow()).status).toBe(200)
})

test('limits streams per user and per process, and frees the slot of a disconnected client', async () => {
  const { follow, open, timesFull } = await setUp({ maxTotal: 7 })
  const own = await Promise.all(Array.from({ length: 8 }, () => follow('one')))
  expect(own.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  const refused = own.find(({ status }) => status === 429)
  expect(refused?.headers).toMatchObject({ 'content-type': 'application/problem+json', 'retry-after': '30' })
  const others = [await follow('two'), await follow('three'), await follow('four')]
  expect(others.map(({ status }) => status)).toEqual([200, 200, 503])
  expect(timesFull()).toBe(1)
  expect(others[2]?.headers['retry-after']).toBe('30')
  own.find(({ status }) => status === 200)?.leave()
  await waitFor('a free slot', () => open() === 6)
  expect((await follow('one')).status).toBe(200)
})

test('rejects a new stream if the status is unreadable, but keeps existing ones open', async () => {
  const { follow, fail, become, polls, sink } = await setUp()
  const stream = await follow()
  fail()
  const before = polls()
  await waitFor('failing polls', () => polls() > before + 3)
  expect(sink.lines().filter(({ event }) => event === 'loop.failed')).toHaveLength(1)
  become({ done: 3 })
  await waitFor('the status again', () => stream.frames().at(-1)?.done === 3)
  const alone = await setUp()
  alone.fail()
  expect((await alone.follow()).status).toBe(503)
  expect(alone.open()).toBe(0)
})

test('disconnects a client that reads nothing, without delaying the others', async () => {
  const { follow, become, ended } = await setUp({ heartbeatMs: 250 })
  const [slow, quick] = [await follow('slow'), await follow('quick')]
  slow.pause()
  const reason = 'x'.repeat(2_000)
  let done = 0
  await waitFor('the slow client to be disconnected', () => {
    done += 1
    become({ done, failures: Array.from({ length: 100 }, (_, index) => ({ symbol: `S${index}`, reason })) })
    return ended.includes('slow')
  })
  await waitFor('the last change', () => quick.frames().at(-1)?.done === done)
  expect(ended).toEqual(['slow'])
})

test('sends a slow client the newest status next and skips those in between', async () => {
  const { follow, become, polls, ended } = await setUp()
  const stream = await follow()
  stream.pause()
  const failures = Array.from({ length: 500 }, (_, index) => ({ symbol: `S${index}`, reason: 'x'.repeat(40_000) }))
  become({ done: 1, failures })
  for (const done of [2, 3]) {
    const before = polls()
    await waitFor('more polls', () => polls() > before + 1)
    become({ done })
  }
  const before = polls()
  await waitFor('more polls', () => polls() > before + 1)
  stream.resume()
  await waitFor('the newest', () => stream.frames().at(-1)?.done === 3)
  expect(stream.frames().map(({ done }) => done)).toEqual([0, 1, 3])
  expect(ended).toEqual([])
})

test('ends every stream on shutdown without waiting, even if its client is not reading', async () => {
  const { follow, runtime, ended, sink } = await setUp()
  const streams = [await follow('one'), await follow('two')]
  streams[1]?.pause()
  await runtime.close()
  expect(ended).toEqual(['shutdown', 'shutdown'])
  expect(sink.text()).not.toContain('resource.close_late')
  await waitFor('the end', () => streams[0]?.isOver())
})
