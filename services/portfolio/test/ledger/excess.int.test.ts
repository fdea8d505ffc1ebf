import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { inventPosition, openStack, problemOf, type Stack } from '../support.ts'

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
})
afterAll(() => stack.close())

const user = 'hoarder'
const record = (id: string, body: object) =>
  stack.ask('portfolio.recordChainEvent', { user, params: { id }, body: { occurred_on: '2026-02-02', ...body } })
const buy = (chain: string, nth: number, body: object = {}) =>
  record(chain, { event_id: `${chain}-${nth}`, kind: 'buy_shares', ticker: 'KO', shares: 1e6, price: 1e6, ...body })
const split = (chain: string, nth: number, ratio: object) =>
  record(chain, {
    event_id: `${chain}-split-${nth}`,
    kind: 'adjust',
    action: 'split',
    effective_on: '2026-02-03',
    ratio,
  })

test('a chain with more dollars or shares than the database can store is refused, and stays as it was', async () => {
  const costly: number[] = []
  for (let nth = 0; nth < 120; nth += 1) costly.push((await buy('costly', nth)).status)
  expect(new Set(costly)).toEqual(new Set([200, 400]))
  expect((await buy('wide', 0)).status).toBe(200)
  const splits = [await split('wide', 1, { new: 10_000, old: 1 }), await split('wide', 2, { new: 10_000, old: 1 })]
  const last = splits.find(({ status }) => status !== 200)
  expect(last === undefined ? null : problemOf(last)).toMatchObject({ status: 400, code: 'validation' })
})

test('a call whose shares cost almost nothing or very much after a split is stored, or refused', async () => {
  for (const [id, price, ratio] of [
    ['cheap', 0.0001, { new: 10_000, old: 1 }],
    ['dear', 1e6, { new: 1, old: 10_000 }],
  ] as const) {
    const position = inventPosition({ id, entry_price: price, contracts: 10_000 })
    await stack.get('portfolio.add', { user, body: position })
    const calls = [{ position_id: id, contracts: 10_000, strike_price: 65, multiplier: 100, deliverable_shares: 100 }]
    const body = { event_id: `${id}-split`, kind: 'adjust', action: 'split', effective_on: '2026-07-01', ratio, calls }
    const { status } = await stack.ask('portfolio.recordChainEvent', { user, params: { id }, body })
    expect([200, 400]).toContain(status)
  }
})
