import { randomBytes } from 'node:crypto'
import { buildPath, type EndpointId, endpointTable, type Success } from '@callwright/contracts'
import { waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { ServiceSummary } from '../src/ops/monitor.ts'
import { type BadRequest, createBadRequests, testedEndpoints } from './real-stack/bad-requests.ts'
import { createCanaries } from './real-stack/canaries.ts'
import { findProblemFault, type Load, type RequestId, startLoad } from './real-stack/load.ts'
import { findMissingMetrics } from './real-stack/missing-metrics.ts'
import { openRealStack, type RealStack } from './real-stack/stack.ts'
import { bearer } from './support.ts'

/** Factor by which this machine may be slower than the one on which the limits were measured. */
const SLACK = 3
const SERVICE_MS = 3_000 * SLACK
const REDIS_MS = 3_000 * SLACK
const POSTGRES_MS = 5_000 * SLACK
const MINUTE_MS = 60_000

const password = `canary-${randomBytes(12).toString('hex')}`
const email = `canary-${randomBytes(6).toString('hex')}@example.invalid`

let stack: RealStack
let load: Load
let token: string
let cookie: string

beforeAll(async () => {
  stack = await openRealStack()
  const answer = await fetch(stack.url + buildPath('auth.register'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'trader', email, password }),
  })
  expect(answer.status).toBe(201)
  token = ((await answer.json()) as Success<'auth.register'>).access_token
  cookie = /=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? ''
  await waitFor('the first run to end', async () => (await ask('screener.enrichmentStatus')).finished_at, MINUTE_MS)
  load = startLoad(stack.url, token)
  await load.untilHealthy(0)
})
afterAll(async () => {
  await load?.stop()
  await stack?.close()
})

const send = (id: EndpointId) =>
  fetch(stack.url + buildPath(id), { method: endpointTable[id].method, headers: bearer(token) })

async function ask<Id extends 'screener.enrichmentStatus' | 'portfolio.list'>(id: Id): Promise<Success<Id>> {
  const answer = await send(id)
  expect([id, answer.ok]).toEqual([id, true])
  return (await answer.json()) as Success<Id>
}

/** Null while the queue has not reconnected to Redis. */
async function startRun(): Promise<string | null> {
  const answer = await send('screener.startEnrichment')
  expect(answer.ok || answer.status === 503).toBe(true)
  return answer.ok ? ((await answer.json()) as Success<'screener.startEnrichment'>).run_id : null
}

test('every metric that the rules, the dashboards and the pages under /ops read exists', async () => {
  expect(findMissingMetrics(await stack.readMetrics())).toEqual([])
})

/**
 * Parts that are killed with SIGKILL. `loses` lists the endpoints that fail while the part is down. All others keep
 * working.
 */
const faults = [
  { part: 'worker', loses: [], withinMs: SERVICE_MS },
  { part: 'coach', loses: ['coach.status'], withinMs: SERVICE_MS },
  { part: 'screener', loses: ['screener.view'], withinMs: SERVICE_MS },
  { part: 'market-data', loses: ['stocks.quote'], withinMs: SERVICE_MS },
  { part: 'portfolio', loses: ['portfolio.list', 'portfolio.add'], withinMs: SERVICE_MS },
  { part: 'auth', loses: ['auth.me'], withinMs: SERVICE_MS },
  { part: 'redis', loses: [], withinMs: REDIS_MS },
  { part: 'postgres', loses: ['auth.me', 'portfolio.list', 'portfolio.add'], withinMs: POSTGRES_MS },
] as const satisfies { part: Parameters<RealStack['kill']>[0]; loses: RequestId[]; withinMs: number }[]

describe('under the load of a signed-in user', () => {
  let runId: string

  test.each(faults)('while $part is down, exactly $loses fails, and a restart restores it (F37)', async (fault) => {
    runId = await waitFor('a run to be accepted', startRun)
    const killedMs = performance.now()
    await stack.kill(fault.part)
    const meanwhile = await load.readSince(performance.now())
    const lost = new Set(meanwhile.filter(({ status }) => status !== 200).map(({ id }) => id))
    expect([...lost].sort()).toEqual([...fault.loses].sort())

    const startedMs = performance.now()
    await stack.start(fault.part)
    const healthyMs = await load.untilHealthy(startedMs)
    expect(healthyMs - startedMs).toBeLessThan(fault.withinMs)
    const since = await load.readSince(killedMs)
    expect(
      since.filter(({ id, status }) => status !== 200 && !(fault.loses as readonly RequestId[]).includes(id)),
    ).toEqual([])
  })

  test('no user was signed out, and every failure had a readable message', () => {
    const answers = load.answers()
    expect(answers.length).toBeGreaterThan(100)
    expect(answers.filter(({ fault }) => fault !== null)).toEqual([])
  })

  test('every acknowledged write is stored once, and nothing else (F03)', async () => {
    await load.stop()
    const stored = (await ask('portfolio.list')).positions.map(({ id }) => id)
    expect(load.acknowledged.length).toBeGreaterThan(20)
    expect(load.acknowledged.filter((id) => !stored.includes(id))).toEqual([])
    expect(stored).toHaveLength(new Set(stored).size)
    expect(stored.filter((id) => !load.sent.includes(id))).toEqual([])
  })

  test('the last acknowledged run completes without failures', async () => {
    const ended = await waitFor(
      'the run to end',
      async () => {
        const status = await ask('screener.enrichmentStatus')
        return status.run_id === runId && status.state === 'idle' ? status : null
      },
      MINUTE_MS,
    )
    expect(ended).toMatchObject({ done: ended.total, failed: 0 })
  })
})

describe('bad requests', () => {
  const REQUESTS_PER_ENDPOINT = 12
  const CONCURRENCY = 8

  test(`${REQUESTS_PER_ENDPOINT} per endpoint: none returns 5xx or signs the user out, each rejection gives a reason (S07, S29)`, async () => {
    expect(testedEndpoints.length).toBeGreaterThan(40)
    const waiting = [...createBadRequests(REQUESTS_PER_ENDPOINT)]
    const faults: string[] = []
    const work = async () => {
      for (let request = waiting.pop(); request; request = waiting.pop()) {
        const fault = await findRejectionFault(request)
        if (fault !== null) faults.push(`${request.method} ${request.target} ${request.body}: ${fault}`)
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, work))
    expect(faults).toEqual([])
    expect((await ask('portfolio.list')).positions.length).toBeGreaterThan(0)
  })

  async function findRejectionFault({ id, method, target, body, type }: BadRequest): Promise<string | null> {
    const answer = await fetch(stack.url + target, {
      method,
      headers: { ...bearer(token), ...(body === null ? {} : { 'content-type': type }) },
      body,
    })
    // The generated request was valid after all. Its response may be an endless stream, so do not read it.
    if (answer.ok) return (await answer.body?.cancel()) ?? null
    const text = await answer.text()
    if (answer.status >= 500) return `${answer.status} ${text}`
    if (answer.status === 401 && endpointTable[id].access === 'user') return `signed out: ${text}`
    return findProblemFault(answer, text)
  }
})

describe('for operators', () => {
  const broken = {
    'market-data': {
      status: 'fail',
      sentence: 'No new prices or option chains. The screener keeps its last data; positions show no figures.',
      runbook: 'docs/runbook.md#not-ready',
    },
    workers: {
      status: 'fail',
      sentence: 'The screener shows its last data and does not refresh.',
      runbook: 'docs/runbook.md#service-down',
    },
    portfolio: {
      status: 'fail',
      sentence: 'Positions cannot be viewed or saved.',
      runbook: 'docs/runbook.md#not-ready',
    },
  }

  test('a missing provider, a killed worker and a slow database show within a minute, with start time and runbook section', async () => {
    await waitFor('no service to be down', async () => (await stack.readSummary()).overall !== 'fail', MINUTE_MS)
    const brokenAt = new Date()
    await stack.removeMarketFiles()
    await stack.kill('worker')
    stack.portfolioDatabase.slow(2_500)
    const found = await waitFor('all three to show', () => readBroken(), MINUTE_MS)
    for (const { name, verdict } of found) {
      expect([name, verdict]).toEqual([name, expect.objectContaining(broken[name as keyof typeof broken])])
      expect(Date.parse(verdict.since ?? '')).toBeGreaterThanOrEqual(brokenAt.getTime())
    }
  })

  async function readBroken(): Promise<readonly ServiceSummary[] | null> {
    const { services } = await stack.readSummary()
    const found = services.filter(({ name }) => name in broken)
    return found.every(({ status }) => status === 'fail') ? found : null
  }

  test('no log, metric, health page, response or Redis entry contains a secret from a request (S30)', async () => {
    stack.portfolioDatabase.slow(0)
    const canaries = createCanaries()
    const answers: string[] = []
    for (const given of [undefined, token]) {
      for (const id of testedEndpoints) {
        const { target, ...request } = canaries.write(id, given)
        const answer = await fetch(stack.url + target, request)
        if (answer.ok) await answer.body?.cancel()
        else answers.push(await answer.text())
      }
    }
    expect(answers.length).toBeGreaterThan(testedEndpoints.length)
    const logs = stack.readLogs()
    expect(logs.match(/request\.completed/g)?.length ?? 0).toBeGreaterThan(100)
    const stored = stack.readRedis()
    expect(stored).toContain('run_id')
    const exposed = [
      logs,
      stored,
      await stack.readMetrics(),
      JSON.stringify(await stack.readSummary()),
      ...answers,
    ].join('\n')
    expect(canaries.all.length).toBeGreaterThan(25)
    for (const canary of [password, email, token, cookie, ...canaries.all]) {
      expect(canary.length).toBeGreaterThan(20)
      expect(exposed).not.toContain(canary)
    }
  })
})
