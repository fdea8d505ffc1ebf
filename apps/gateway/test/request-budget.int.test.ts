import { buildPath } from '@callwright/contracts'
import { createLimiter, openSharedCache } from '@callwright/service'
import { waitFor } from '@callwright/service/testing'
import { afterAll, expect, test } from '@jest/globals'
import { ledgerLimit } from '../src/request-budget.ts'
import { createResources } from './faulty-upstreams.ts'
import { bearer, openGateway, readProblem, type TestGateway } from './support.ts'

/** The tests run concurrently, each with its own gateway, because a rejection is sent after at least a second. */
const { keep, closeAll } = createResources()
afterAll(closeAll)

const search = `${buildPath('stocks.search')}?q=a`
const backtest = buildPath('options.backtest', { symbol: 'QA' })

/** 60 requests per minute are 10 in each window of 10 s, and 50 for an address. */
const openSmall = async () => keep(await openGateway({ requestsPerMinute: 60 }))

const getter = (gateway: TestGateway) => {
  const tokens = new Map<string, string>()
  return (sub: string, path = search) => {
    const token = tokens.get(sub) ?? gateway.token({ sub })
    tokens.set(sub, token)
    return fetch(gateway.url + path, { headers: bearer(token) })
  }
}

const inTurn = async (count: number, send: () => Promise<Response>) => {
  const statuses: number[] = []
  for (let sent = 0; sent < count; sent += 1) statuses.push((await send()).status)
  return statuses
}

test.concurrent('a user who has spent the budget gets a 429 that says when to try again, and other users do not (F38)', async () => {
  const gateway = await openSmall()
  const get = getter(gateway)
  expect(new Set(await inTurn(10, () => get('busy')))).toEqual(new Set([200]))
  const forwarded = gateway.hits.length
  const rejected = await get('busy')
  const wait = Number(rejected.headers.get('retry-after'))
  expect([rejected.status, wait >= 1 && wait <= 10, gateway.hits.length]).toEqual([429, true, forwarded])
  expect((await readProblem(rejected)).detail).toBe(`Too many requests from this account. Try again in ${wait} s.`)
  expect((await get('calm')).status).toBe(200)
  expect(await gateway.readMetric('gateway_budget_rejections_total', { budget: 'user' })).toBe(1)
  const isRejection = ({ event, status }: Record<string, unknown>) => event === 'request.completed' && status === 429
  await waitFor('the line', () => gateway.sink.lines().some(isRejection))
  expect(gateway.sink.lines().filter(isRejection)).toEqual([expect.objectContaining({ user_id: 'busy' })])
})

test.concurrent('rejections of a user who sends many at once are sent later and later', async () => {
  const gateway = await openSmall()
  const get = getter(gateway)
  await inTurn(10, () => get('flood'))
  const times = await Promise.all(
    Array.from({ length: 150 }, async () => {
      const startedMs = performance.now()
      expect((await get('flood')).status).toBe(429)
      return performance.now() - startedMs
    }),
  )
  expect(Math.min(...times)).toBeGreaterThan(900)
  // The last one waits for 2.5 s.
  expect(Math.max(...times)).toBeGreaterThan(2_200)
})

test.concurrent('an expensive request counts several times, and all users of an address share five budgets', async () => {
  const gateway = await openSmall()
  const get = getter(gateway)
  expect(await inTurn(2, () => get('tester', backtest))).toEqual([200, 429])
  for (const user of ['b', 'c', 'd', 'e']) expect((await get(user, backtest)).status).toBe(200)
  expect((await get('f')).status).toBe(429)
  expect(await gateway.readMetric('gateway_budget_rejections_total', { budget: 'address' })).toBe(1)
})

test.concurrent('a user has a limited number of requests at the same time, and a client that leaves frees its place', async () => {
  const gateway = await openSmall()
  const get = getter(gateway)
  const held: (() => void)[] = []
  gateway.stubs['market-data'].answerWith(() => new Promise((resolve) => held.push(() => resolve({ stocks: [] }))))
  const leaving = new AbortController()
  const token = gateway.token({ sub: 'parallel' })
  const left = fetch(gateway.url + search, { headers: bearer(token), signal: leaving.signal }).catch(() => null)
  const others = Array.from({ length: 3 }, () => get('parallel'))
  await waitFor('four requests', () => held.length === 4)
  expect((await get('parallel')).status).toBe(429)
  leaving.abort()
  await left
  await waitFor('a free place', async () => (await gateway.readMetric('http_server_active_requests')) === 3)
  const next = get('parallel')
  await waitFor('the next request', () => held.length === 5)
  for (const finish of held) finish()
  expect((await Promise.all([...others, next])).map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

test.concurrent('changes of the ledger have a daily limit', async () => {
  const gateway = keep(await openGateway({ requestsPerMinute: 60 }))
  const limit = ledgerLimit(60)
  expect(limit).toMatchObject({ points: 240, durationSeconds: 86_400 })
  const writer = `writer-${gateway.port}-${Date.now()}`
  // Another gateway of the same product counts in the same Redis.
  const redis = openSharedCache(gateway.runtime, gateway.config.redisCacheUrl)
  await waitFor('Redis', () => redis.status === 'ready')
  const limiter = createLimiter(gateway.runtime, redis, limit)
  for (let spent = 0; spent < limit.points; spent += 1) await limiter.consume(writer)
  const remove = await fetch(`${gateway.url}${buildPath('portfolio.remove', { id: crypto.randomUUID() })}`, {
    method: 'DELETE',
    headers: bearer(gateway.token({ sub: writer })),
  })
  expect([remove.status, (await readProblem(remove)).detail]).toEqual([
    429,
    'Too many portfolio changes were made with this account today. Import a file to add many.',
  ])
  expect(gateway.hits.filter(({ method }) => method === 'DELETE')).toEqual([])
})
