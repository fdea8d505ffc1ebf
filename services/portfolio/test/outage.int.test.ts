import { waitFor, withLeeway } from '@callwright/service/testing'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { inventPosition, openStack, problemOf, type Stack } from './support.ts'

async function open(): Promise<Stack> {
  const stack = await openStack()
  await stack.get('portfolio.add', { body: inventPosition({ id: 'ko' }) })
  await stack.get('portfolio.add', { body: inventPosition({ id: 'pep', ticker: 'PEP' }) })
  return stack
}

/** Tests that wait for a timeout run concurrently, each with a stack of its own. */
async function withStack(work: (stack: Stack) => Promise<void>): Promise<void> {
  const stack = await open()
  try {
    await work(stack)
  } finally {
    await stack.close()
  }
}

const add = (stack: Stack, id: string) =>
  stack.ask('portfolio.add', { body: inventPosition({ id, confirm_equal: true }) })

async function expectOutage(
  ask: () => Promise<{ status: number; headers: Readonly<Record<string, unknown>>; text: string }>,
  withinMs: number,
) {
  const startedAt = performance.now()
  const answer = await ask()
  const tookMs = performance.now() - startedAt
  expect(answer.status).toBe(503)
  expect(answer.headers['retry-after']).toBeDefined()
  expect(problemOf(answer)).toMatchObject({ code: 'database_unavailable' })
  expect(tookMs).toBeLessThan(withLeeway(withinMs))
}

/** Waits until the pool has replaced its broken connections, which takes a statement or two. */
async function expectRecovery(stack: Stack) {
  await waitFor('a write to succeed', async () => (await add(stack, 'after')).status === 200)
  expect(await stack.listIds()).toEqual(['ko', 'pep', 'after'])
}

describe('PostgreSQL', () => {
  test.concurrent('unreachable: reads and writes return 503 immediately, and recover (F01)', () =>
    withStack(async (stack) => {
      stack.postgres.cut()
      await Promise.all([
        expectOutage(() => stack.ask('portfolio.list'), 2_000),
        expectOutage(() => add(stack, 'lost'), 2_000),
        expectOutage(() => stack.ask('portfolio.export'), 2_000),
      ])
      stack.postgres.restore()
      await expectRecovery(stack)
    }))

  test.concurrent('frozen: 503 within the statement and connection timeouts (F02)', () =>
    withStack(async (stack) => {
      stack.postgres.freeze()
      await Promise.all([
        expectOutage(() => stack.ask('portfolio.list'), 5_000),
        expectOutage(() => add(stack, 'lost'), 5_000),
      ])
      stack.postgres.thaw()
      await expectRecovery(stack)
    }))

  test.concurrent("rows locked by another session: that user's writes are 503 after three seconds, other users are not affected (F04)", () =>
    withStack(async (stack) => {
      const held = Promise.withResolvers<void>()
      const locked = Promise.withResolvers<void>()
      const holding = stack.database.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(hashtextextended('position user-1', 0))`.execute(transaction)
        locked.resolve()
        await held.promise
      })
      await locked.promise
      const blocked = Array.from({ length: 20 }, (_, index) => add(stack, `blocked-${index}`))
      expect((await stack.ask('portfolio.add', { user: 'other', body: inventPosition() })).status).toBe(200)
      expect((await stack.ask('portfolio.list')).status).toBe(200)
      for (const answer of await Promise.all(blocked)) {
        expect(answer.status).toBe(503)
        expect(answer.headers['retry-after']).toBeDefined()
      }
      held.resolve()
      await holding
      await expectRecovery(stack)
    }))
})

describe('market-data (F13)', () => {
  let stack: Stack
  beforeEach(async () => {
    stack = await open()
  })
  afterEach(() => stack.close())

  const figures = { current_price: null, delta: null, cc_pnl: null, recommendation: 'unavailable' }

  test('without a response for one stock: the others have values, and the response lists the missing one', async () => {
    stack.market.breakFor('PEP', 'refuses')
    const list = await stack.get('portfolio.list')
    expect(list).toMatchObject({
      partial: true,
      missing_symbols: [{ symbol: 'PEP', reason: 'The provider is down.', loading: false }],
      message: 'No market data for PEP right now.',
      totals: { cc_pnl: { counted: 1, left_out: 1 } },
    })
    expect(list.positions).toMatchObject([
      { id: 'ko', current_price: 62 },
      { id: 'pep', ...figures },
    ])
    expect(list.positions[1]?.recommendation_trace.missing).toContain('price')
  })

  async function expectNoValues(stack: Stack, how: 'refuses' | 'garbles' | 'hangs') {
    stack.market.breakFor('*', how)
    const list = await stack.get('portfolio.list')
    expect(list).toMatchObject({ partial: true, data_class: 'none', as_of: null, source: '' })
    expect(list.positions).toMatchObject([figures, figures])
    expect(list.totals).toMatchObject({ cc_pnl: { usd: null, counted: 0, left_out: 2 } })
    expect((await add(stack, 'meanwhile')).status).toBe(200)
  }

  test.concurrent('that hangs: the list has no market values', () =>
    withStack((stack) => expectNoValues(stack, 'hangs')))

  test.each(['refuses', 'garbles'] as const)('that %s: the list has no market values', (how) =>
    expectNoValues(stack, how),
  )

  test('that does not know a stock: its position is listed without values, with the reason', async () => {
    stack.market.breakFor('KO', 'unknown')
    const { missing_symbols } = await stack.get('portfolio.list')
    expect(missing_symbols).toEqual([{ symbol: 'KO', reason: 'Unknown symbol: KO', loading: false }])
  })

  test('provides the time for users without positions too', async () => {
    const list = await stack.get('portfolio.list', { user: 'newcomer' })
    expect(list).toMatchObject({ market_time: '2026-07-10T15:00:00.000Z', positions: [] })
    const { headers } = await stack.ask('portfolio.export', { user: 'newcomer' })
    expect(headers['content-disposition']).toContain('2026-07-10')
  })

  test('provides the time: days are counted on its clock, even once it is unreachable', async () => {
    expect((await stack.get('portfolio.list')).positions[0]?.days_to_expiration).toBe(14)
    stack.market.breakFor('*', 'refuses')
    await stack.get('portfolio.add', { user: 'new', body: inventPosition() })
    const list = await stack.get('portfolio.list', { user: 'new' })
    expect(list).toMatchObject({ market_time: '2026-07-10T15:00:00.000Z', positions: [{ days_to_expiration: 14 }] })
  })
})
