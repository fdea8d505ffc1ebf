import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { fee, type Loose, listCloses, openBook, readCode } from '../book.ts'
import { openStack, type Stack } from '../support.ts'

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
})
afterAll(() => stack.close())

const market = (change: Loose) => stack.market.override('XYZ', change)
const closes = listCloses

describe('the worked examples of LIFECYCLE 4', () => {
  test('E1: a call expires; the outcome is presumed, confirmed with one request, and undone', async () => {
    const book = openBook(stack, 'e1')
    market({ current_price: 51.8, closes: closes({ '2026-02-20': 51.8 }) })
    await book.open({
      ...{ id: 'a', entry_date: '2026-01-05', expiry_date: '2026-02-20', strike_price: 52.5, entry_premium: 1.1 },
      ...{ entry_price: 50, ...fee },
    })
    const [row] = (await book.list()).positions
    expect(row).toMatchObject({
      ...{ state: 'expired', option_pnl: expect.closeTo(110, 9), premium_source: 'settled', chain_pnl_usd: 289.35 },
      ...{ outcome: { state: 'presumed_expired', certainty: 'presumed' }, static_yield_pct: expect.closeTo(17.46, 2) },
      suggestion: { id: 'expiry:a', kind: 'expire', certainty: 'presumed', event: { kind: 'expire', contracts: 1 } },
    })
    expect((await book.income()).totals).toMatchObject({ presumed_usd: 109.35, realized_options_usd: 0 })
    const item = { suggestion_id: 'expiry:a', event_id: 'x1', expected_kind: 'expire' }
    const { confirm } = book
    const { confirmed, refused } = await confirm([item, { ...item, event_id: 'x2' }])
    expect(confirmed).toMatchObject([{ event: { kind: 'expire', realized_options_usd: 109.35, source: 'confirmed' } }])
    expect(refused).toMatchObject([{ code: 'already_ended' }])
    expect(await confirm([item])).toMatchObject({ confirmed: [{ event: { event_id: 'x1' } }], refused: [] })
    const { chain } = await book.chain('a')
    expect(chain).toMatchObject({
      presumed: false,
      realized_options_usd: 109.35,
      adjusted_cost: 48.9065,
      breakeven: 48.9065,
    })
    const after = await book.list()
    expect(after).toMatchObject({ positions: [], uncovered: [{ ticker: 'XYZ', shares: 100, stock_pnl_usd: 180 }] })
    expect(after.totals).toMatchObject({ uncovered_stock_pnl: { usd: 180 }, chains_pnl: { usd: 289.35, counted: 1 } })
    const undone = await book.on('a', { kind: 'void', voids: 'x1' })
    expect(undone).toMatchObject({ position: { contracts: 1 }, chain: { realized_options_usd: 0 } })
    expect((await book.list()).positions).toHaveLength(1)
    const { events } = await book.chain('a')
    expect(events.map(({ kind, voided_by }) => [kind, voided_by])).toEqual([
      ['open', null],
      ['expire', 'event-1'],
      ['void', null],
    ])
  })

  test('E2: a partial close', async () => {
    const book = openBook(stack, 'e2')
    market({ current_price: 41, closes: [] })
    stack.market.overrideCalls('XYZ', { premium: 0.55 })
    await book.open({
      ...{ id: 'a', entry_date: '2026-03-02', expiry_date: '2026-07-17', strike_price: 42, entry_premium: 0.9 },
      ...{ entry_price: 40, contracts: 5, fees_usd: 3.25 },
    })
    const { event, chain, position } = await book.on('a', {
      ...{ kind: 'close', occurred_on: '2026-03-20', contracts: 2, price: 0.3, fees_usd: 1.3 },
    })
    expect(event).toMatchObject({ realized_options_usd: 117.4, cash_usd: -61.3 })
    expect(position).toMatchObject({ contracts: 3, entry_premium: 0.9, shares: 300 })
    expect(chain).toMatchObject({
      ...{ unrealized_options_usd: 103.05, unrealized_stock_usd: 500, pnl_usd: 720.45, breakeven: 39.2291 },
    })
    const list = await book.list()
    expect(list.positions[0]).toMatchObject({ contracts: 3, cc_pnl: expect.closeTo(405, 9), chain_pnl_usd: 720.45 })
    expect(list.uncovered).toMatchObject([{ shares: 200, stock_pnl_usd: 200, coverable_contracts: 2 }])
    expect(list.totals.stock_pnl.usd).toBeCloseTo(300, 9)
    const { holdings } = await stack.get('portfolio.holdings', { user: 'e2' })
    expect(holdings).toMatchObject([{ shares: 500, uncovered_shares: 200, open_contracts: 3, unrealized_usd: 500 }])
  })

  test('E3 and E9: a roll for a credit, and income by month', async () => {
    const book = openBook(stack, 'e3')
    market({ current_price: 101.5, closes: closes({ '2026-02-13': 101.5 }) })
    await book.open({
      ...{ id: 'a', entry_date: '2026-01-12', expiry_date: '2026-02-20', strike_price: 100, entry_premium: 2 },
      ...{ entry_price: 97, ...fee },
    })
    const open = { id: 'b', expiry_date: '2026-03-20', strike_price: 102, premium: 3.1, ...fee }
    const { event, chain } = await book.on('a', {
      ...{ kind: 'roll', occurred_on: '2026-02-13', contracts: 1, close_price: 2.4, open, ...fee },
    })
    expect(event.roll).toMatchObject({
      ...{ net_credit_usd: 68.7, net_credit: 0.687, days_added: 28, strike_change: 2, bought_up_value: 1.5 },
      roll_return_pct: expect.closeTo(2.2, 9),
    })
    expect(event.realized_options_usd).toBe(-41.3)
    expect(chain).toMatchObject({
      breakeven: 94.3195,
      calls: [{ end: 'rolled', rolled_to: 'b' }, { contracts_open: 1 }],
    })
    await book.on('b', { kind: 'expire', occurred_on: '2026-03-20' })
    const { buckets } = await book.income({ by: 'month' })
    expect(buckets.map((bucket) => [bucket.key, bucket.net_premium_usd, bucket.realized_options_usd])).toEqual([
      ['2026-01', 199.35, 0],
      ['2026-02', 68.7, -41.3],
      ['2026-03', 0, 309.35],
    ])
    expect((await book.income({ by: 'symbol' })).buckets).toMatchObject([{ key: 'XYZ', rolls: 1, roll_net_usd: 68.7 }])
    // Deleting the newer call undoes the roll; deleting the older one first is refused.
    const refusal = await stack.ask('portfolio.remove', { user: 'e3', params: { id: 'a' } })
    expect(readCode(refusal)).toEqual([409, 'part_of_roll'])
    await stack.get('portfolio.remove', { user: 'e3', params: { id: 'b' } })
    expect((await book.chain('a')).chain).toMatchObject({ calls: [{ contracts_open: 1, rolled_to: null }] })
  })

  test('E4: a roll for a debit', async () => {
    const book = openBook(stack, 'e4')
    market({ current_price: 66, closes: closes({ '2026-06-12': 66, '2026-07-17': 66 }) })
    await book.open({
      ...{ id: 'a', entry_date: '2026-05-04', expiry_date: '2026-06-18', strike_price: 62.5, entry_premium: 1.5 },
      ...{ entry_price: 60, ...fee },
    })
    const open = { id: 'b', expiry_date: '2026-07-17', strike_price: 65, premium: 2.9, ...fee }
    const roll = { kind: 'roll', occurred_on: '2026-06-12', contracts: 1, close_price: 3.8, open, ...fee }
    const { event, chain } = await book.on('a', roll)
    expect(event).toMatchObject({ realized_options_usd: -231.3, roll: { net_credit_usd: -91.3 } })
    expect(event.roll?.roll_return_pct).toBeCloseTo(2.56, 9)
    expect(chain.breakeven).toBe(59.4195)
    const called = await book.on('b', { kind: 'assign', occurred_on: '2026-07-17', contracts: 1 })
    expect(called.chain).toMatchObject({ pnl_usd: 558.05, state: 'ended' })
  })

  test('E5: two of five assigned', async () => {
    const book = openBook(stack, 'e5')
    market({ current_price: 51, closes: closes({ '2026-03-11': 53.4 }) })
    await book.open({
      ...{ id: 'a', entry_date: '2026-01-05', expiry_date: '2026-03-20', strike_price: 52.5, entry_premium: 1 },
      ...{ entry_price: 50, contracts: 5, fees_usd: 3.25 },
    })
    const assigned = await book.on('a', { kind: 'assign', occurred_on: '2026-03-11', contracts: 2 })
    expect(assigned.event).toMatchObject({ realized_options_usd: 198.7, realized_stock_usd: 500, missed_upside_usd: 0 })
    const { chain } = await book.on('a', { kind: 'expire', occurred_on: '2026-03-20' })
    expect(chain).toMatchObject({
      ...{ shares_held: 300, adjusted_cost: 49.0065, breakeven: 46.6775, pnl_usd: 1_296.75 },
      ...{ holding_pnl_usd: 980, versus_holding_usd: 316.75, missed_upside_usd: 0 },
    })
  })

  test('E6: assigned early', async () => {
    const book = openBook(stack, 'e6')
    market({ current_price: 84.2, closes: closes({ '2026-05-07': 84.2 }) })
    await book.open({
      ...{ id: 'a', entry_date: '2026-04-06', expiry_date: '2026-05-15', strike_price: 80, entry_premium: 2.4 },
      ...{ entry_price: 78.5, ...fee },
    })
    const { chain } = await book.on('a', { kind: 'assign', occurred_on: '2026-05-07', contracts: 1 })
    expect(chain).toMatchObject({ pnl_usd: 389.35, versus_holding_usd: -180.65, missed_upside_usd: 180.65 })
    expect([chain.pnl_pct, chain.annualized_pct].map((pct) => pct?.toFixed(2))).toEqual(['4.96', '58.40'])
  })

  test('E7: a split is suggested, applied on consent, and the row reads the new terms', async () => {
    const book = openBook(stack, 'e7')
    const splits = [{ kind: 'split', date: '2026-05-11', ratio: 3 }]
    market({ current_price: 101, splits, closes: closes({ '2026-02-02': 100 }) })
    stack.market.overrideCalls('XYZ', { premium: 1 })
    await book.open({
      ...{ id: 'a', entry_date: '2026-02-02', expiry_date: '2026-09-18', strike_price: 325, entry_premium: 8.75 },
      ...{ entry_price: 300, ...fee },
    })
    const [before] = (await book.list()).positions
    expect(before).toMatchObject({ cc_pnl: null, pnl_gap: 'split', chain_pnl_usd: null, suggestion: { kind: 'split' } })
    const refused = await book.tryOn('a', { kind: 'close', occurred_on: '2026-05-20', contracts: 1, price: 1 })
    expect(readCode(refused)).toEqual([409, 'adjustment_pending'])
    const { suggestions } = await stack.get('portfolio.suggestions', { user: 'e7' })
    expect(suggestions[0]?.sentence).toContain('XYZ split 3 for 1 on May 11, 2026: your 100 shares')
    const item = { suggestion_id: 'split:a:2026-05-11', event_id: 'split', expected_kind: 'adjust' }
    const answer = await stack.get('portfolio.confirmSuggestions', { user: 'e7', body: { items: [item] } })
    expect(answer.refused).toEqual([])
    const [row] = (await book.list()).positions
    expect(row).toMatchObject({ contracts: 3, strike_price: 108.33, entry_premium: 2.9167, entry_price: 100 })
    expect(row).toMatchObject({ shares: 300, pnl_gap: null, stock_pnl: expect.closeTo(300, 6), suggestion: null })
    const closed = await book.on('a', { kind: 'close', occurred_on: '2026-05-20', contracts: 1, price: 1.2, ...fee })
    expect(closed.event.realized_options_usd).toBe(170.8)
    const rest = await book.on('a', { kind: 'close', occurred_on: '2026-06-18', contracts: 2, price: 0 })
    expect(rest.event.realized_options_usd).toBe(582.9)
    market({ splits: [] })
  })

  test('E8: calls on held shares and the bridge', async () => {
    const book = openBook(stack, 'e8')
    market({ current_price: 46, closes: [], splits: [] })
    const common = { contracts: 2, entry_price: 45.2, fees_usd: 1.3 }
    const held = { ...common, chain_id: 'a', shares_from: 'held' as const }
    await book.open({
      ...common,
      id: 'a',
      entry_date: '2026-01-05',
      expiry_date: '2026-02-20',
      strike_price: 47,
      entry_premium: 0.8,
    })
    await book.on('a', { kind: 'expire', occurred_on: '2026-02-20' })
    await book.open({
      ...held,
      id: 'b',
      entry_date: '2026-02-23',
      expiry_date: '2026-04-17',
      strike_price: 46,
      entry_premium: 1.05,
    })
    await book.on('b', { kind: 'close', occurred_on: '2026-03-30', contracts: 2, price: 0.25, fees_usd: 1.3 })
    await book.onChain('a', { kind: 'dividend', occurred_on: '2026-03-13', ex_date: '2026-03-02', amount_usd: 60 })
    await book.open({
      ...held,
      id: 'c',
      entry_date: '2026-03-31',
      expiry_date: '2026-08-21',
      strike_price: 47.5,
      entry_premium: 0.95,
    })
    const { chain } = await book.chain('a')
    expect(chain).toMatchObject({ adjusted_cost: 42.676, breakeven_with_dividends: 42.376, fees_usd: 5.2 })
    expect(chain.bridge.map(({ amount_usd }) => amount_usd)).toEqual([
      9_040, -158.7, -157.4, -188.7, 8_535.2, -60, 8_475.2,
    ])
    expect((await book.list()).totals.cost).toBe(9_040)
  })

  test('E10: lots, and more calls than shares', async () => {
    const book = openBook(stack, 'e10')
    market({ current_price: 46.2, closes: closes({ '2026-04-17': 46.2 }) })
    const day = { occurred_on: '2026-02-02' }
    await book.onChain('lots', {
      kind: 'buy_shares',
      ticker: 'XYZ',
      shares: 100,
      price: 30,
      acquired_on: '2024-11-04',
      ...day,
    })
    await book.onChain('lots', { kind: 'buy_shares', shares: 137.5, price: 42, ...day })
    const call = { chain_id: 'lots', shares_from: 'held' as const, entry_date: '2026-03-02', expiry_date: '2026-04-17' }
    const terms = { ...call, strike_price: 45, entry_premium: 1.1, fees_usd: 1.3 }
    const three = await book.tryOpen({ ...terms, id: 'x', contracts: 3 })
    expect(readCode(three)).toEqual([409, 'shares_are_covering'])
    expect((await book.open({ ...terms, id: 'a', contracts: 2 })).position.entry_price).toBe(36.9474)
    const { chain } = await book.on('a', { kind: 'assign', occurred_on: '2026-04-17', contracts: 2 })
    expect(chain).toMatchObject({ coverable_contracts: 0, missed_upside_usd: 21.3, realized_stock_usd: 1_800 })
    expect(chain.lots).toMatchObject([{ shares: 37.5, cost_usd: 1_575 }])
  })

  test('E11: a special dividend lowers the strike', async () => {
    const book = openBook(stack, 'e11')
    const past_dividends = [{ ex_date: '2026-05-01', cash_amount: 15, kind: 'special' }]
    market({ current_price: 590, past_dividends, closes: closes({ '2026-06-18': 590 }) })
    await book.open({
      ...{ id: 'a', entry_date: '2026-03-02', expiry_date: '2026-06-18', strike_price: 600, entry_premium: 12 },
      ...{ entry_price: 580, ...fee },
    })
    const { suggestions } = await stack.get('portfolio.suggestions', { user: 'e11' })
    expect(suggestions.map(({ id }) => id)).toEqual(['expiry:a', 'dividend:a:2026-05-01', 'special:a:2026-05-01'])
    const items = suggestions.slice(1).map(({ id, event }, index) => ({
      ...{ suggestion_id: id, event_id: `s${index}`, expected_kind: event?.kind },
    }))
    const { refused } = await stack.get('portfolio.confirmSuggestions', { user: 'e11', body: { items } })
    expect(refused).toEqual([])
    expect((await book.suggest())[0]).toMatchObject({ id: 'expiry:a', kind: 'assign', evidence: { strike: 585 } })
    const { event, chain } = await book.on('a', { kind: 'assign', occurred_on: '2026-06-18', contracts: 1 })
    expect(event).toMatchObject({ realized_options_usd: 1_199.35, realized_stock_usd: 500 })
    expect(chain.pnl_usd).toBe(3_199.35)
    market({ past_dividends: [] })
  })
})
