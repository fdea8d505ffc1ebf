import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildPath, type EnrichmentStatus } from '@callwright/contracts'
import { createIdentitySigner, IDENTITY_HEADER } from '@callwright/service'
import { commonMetrics, MAX_SERIES, parseMetrics, readMetrics, waitFor } from '@callwright/service/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { allSymbols } from './fake-market.ts'
import { type Api, openStack, readStatus, readView, type Stack, untilIdle } from './support.ts'

describe('events', () => {
  const DATA = 'data: '

  let stack: Stack
  beforeEach(async () => {
    stack = await openStack()
  })
  afterEach(() => stack.close())

  async function follow({ app }: Api, user: string) {
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const sign = createIdentitySigner(stack.apiConfig, 'gateway')
    const identity = sign('screener', { kind: 'user', userId: user, sessionId: 'session', isDemo: false })
    const path = buildPath('screener.enrichmentEvents')
    const request = get({ host: '127.0.0.1', port, path, agent: false, headers: { [IDENTITY_HEADER]: identity } })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    let text = ''
    response.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
    })
    const statuses = () =>
      text
        .split('\n')
        .filter((line) => line.startsWith(DATA))
        .map((line) => JSON.parse(line.slice(DATA.length)) as EnrichmentStatus)
    return { response, statuses }
  }

  test('streams a run from start to end to every client on both replicas', async () => {
    const apis = [await stack.openApi(), await stack.openApi()]
    stack.market.holdAfter(12)
    // A process that is still connecting has no status to stream.
    for (const { ask } of apis) await readStatus(ask)
    const streams = await Promise.all(apis.flatMap((api) => ['one', 'two'].map((user) => follow(api, user))))
    for (const { response } of streams) {
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-type']).toBe('text/event-stream')
    }
    await stack.openWorker()
    const everyStream = (what: string, matches: (status: EnrichmentStatus) => boolean) =>
      waitFor(what, () => streams.every(({ statuses }) => statuses().some(matches)))
    await everyStream('the run half done', ({ state, active, done }) => state === 'running' && active === 4 && done > 5)
    stack.market.release()
    await everyStream('the end of the run', ({ state, done }) => state === 'idle' && done === allSymbols.length - 2)
    for (const { statuses } of streams) {
      const sent = statuses().filter(({ run_id }) => run_id !== null)
      expect(new Set(sent.map(({ run_id }) => run_id)).size).toBe(1)
      const done = sent.map((status) => status.done)
      expect(done).toEqual([...done].sort((a, b) => a - b))
      expect(sent.at(-1)).toMatchObject({ failed: 2, queued: 0, active: 0, eta_seconds: null })
      expect(allSymbols).toContain(sent.at(-1)?.last_symbol)
    }
    const text = await apis[0]?.runtime.metrics.registry.metrics()
    expect(text).toMatch(/screener_event_streams\{[^}]*\} 2/)
  })

  test('a shutdown does not wait for open streams', async () => {
    const api = await stack.openApi()
    const streams = [await follow(api, 'one'), await follow(api, 'two')]
    const ends = streams.map(({ response }) => once(response, 'close'))
    await api.runtime.close()
    await Promise.all(ends)
    expect(api.sink.text()).not.toContain('resource.close_late')
  })

  test('while PostgreSQL is unavailable, a new stream gets the last status, and all streams continue after recovery', async () => {
    const api = await stack.openApi()
    const { statuses } = await follow(api, 'one')
    await waitFor('the run', () => statuses().at(-1)?.queued === allSymbols.length)
    stack.postgres.cut()
    await waitFor('a failed read', () => api.sink.lines().some(({ loop }) => loop === 'enrichment events'))
    const late = await follow(api, 'two')
    await waitFor('the last status', () => late.statuses().length === 1)
    expect(late.statuses()).toEqual(statuses().slice(-1))
    stack.postgres.restore()
    await stack.openWorker()
    const isOver = (read: typeof statuses) => read().at(-1)?.state === 'idle'
    await waitFor('the end of the run', () => isOver(statuses) && isOver(late.statuses))
  })
})

describe('metrics', () => {
  const jobOutcomes = ['saved', 'refused', 'skipped', 'failed', 'retried', 'postponed']
  const queue = 'enrichment'

  let stack: Stack
  beforeAll(async () => {
    stack = await openStack()
  })
  afterAll(() => stack.close())

  test('API and worker have queue, job and screen metrics from the start, none labeled by user or symbol', async () => {
    const api = await stack.openApi()
    expect(parseMetrics(await api.runtime.metrics.registry.metrics()).find('screener_snapshot_age_seconds')).toBeNull()
    const { worker } = await stack.openWorker()
    const atStart = parseMetrics(await worker.metrics.registry.metrics())
    for (const outcome of jobOutcomes) {
      expect(atStart.find('queue_jobs_processed_total', { queue, outcome })).not.toBeNull()
      expect(atStart.find('queue_job_duration_seconds_count', { queue, outcome })).not.toBeNull()
    }
    expect(atStart.find('queue_jobs_stalled_total', { queue })).toBe(0)
    expect(atStart.find('worker_last_activity_timestamp_seconds', { queue })).toBeGreaterThan(1_700_000_000)

    await untilIdle(api.ask)
    await readView(api.ask)
    const ofApi = await waitFor('a measurement', async () => {
      const found = parseMetrics(await api.runtime.metrics.registry.metrics())
      return found.find('queue_jobs') === null || found.find('screener_snapshot_age_seconds') === null ? null : found
    })
    const ofWorker = parseMetrics(await worker.metrics.registry.metrics())
    const own = {
      api: ['queue_jobs', 'queue_oldest_waiting_age_seconds', 'screener_snapshot_age_seconds', 'screener_symbols'],
      worker: [
        ...['queue_job_duration_seconds', 'queue_jobs_processed_total', 'queue_jobs_stalled_total'],
        'worker_last_activity_timestamp_seconds',
      ],
    }
    expect([...commonMetrics, ...own.api].filter((name) => !ofApi.names.has(name))).toEqual([])
    expect([...commonMetrics, ...own.worker].filter((name) => !ofWorker.names.has(name))).toEqual([])
    expect(ofWorker.find('queue_jobs_processed_total', { queue, outcome: 'saved' })).toBeGreaterThan(0)
    expect(ofWorker.find('redis_command_duration_seconds_count', { command: 'evalsha' })).toBeGreaterThan(0)
    expect(ofApi.find('load_shed_requests_total', { reason: 'streams_full' })).toBe(0)
    expect(ofApi.find('screener_event_streams_ended_total', { reason: 'slow' })).toBe(0)
    for (const { series, findUnbounded } of [ofApi, ofWorker]) {
      expect(series.length).toBeLessThan(MAX_SERIES)
      expect(findUnbounded([...allSymbols, 'user-1'])).toEqual([])
    }
  })

  test('the API’s health check warns about a backlog without workers, with its age', async () => {
    const api = await stack.openApi()
    const read = () => api.runtime.health.read().checks['queue:oldestWaiting']?.[0]
    await readMetrics(api.runtime)
    await waitFor('the check', async () => {
      await api.runtime.health.runAll()
      return read()?.observedUnit === 's'
    })
    expect(read()).toMatchObject({ componentType: 'component', status: 'pass', observedUnit: 's' })
  })
})

describe('queue board', () => {
  const OPS_TOKEN = 'a-token-of-the-ops-port'
  const LIST = '/queues/api/queues'

  const basic = (password: string) => `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`
  const allowed = { authorization: basic(OPS_TOKEN) }

  let stack: Stack
  beforeAll(async () => {
    stack = await openStack()
  })
  afterAll(() => stack.close())

  interface ListedQueue {
    readonly counts: { readonly waiting: number; readonly prioritized: number }
  }

  async function openBoard() {
    const api = await stack.openApi({ opsToken: OPS_TOKEN })
    const url = `http://127.0.0.1:${await api.runtime.startOps()}`
    async function listQueues() {
      const answer = await fetch(url + LIST, { headers: allowed })
      return ((await answer.json()) as { readonly queues: readonly ListedQueue[] }).queues
    }
    return { ...api, url, listQueues }
  }

  test('the queue board requires the ops token and is on the ops port only (S31)', async () => {
    const { app, url } = await openBoard()
    for (const path of ['/queues', '/queues/', '/queues/queue/enrichment', '/queues/static/favicon.ico', LIST]) {
      for (const authorization of [undefined, basic('wrong'), basic(''), 'Basic', `Basic ${OPS_TOKEN}`]) {
        const refused = await fetch(url + path, { headers: authorization === undefined ? {} : { authorization } })
        expect([path, refused.status, refused.headers.get('www-authenticate')?.split(' ')[0]]).toEqual([
          path,
          401,
          'Basic',
        ])
        expect(await refused.json()).toMatchObject({ code: 'ops_token_required' })
      }
      expect((await app.inject({ url: path, headers: allowed })).statusCode).toBe(404)
      for (const headers of [allowed, { authorization: `Bearer ${OPS_TOKEN}` }]) {
        expect([path, (await fetch(url + path, { headers })).status]).toEqual([path, 200])
      }
    }
  })

  test('its page loads nothing from other origins and runs no inline script (S18)', async () => {
    const { url } = await openBoard()
    const page = await fetch(`${url}/queues`, { headers: allowed })
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none';script-src 'self';style-src 'self' 'unsafe-inline';/)
    expect(policy).not.toMatch(/https?:|\*/)
    expect(page.headers.get('x-frame-options')).toBe('DENY')
    const text = await page.text()
    expect(text).not.toContain(OPS_TOKEN)
    const parts = [...text.matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, part]) => part)
    expect(parts.length).toBeGreaterThan(3)
    for (const part of parts) expect((await fetch(`${url}/queues/${part}`, { headers: allowed })).status).toBe(200)
  })

  test('it lists the queue with its job counts and is read-only', async () => {
    const { url, listQueues, ask } = await openBoard()
    await ask('screener.startEnrichment')
    const before = await waitFor('the jobs of the run', async () => {
      const [queue] = await listQueues()
      const waiting = (queue?.counts.waiting ?? 0) + (queue?.counts.prioritized ?? 0)
      return waiting === allSymbols.length ? queue : null
    })
    expect(await listQueues()).toMatchObject([{ name: 'enrichment', readOnlyMode: true, isPaused: false }])
    const changes = [
      ['PUT', '/queues/api/queues/pause'],
      ['PUT', '/queues/api/queues/enrichment/pause'],
      ['PUT', '/queues/api/queues/enrichment/empty'],
      ['PUT', '/queues/api/queues/enrichment/obliterate'],
      ['POST', '/queues/api/queues/enrichment/add'],
      ['DELETE', '/queues'],
    ] as const
    for (const [method, path] of changes) {
      const body = JSON.stringify({ name: 'enrich-symbol', data: {}, force: true })
      const json = { 'content-type': 'application/json' }
      const refused = await fetch(url + path, { method, headers: { ...allowed, ...json }, body })
      expect([path, refused.status, refused.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD'])
      expect((await fetch(url + path, { method, headers: json, body })).status).toBe(401)
    }
    expect((await listQueues())[0]?.counts).toEqual(before.counts)
  })

  test('with the queue unavailable, the page still loads and its data requests return a 503 problem', async () => {
    const { url } = await openBoard()
    stack.redis.cut()
    const response = await fetch(url + LIST, { headers: allowed })
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: 'queue_unavailable' })
    expect((await fetch(`${url}/queues`, { headers: allowed })).status).toBe(200)
  })
})
