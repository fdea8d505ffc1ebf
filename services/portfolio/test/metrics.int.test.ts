import { randomUUID } from 'node:crypto'
import { commonMetrics, MOST_SERIES, readMetrics } from '@callwright/service/testing'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { inventPosition, openStack, type Stack } from './support.ts'

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
})
afterAll(() => stack.close())

test('writes are counted by what came of them, and nothing by user, symbol or path', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const first = inventPosition()
  await stack.get('portfolio.add', { body: first, headers: key })
  await stack.get('portfolio.add', { body: first, headers: key })
  expect((await stack.ask('portfolio.add', { body: { ...first, strike_price: 66 } })).status).toBe(409)
  expect((await stack.ask('portfolio.add', { body: { ...first, strike_price: 67 }, headers: key })).status).toBe(422)
  expect((await stack.ask('portfolio.remove', { params: { id: 'none-such' } })).status).toBe(404)
  await stack.get('portfolio.update', { params: { id: first.id }, body: { strike_price: 70 } })
  const rows = ['1783699200001', '1783699200002'].map((id) => inventPosition({ id }))
  const migration = { body: rows, headers: { 'idempotency-key': randomUUID() } }
  await stack.get('portfolio.migrate', migration)
  await stack.get('portfolio.migrate', migration)
  const csv =
    'ticker,strike_price,entry_premium,entry_price,entry_date,expiry_date\nKO,65,2.5,60,2026-06-26,2026-07-24\n'
  await stack.get('portfolio.import', { query: { dry_run: 'true' }, body: { csv } })
  await stack.get('portfolio.list')
  stack.postgres.cut()
  expect((await stack.ask('portfolio.remove', { params: { id: first.id } })).status).toBe(503)
  stack.postgres.restore()

  const { names, series, find, findUnbounded } = await readMetrics(stack.runtime)
  const own = ['portfolio_writes_total', 'portfolio_migrated_positions_total']
  expect([...commonMetrics, ...own].filter((name) => !names.has(name))).toEqual([])
  expect(series.length).toBeLessThan(MOST_SERIES)
  expect(findUnbounded(['user-1', 'KO', first.id, '1783699200001'])).toEqual([])
  const countOf = (operation: string) =>
    ['created', 'replayed', 'conflict', 'error'].map((outcome) =>
      find('portfolio_writes_total', { operation, outcome }),
    )
  expect(countOf('add')).toEqual([1, 1, 2, 0])
  expect(countOf('update')).toEqual([1, 0, 0, 0])
  expect(countOf('remove')).toEqual([0, 0, 0, 1])
  expect(countOf('migrate')).toEqual([1, 1, 0, 0])
  expect(countOf('import')).toEqual([0, 0, 0, 0])
  expect(find('portfolio_migrated_positions_total')).toBe(2)
  expect(find('load_shed_requests_total', { reason: 'writes_waiting' })).toBe(0)
  expect(find('circuit_breaker_state', { upstream: 'market-data' })).toBe(0)
})
