import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { fee, listCloses, openBook } from '../book.ts'
import { openStack, type Stack } from '../support.ts'

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
})
afterAll(() => stack.close())

/** E12: when and where each call was sold, and how it ended. */
const TWO_YEARS = [
  ['a', '2024-01-08', '2024-02-16', 55, 1.05, 52, { kind: 'expire' }],
  ['b', '2024-02-20', '2024-03-15', 54, 1.2, null, { kind: 'roll', on: '2024-03-12', to: 'c', at: 2.1 }],
  ['c', '2024-03-12', '2024-04-19', 56, 2.45, null, { kind: 'assign' }],
  ['d', '2024-06-03', '2024-07-19', 55, 1.3, 53.5, { kind: 'expire' }],
  ['e', '2024-08-12', '2024-09-20', 52.5, 0.95, null, { kind: 'close', on: '2024-09-10', at: 0.15 }],
  ['f', '2024-09-11', '2024-11-15', 55, 1.15, null, { kind: 'expire' }],
  ['g', '2024-12-02', '2025-01-17', 55, 1.25, null, { kind: 'roll', on: '2025-01-14', to: 'h', at: 3.4 }],
  ['h', '2025-01-14', '2025-03-21', 60, 1.6, null, { kind: 'expire' }],
  ['i', '2025-03-24', '2025-06-20', 60, 1.4, null, { kind: 'expire' }],
  ['j', '2025-06-23', '2025-08-15', 60, 1.1, null, { kind: 'assign', on: '2025-08-07' }],
  ['k', '2025-09-02', '2025-10-17', 62.5, 1.5, 61, { kind: 'expire' }],
  ['l', '2025-10-20', '2025-11-21', 62.5, 1.35, null, { kind: 'expire' }],
  ['m', '2025-12-01', '2026-01-16', 65, 1.2, null, { kind: 'assign' }],
] as const
const DIVIDENDS = [
  ['2024-08-09', 40],
  ['2024-11-08', 40],
  ['2025-02-07', 42],
  ['2025-05-09', 42],
] as const

describe('whole campaigns (LIFECYCLE 4)', () => {
  test('E12: two years, with two rolls, three purchases and three assignments', async () => {
    const book = openBook(stack, 'e12', 'TWO')
    const closes = listCloses({ '2024-04-19': 57.3, '2025-08-07': 62.8, '2026-01-16': 66.1 })
    stack.market.override('TWO', { current_price: 60, closes })
    const rolledTo = new Map<string, (typeof TWO_YEARS)[number]>(TWO_YEARS.map((call) => [call[0], call]))
    for (const [id, entry_date, expiry_date, strike_price, entry_premium, price, end] of TWO_YEARS) {
      const isRolledInto = TWO_YEARS.some(([, , , , , , other]) => 'to' in other && other.to === id)
      const shares = price === null ? { shares_from: 'held' as const, chain_id: 'a' } : { entry_price: price }
      const terms = { id, entry_date, expiry_date, strike_price, entry_premium, ...fee }
      if (!isRolledInto) await book.open({ ...terms, ...shares, ...(id === 'a' ? {} : { chain_id: 'a' }) })
      const occurred_on = 'on' in end ? end.on : expiry_date
      const target = 'to' in end ? rolledTo.get(end.to) : undefined
      if (end.kind === 'roll' && target !== undefined) {
        const [to, , expiry, strike, premium] = target
        const open = { id: to, expiry_date: expiry, strike_price: strike, premium, ...fee }
        await book.on(id, { kind: 'roll', occurred_on, contracts: 1, close_price: end.at, open, ...fee })
      } else if (end.kind === 'close') {
        await book.on(id, { kind: 'close', occurred_on, contracts: 1, price: end.at, ...fee })
      } else {
        await book.on(id, { kind: end.kind, occurred_on, contracts: 1 })
      }
    }
    for (const [occurred_on, amount_usd] of DIVIDENDS) {
      await book.onChain('a', { kind: 'dividend', occurred_on, ex_date: occurred_on, amount_usd })
    }
    const { chain } = await book.chain('a')
    expect(chain).toMatchObject({
      state: 'ended',
      started_on: '2024-01-08',
      ended_on: '2026-01-16',
      days_elapsed: 739,
      days_invested: 668,
      realized_options_usd: 1_174.6,
      premium_received_usd: 1_750,
      paid_to_close_usd: 565,
      fees_usd: 10.4,
      realized_stock_usd: 1_450,
      dividends_usd: 164,
      pnl_usd: 2_788.6,
      shares_held: 0,
      versus_holding_usd: 654.6,
      missed_upside_usd: 170.65,
      flags: [],
    })
    expect(chain.average_capital_usd * chain.days_invested).toBeCloseTo(3_660_500, 0)
    expect(chain.average_capital_usd).toBeCloseTo(5_479.79, 2)
    expect(chain.annualized_pct).toBeCloseTo(27.81, 2)
    // For an ended chain, both views of the income give the same sum.
    const { totals } = await book.income()
    expect(totals).toMatchObject({
      net_premium_usd: 1_174.6,
      realized_options_usd: 1_174.6,
      dividends_usd: 164,
      rolls: 2,
    })
  })

  test('E3: a roll at 0.05 from the mids costs the chain that and the fees, while the row gains', async () => {
    const book = openBook(stack, 'e3 at market', 'ROL')
    stack.market.override('ROL', { current_price: 101.5 })
    stack.market.overrideCalls('ROL', { premium: 2.35 }, 100)
    stack.market.overrideCalls('ROL', { premium: 3.15 }, 102)
    const terms = { entry_date: '2026-06-01', strike_price: 100, entry_premium: 2, entry_price: 97, ...fee }
    await book.open({ ...terms, id: 'a', expiry_date: '2026-07-17' })
    const [before] = (await book.list()).positions
    expect(before).toMatchObject({ cc_pnl: expect.closeTo(415, 9), chain_pnl_usd: 414.35 })
    const preview = await stack.get('portfolio.previewRolls', {
      user: book.user,
      body: { position_id: 'a', expiry_date: '2026-08-21', strike_price: 102, close_price: 2.4, open_price: 3.1 },
    })
    expect(preview.candidates).toMatchObject([
      {
        bought_up_value: 1.5,
        roll_return_pct: expect.closeTo(2.2, 9),
        upside_pct: expect.closeTo(0.5, 9),
        net_credit: expect.closeTo(0.687, 9),
        strike_change: 2,
        days_added: 35,
      },
    ])
    const open = { id: 'b', expiry_date: '2026-08-21', strike_price: 102, premium: 3.1, ...fee }
    const day = { occurred_on: '2026-07-10' }
    await book.on('a', { kind: 'roll', ...day, contracts: 1, close_price: 2.4, open, ...fee })
    const [after] = (await book.list()).positions
    expect(after).toMatchObject({ id: 'b', cc_pnl: expect.closeTo(445, 9), chain_pnl_usd: 403.05 })
  })

  test('E4: called away at the first strike, the chain would have made 158.70 less', async () => {
    const book = openBook(stack, 'e4 unrolled', 'CLD')
    const terms = { entry_date: '2026-05-04', expiry_date: '2026-06-18', strike_price: 62.5, entry_premium: 1.5 }
    await book.open({ ...terms, id: 'a', entry_price: 60, ...fee })
    const { chain } = await book.on('a', { kind: 'assign', occurred_on: '2026-06-18', contracts: 1 })
    expect(chain.pnl_usd).toBe(399.35)
    expect(558.05 - (chain.pnl_usd ?? 0)).toBeCloseTo(158.7, 9)
  })

  test('E6: 47.00 are at stake before the ex-date; had the call lasted, the dividend would have come on top', async () => {
    const book = openBook(stack, 'e6 before', 'EXD')
    const dividends = [{ ex_date: '2026-07-13', cash_amount: 0.62, kind: 'regular' as const }]
    stack.market.override('EXD', { current_price: 84.2, dividends })
    stack.market.overrideCalls('EXD', { premium: 4.35, bid: 4.3, ask: 4.4 })
    const terms = { entry_date: '2026-06-05', strike_price: 80, entry_premium: 2.4, entry_price: 78.5, ...fee }
    await book.open({ ...terms, id: 'a', expiry_date: '2026-07-17' })
    const { items } = await stack.get('portfolio.attention', { user: book.user })
    expect(items).toMatchObject([
      { dividend: { time_value: expect.closeTo(0.15, 9), at_stake: expect.closeTo(47, 9), dividend: 0.62 } },
    ])
    const lasted = openBook(stack, 'e6 lasted', 'LST')
    await lasted.open({ ...terms, id: 'a', entry_date: '2026-04-06', expiry_date: '2026-05-15' })
    await lasted.onChain('a', { kind: 'dividend', occurred_on: '2026-05-15', ex_date: '2026-05-08', amount_usd: 62 })
    const { chain } = await lasted.on('a', { kind: 'assign', occurred_on: '2026-05-15', contracts: 1 })
    expect([chain.pnl_usd, chain.annualized_pct?.toFixed(2)]).toEqual([451.35, '53.81'])
  })

  test('E7: after a split of 3 for 1, one call is bought back and two expire', async () => {
    const book = openBook(stack, 'e7 to the end', 'THR')
    const splits = [{ kind: 'split' as const, date: '2026-05-11', ratio: 3 }]
    stack.market.override('THR', { current_price: 101, splits, closes: listCloses({ '2026-02-02': 100 }) })
    const terms = { entry_date: '2026-02-02', expiry_date: '2026-06-18', strike_price: 325, entry_premium: 8.75 }
    await book.open({ ...terms, id: 'a', entry_price: 300, ...fee })
    const split = { suggestion_id: 'split:a:2026-05-11', event_id: 'split', expected_kind: 'adjust' }
    expect((await book.confirm([split])).refused).toEqual([])
    const { chain } = await book.chain('a')
    expect(chain).toMatchObject({ calls: [{ strike_price: 108.33, contracts_open: 3, premium_usd: 875 }] })
    expect(chain.lots).toMatchObject([{ shares: 300, cost_usd: 30_000 }])
    const closed = await book.on('a', { kind: 'close', occurred_on: '2026-05-20', contracts: 1, price: 1.2, ...fee })
    const rest = await book.on('a', { kind: 'expire', occurred_on: '2026-06-18' })
    expect([closed.event.realized_options_usd, rest.event.realized_options_usd]).toEqual([170.8, 582.9])
    expect(rest.chain.realized_options_usd).toBe(753.7)
  })

  test('L43: a position of before a split of 10 for 1 is restated on consent, one of after is left alone', async () => {
    const splits = [{ kind: 'split' as const, date: '2026-05-11', ratio: 10 }]
    const closes = listCloses({ '2025-09-15': 119 })
    stack.market.override('TEN', { current_price: 121, splits, closes })
    const terms = { id: 'a', entry_date: '2025-09-15', expiry_date: '2027-01-15' }
    const before = openBook(stack, 'before the split', 'TEN')
    await before.open({ ...terms, strike_price: 1_300, entry_premium: 95, entry_price: 1_190 })
    const [suggestion] = await before.suggest()
    expect(suggestion).toMatchObject({
      kind: 'split',
      certainty: 'presumed',
      before: [
        { shares: 100, price: 1_190 },
        { contracts: 1, strike_price: 1_300 },
      ],
      after: [
        { shares: 1_000, price: 119 },
        { contracts: 10, strike_price: 130 },
      ],
    })
    await before.confirm([{ suggestion_id: suggestion?.id, event_id: 's', expected_kind: 'adjust' }])
    const restated = { contracts: 10, strike_price: 130, entry_price: 119, entry_premium: 9.5, shares: 1_000 }
    expect((await before.list()).positions).toMatchObject([{ ...restated, stock_pnl: expect.closeTo(2_000, 6) }])
    // Void restores (L45).
    await before.onChain('a', { kind: 'void', voids: 's' })
    expect((await before.list()).positions).toMatchObject([{ contracts: 1, strike_price: 1_300, pnl_gap: 'split' }])
    const after = openBook(stack, 'after the split', 'TEN')
    await after.open({ ...terms, strike_price: 130, entry_premium: 9.5, entry_price: 119 })
    expect(await after.suggest()).toEqual([])
    expect((await after.list()).positions).toMatchObject([{ pnl_gap: null, stock_pnl: expect.closeTo(200, 6) }])
  })
})
