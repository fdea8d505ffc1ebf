import { randomBytes } from 'node:crypto'
import { buildPath, type EndpointId, endpointTable, type Success } from '@callwright/contracts'
import { waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { ServiceSummary } from '../src/ops/summary.ts'
import { findUnanswered } from './real-stack/asked-metrics.ts'
import { type BadRequest, inventBadRequests, tried } from './real-stack/bad-requests.ts'
import { inventCanaries } from './real-stack/canaries.ts'
import { type Asked, findProblemFault, type Load, startLoad } from './real-stack/load.ts'
import { openRealStack, type RealStack } from './real-stack/stack.ts'
import { bearer } from './support.ts'

/** How much slower than the one that the bounds were set on a machine may be. */
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
  await load.untilCalm(0)
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

/** The id of the run that is under way from now on; null where the queue has not found its Redis again yet. */
async function startRun(): Promise<string | null> {
  const answer = await send('screener.startEnrichment')
  expect(answer.ok || answer.status === 503).toBe(true)
  return answer.ok ? ((await answer.json()) as Success<'screener.startEnrichment'>).run_id : null
}

test('every process shows the figures that panels, promises and alerts ask it for', async () => {
  const read = (name: ServiceSummary['name']) => stack.readMetricsOf(name === 'workers' ? 'worker' : name)
  // Neither has a database: a recorded market keeps nothing.
  const withoutPool = ['gateway db_client_connections_max', 'market-data db_client_connections_max']
  expect(await findUnanswered(read)).toEqual(withoutPool)
})

/** Each of them killed as nobody would. `loses`: what is not answered meanwhile; everything else is. */
const faults = [
  { part: 'worker', loses: [], withinMs: SERVICE_MS },
  { part: 'coach', loses: ['coach.status'], withinMs: SERVICE_MS },
  { part: 'screener', loses: ['screener.view'], withinMs: SERVICE_MS },
  { part: 'market-data', loses: ['stocks.quote'], withinMs: SERVICE_MS },
  { part: 'portfolio', loses: ['portfolio.list', 'portfolio.add'], withinMs: SERVICE_MS },
  { part: 'auth', loses: ['auth.me'], withinMs: SERVICE_MS },
  { part: 'redis', loses: [], withinMs: REDIS_MS },
  { part: 'postgres', loses: ['auth.me', 'portfolio.list', 'portfolio.add'], withinMs: POSTGRES_MS },
] as const satisfies { part: Parameters<RealStack['kill']>[0]; loses: Asked[]; withinMs: number }[]

describe('under the load of a signed-in user', () => {
  let runId: string

  test.each(faults)('$part killed and started again takes away $loses, and for a moment', async (fault) => {
    runId = await waitFor('a run to be accepted', startRun)
    const killedMs = performance.now()
    await stack.kill(fault.part)
    const meanwhile = await load.readSince(performance.now())
    const lost = new Set(meanwhile.filter(({ status }) => status !== 200).map(({ id }) => id))
    expect([...lost].sort()).toEqual([...fault.loses].sort())

    const startedMs = performance.now()
    await stack.start(fault.part)
    const calmMs = await load.untilCalm(startedMs)
    expect(calmMs - startedMs).toBeLessThan(fault.withinMs)
    const since = await load.readSince(killedMs)
    expect(since.filter(({ id, status }) => status !== 200 && !(fault.loses as readonly Asked[]).includes(id))).toEqual(
      [],
    )
  })

  test('nobody was signed out, and every failure said so in words', () => {
    const answers = load.answers()
    expect(answers.length).toBeGreaterThan(100)
    expect(answers.filter(({ fault }) => fault !== null)).toEqual([])
  })

  test('what was acknowledged is there, once, and nothing that nobody sent', async () => {
    await load.stop()
    const stored = (await ask('portfolio.list')).positions.map(({ id }) => id)
    expect(load.acknowledged.length).toBeGreaterThan(20)
    expect(load.acknowledged.filter((id) => !stored.includes(id))).toEqual([])
    expect(stored).toHaveLength(new Set(stored).size)
    expect(stored.filter((id) => !load.sent.includes(id))).toEqual([])
  })

  test('the last run that was acknowledged comes to its end, without a loss', async () => {
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

describe('whatever is sent to it', () => {
  const EACH = 12
  const AT_ONCE = 8

  test(`${EACH} bad requests to each endpoint: none is a failure of ours, none signs anyone out, each refusal says why (S07, S29)`, async () => {
    expect(tried.length).toBeGreaterThan(40)
    const waiting = [...inventBadRequests(EACH)]
    const faults: string[] = []
    const work = async () => {
      for (let request = waiting.pop(); request; request = waiting.pop()) {
        const fault = await findRefusalFault(request)
        if (fault !== null) faults.push(`${request.method} ${request.target} ${request.body}: ${fault}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    expect(faults).toEqual([])
    expect((await ask('portfolio.list')).positions.length).toBeGreaterThan(0)
  })

  async function findRefusalFault({ id, method, target, body, type }: BadRequest): Promise<string | null> {
    const answer = await fetch(stack.url + target, {
      method,
      headers: { ...bearer(token), ...(body === null ? {} : { 'content-type': type }) },
      body,
    })
    // It was no bad one then, and its answer may be a stream without an end.
    if (answer.ok) return (await answer.body?.cancel()) ?? null
    const text = await answer.text()
    if (answer.status >= 500) return `${answer.status} ${text}`
    if (answer.status === 401 && endpointTable[id].access === 'user') return `signed out: ${text}`
    return findProblemFault(answer, text)
  }
})

describe('for who looks after the stack', () => {
  const broken = {
    'market-data': {
      status: 'fail',
      sentence: 'No new prices and no chains; the screen stays, positions are without figures.',
      runbook: 'docs/runbook.md#not-ready',
    },
    workers: {
      status: 'fail',
      sentence: 'The screen stays as it is and grows old: nothing refreshes it.',
      runbook: 'docs/runbook.md#service-down',
    },
    portfolio: {
      status: 'fail',
      sentence: 'Positions cannot be seen or saved.',
      runbook: 'docs/runbook.md#not-ready',
    },
  }

  test('a provider away, a worker killed and a slow database are told within a minute: what, since when, what to do', async () => {
    const brokenAt = new Date()
    await stack.takeMarketAway()
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

  test('no log, no metric, no health page, no answer and nothing in Redis holds a secret of a request (S30)', async () => {
    stack.portfolioDatabase.slow(0)
    const canaries = inventCanaries()
    const answers: string[] = []
    for (const given of [undefined, token]) {
      for (const id of tried) {
        const { target, ...request } = canaries.write(id, given)
        const answer = await fetch(stack.url + target, request)
        if (answer.ok) await answer.body?.cancel()
        else answers.push(await answer.text())
      }
    }
    expect(answers.length).toBeGreaterThan(tried.length)
    const logs = stack.readLogs()
    expect(logs.match(/request\.completed/g)?.length ?? 0).toBeGreaterThan(100)
    const kept = stack.readRedis()
    // A job of a run, which Redis was told of.
    expect(kept).toContain('run_id')
    const told = [logs, kept, await stack.readMetrics(), JSON.stringify(await stack.readSummary()), ...answers].join(
      '\n',
    )
    expect(canaries.all.length).toBeGreaterThan(25)
    for (const canary of [password, email, token, cookie, ...canaries.all]) {
      expect(canary.length).toBeGreaterThan(20)
      expect(told).not.toContain(canary)
    }
  })
})
