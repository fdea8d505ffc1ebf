import type { Success } from '@callwright/contracts'
import { waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { allSymbols } from './fake-market.ts'
import { type Api, openStack, problemOf, type Stack, untilIdle } from './support.ts'

type CallsBody = Success<'screener.calls'>

/** The tests share one run: the first ones only read its calls, the last one cuts the database. */
let stack: Stack
let api: Api
let enriched: CallsBody
beforeAll(async () => {
  stack = await openStack()
  api = await stack.openApi()
  enriched = await enrich()
})
afterAll(() => stack.close())

async function readCalls(ask: Api['ask'], query: Record<string, string> = {}): Promise<CallsBody> {
  const answer = await ask('screener.calls', { query: { limit: '500', ...query } })
  expect(answer.status).toBe(200)
  return answer.body as CallsBody
}

/** Reads every page of the calls. */
async function readAllCalls(ask: Api['ask']): Promise<CallsBody> {
  const first = await readCalls(ask)
  const calls = [...first.calls]
  while (calls.length < first.total) calls.push(...(await readCalls(ask, { offset: String(calls.length) })).calls)
  return { ...first, calls }
}

async function enrich(): Promise<CallsBody> {
  await stack.openWorker()
  const { done } = await untilIdle(api.ask)
  expect(done).toBeLessThanOrEqual(allSymbols.length)
  const stored = await stack.database
    .selectFrom('screenerRow')
    .select('symbol')
    .where('calls', 'is not', null)
    .execute()
  return waitFor('the calls of every stock', async () => {
    const found = await readAllCalls(api.ask)
    return new Set(found.calls.map(({ symbol }) => symbol)).size === stored.length ? found : null
  })
}

test('a run stores every stock’s calls, and a new process serves the same ones from the database', async () => {
  const first = enriched
  expect(first).toMatchObject({
    premium: 'bid',
    return_basis: 'stock_price',
    gates: [],
    total: first.universe_total,
    data_class: 'recorded',
    cache_status: 'fresh',
  })
  expect(first.listed_total).toBeGreaterThanOrEqual(first.universe_total)
  const yields = first.calls.map((call) => call.static_return_annualized_pct)
  expect(yields).toEqual(yields.toSorted((a, b) => (b ?? 0) - (a ?? 0)))
  const second = await readAllCalls((await stack.openApi()).ask)
  expect(second.calls).toEqual(first.calls)
})

test('gates are counted in their order; sorting, paging and the mid are as asked', async () => {
  const answer = await readCalls(api.ask, {
    ...{ delta_max: '0.4', open_interest_min: '100', days_to_expiration_max: '40', premium: 'mid' },
    ...{ sort_by: 'strike', sort_order: 'asc', limit: '5', offset: '2' },
  })
  expect(answer.gates.map(({ gate }) => gate)).toEqual(['open_interest', 'delta', 'days'])
  expect(answer.gates.reduce((sum, { removed }) => sum + removed, answer.total)).toBe(enriched.universe_total)
  const passing = enriched.calls
    .filter(({ delta, days_to_expiration }) => delta !== null && delta < 0.4005 && days_to_expiration <= 40)
    .toSorted((a, b) => a.strike - b.strike || (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0))
  expect(answer.pagination).toEqual({ total: passing.length, limit: 5, offset: 2 })
  expect(answer.calls.map(({ strike, symbol }) => [strike, symbol])).toEqual(
    passing.slice(2, 7).map(({ strike, symbol }) => [strike, symbol]),
  )
  for (const { downside_protection_pct, mid, underlying_price } of answer.calls) {
    expect(downside_protection_pct).toBeCloseTo((100 * mid) / underlying_price, 8)
  }
})

test('an unchanged page is a 304; a bad parameter is a 400 that names it', async () => {
  const { headers } = await api.ask('screener.calls', { query: { delta_min: '0.2' } })
  const again = await api.ask('screener.calls', {
    query: { delta_min: '0.2' },
    headers: { 'if-none-match': String(headers.etag) },
  })
  expect(again.status).toBe(304)
  for (const query of [{ delta_min: 'high' }, { ticker: 'A' }, { delta_min: '0.3', delta_max: '0.1' }]) {
    const refused = await api.ask('screener.calls', { query: query as Record<string, string> })
    expect(refused.status).toBe(400)
    expect(problemOf(refused).detail).toContain(Object.keys(query)[0])
  }
})

test('a stock whose chain is gone has no calls after its next row', async () => {
  const [gone] = enriched.calls.map(({ symbol }) => symbol)
  await sql`
    with taken as (update snapshot_version set version = version + 1 returning version)
    update screener_row set calls = null, version = taken.version from taken where symbol = ${gone}`.execute(
    stack.database,
  )
  await waitFor('its calls to go', async () => (await readCalls(api.ask, { symbols: gone ?? '' })).total === 0)
  expect((await readCalls(api.ask)).calls.some(({ symbol }) => symbol === gone)).toBe(false)
})

test('a process that starts without PostgreSQL says that it has no calls', async () => {
  const names = await waitFor('the shared rows', async () => {
    const keys = await stack.directRedis.keys(`${stack.apiConfig.redisNamespace}:*rows*`)
    return keys.length > 0 ? keys : null
  })
  expect(names).not.toEqual([])
  stack.postgres.cut()
  const { ask } = await stack.openApi()
  const answer = await waitFor('a page', async () => {
    const found = await ask('screener.calls')
    return found.status === 200 ? (found.body as CallsBody) : null
  })
  expect(answer).toMatchObject({ calls: [], universe_total: 0, cache_status: 'stale' })
  expect(answer.message).toMatch(/calls cannot be loaded/)
})
