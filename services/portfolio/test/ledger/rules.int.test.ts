import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { listCloses, openBook } from '../book.ts'
import { openStack, problemOf, type Stack } from '../support.ts'

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
  stack.market.override('XYZ', { current_price: 51 })
})
afterAll(() => stack.close())

const openCall = {
  id: 'a',
  entry_date: '2026-06-01',
  expiry_date: '2026-08-21',
  strike_price: 52.5,
  entry_premium: 1,
  entry_price: 50,
  contracts: 3,
}

test('a refusal names both numbers and the field', async () => {
  const book = openBook(stack, 'numbers')
  await book.open(openCall)
  const answer = await book.tryOn('a', { kind: 'close', occurred_on: '2026-07-01', contracts: 5, price: 1 })
  expect(problemOf(answer)).toMatchObject({
    detail: '5 calls cannot be closed: 3 are open on Jul 1, 2026.',
    errors: [{ field: 'contracts' }],
  })
})

test('the same event again is the stored one, also after later events', async () => {
  const book = openBook(stack, 'sequence')
  await book.open(openCall)
  const close = { kind: 'close', occurred_on: '2026-07-01', contracts: 3, price: 0.5, event_id: 'closing' }
  await book.on('a', close)
  await book.onChain('a', { kind: 'sell_shares', occurred_on: '2026-07-02', shares: 300, price: 50 })
  const before = await book.dump()
  expect((await book.on('a', close)).event).toMatchObject({ event_id: 'closing', cash_usd: -150 })
  expect(await book.dump()).toBe(before)
})

test('held shares keep their price, and calls stay open without shares if the user accepts that', async () => {
  const book = openBook(stack, 'holder')
  await book.onChain('mine', {
    kind: 'buy_shares',
    ticker: 'xyz',
    occurred_on: '2026-06-01',
    shares: 200,
    price: 48,
  })
  await book.open({ ...openCall, contracts: 2, chain_id: 'mine', shares_from: 'held' })
  const sale = { kind: 'sell_shares', occurred_on: '2026-07-01', shares: 100, price: 50 }
  const { chain } = await book.onChain('mine', { ...sale, accept_uncovered: true })
  expect(chain).toMatchObject({ uncovered_contracts: 1, flags: expect.arrayContaining(['uncovered_calls']) })
  expect((await book.list()).positions).toMatchObject([
    { entry_price: 48, uncovered_contracts: 1, shares_from: 'held' },
  ])
  const { items } = await stack.get('portfolio.attention', { user: 'holder' })
  expect(items).toMatchObject([
    { level: 3, reasons: [{ id: 'uncovered', sentence: expect.stringContaining('1 call has') }] },
  ])
})

test('two assigned calls and an expired one answer one suggestion together', async () => {
  const book = openBook(stack, 'changed', 'CHG')
  stack.market.override('CHG', { current_price: 51, closes: listCloses({ '2026-06-26': 60 }) })
  await book.open({ ...openCall, expiry_date: '2026-06-26' })
  const split = (event_id: string, kind: string, contracts: number) => ({
    suggestion_id: 'expiry:a',
    event_id,
    expected_kind: 'assign',
    event: { kind, occurred_on: '2026-06-26', contracts },
  })
  const { confirmed, refused } = await book.confirm([split('p', 'assign', 2), split('q', 'expire', 1)])
  expect([confirmed.length, refused]).toEqual([2, []])
})

test('two tabs that close the same contracts: one succeeds, one conflicts', async () => {
  const book = openBook(stack, 'tabs')
  await book.open(openCall)
  const close = { kind: 'close', occurred_on: '2026-07-01', contracts: 2, price: 0.5 }
  const answers = await Promise.all([book.tryOn('a', close), book.tryOn('a', close)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await book.list()).positions).toMatchObject([{ contracts: 1 }])
})

test('an edit that sends all terms writes only the changed ones', async () => {
  const book = openBook(stack, 'form')
  await book.open(openCall)
  await book.on('a', { kind: 'close', occurred_on: '2026-07-01', contracts: 2, price: 0.5 })
  const [row] = (await book.list()).positions
  const { ticker, entry_date, expiry_date, strike_price, entry_price, contracts, notes } = row ?? {}
  const terms = { ticker, entry_date, expiry_date, strike_price, entry_price, contracts, notes }
  const body = { ...terms, entry_premium: 1.25 }
  await stack.ask('portfolio.update', { user: 'form', params: { id: 'a' }, body })
  expect((await book.list()).positions).toMatchObject([{ ...terms, entry_premium: 1.25 }])
  expect(contracts).toBe(1)
})

describe('the outcome of an expired call (LIFECYCLE 3)', () => {
  test.each([
    [49.49, 'expire', 'presumed', 'OA'],
    [49.5, 'expire', 'check', 'OB'],
    [50, 'expire', 'check', 'OC'],
    [50.01, 'assign', 'check', 'OD'],
    [50.5, 'assign', 'check', 'OE'],
    [50.51, 'assign', 'presumed', 'OF'],
    [null, null, 'ask', 'OG'],
  ])('strike 50, close %s: %s, %s', async (close, kind, certainty, symbol) => {
    const book = openBook(stack, `close ${close}`, symbol)
    stack.market.override(symbol, { current_price: 51, closes: [{ date: '2026-06-26', close }] })
    await book.open({ ...openCall, expiry_date: '2026-06-26', strike_price: 50 })
    const [suggestion] = await book.suggest()
    expect([suggestion?.event?.kind ?? null, suggestion?.certainty]).toEqual([kind, certainty])
    const [row] = (await book.list()).positions
    expect(row).toMatchObject({ suggestion: { certainty }, delta: null, cost_to_close: null })
  })

  test.each([
    ['expired', 51.8, 51.2, [0, 100, 120, 220], 'PA', 'Confirm that 1 call expired worthless'],
    ['assigned', 53.4, 55, [0.9, 10, 340, 350], 'PB', 'Confirm that 100 shares were sold at $52.50'],
    ['unknown', null, 55, [null, null, null, null], 'PC', 'The close of Jun 26, 2026 is not known'],
  ])('presumed %s: figures before confirmation', async (name, close, price, figures, symbol, sentence) => {
    const book = openBook(stack, `presumed ${name}`, symbol)
    stack.market.override(symbol, { current_price: price, closes: [{ date: '2026-06-26', close }] })
    await book.open({ ...openCall, expiry_date: '2026-06-26', contracts: 1 })
    const [row] = (await book.list()).positions
    const near = (value: number | null) => (value === null ? null : expect.closeTo(value, 9))
    const [premium, option, stock, covered] = figures.map(near)
    const source = close === null ? null : 'settled'
    expect(row).toMatchObject({ current_premium: premium, option_pnl: option, stock_pnl: stock, cc_pnl: covered })
    expect(row).toMatchObject({ premium_source: source, suggestion: { sentence: expect.stringContaining(sentence) } })
  })
})

test('after a special dividend, the row waits for the new strike, and shows the new call once it is applied', async () => {
  const open = async (user: string) => {
    const book = openBook(stack, user, 'SPC')
    await book.open({ ...openCall, contracts: 1, strike_price: 60, entry_price: 58 })
    return book
  }
  stack.market.override('SPC', {
    current_price: 59,
    past_dividends: [{ ex_date: '2026-06-22', cash_amount: 5, kind: 'special' }],
    closes: listCloses({ '2026-06-19': 64 }),
  })
  stack.market.overrideCalls('SPC', { premium: 0.02, delta: 0.01 }, 60)
  stack.market.overrideCalls('SPC', { premium: 4.5, delta: 0.8 }, 55)
  const book = await open('applied')
  const unread = { current_premium: null, option_pnl: null, cc_pnl: null, delta: null, ask: null, stock_pnl: 100 }
  expect((await book.list()).positions).toMatchObject([
    { ...unread, strike_price: 60, pnl_gap: 'strike_lowered', strike_lowered_on: '2026-06-22' },
  ])
  const [row] = (await book.list()).positions
  expect(row?.suggestion).toMatchObject({ id: 'special:a:2026-06-22', after: [{ shares: 100 }, { strike_price: 55 }] })
  const { items } = await stack.get('portfolio.attention', { user: 'applied' })
  expect(items.map(({ reasons, dividend }) => [reasons.map(({ id }) => id), dividend])).toEqual([
    [['strike_lowered'], null],
  ])
  await book.confirm([{ suggestion_id: row?.suggestion?.id, event_id: 'x', expected_kind: 'adjust' }])
  expect((await book.list()).positions).toMatchObject([
    { strike_price: 55, pnl_gap: null, delta: 0.8, current_premium: 4.5 },
  ])
  // "Already in my figures" shows the row as it was entered.
  const other = await open('dismissed')
  const body = { suggestion_id: 'special:a:2026-06-22', event_id: 'no' }
  await stack.get('portfolio.dismissSuggestion', { user: 'dismissed', body })
  expect((await other.list()).positions).toMatchObject([{ strike_price: 60, pnl_gap: null, current_premium: 0.02 }])
})

test('a dividend is suggested once for the shares held, and early assignment is asked about', async () => {
  const book = openBook(stack, 'dividends', 'DIV')
  stack.market.override('DIV', {
    current_price: 58,
    closes: listCloses({ '2026-07-06': 58 }),
    past_dividends: [{ ex_date: '2026-07-07', cash_amount: 0.62, kind: 'regular' }],
  })
  stack.market.overrideCalls('DIV', { implied_volatility: 0.05 })
  await book.open(openCall)
  const suggestions = await book.suggest()
  expect(suggestions.map(({ id }) => id)).toEqual(['early:a:2026-07-07', 'dividend:a:2026-07-07'])
  expect(suggestions[0]).toMatchObject({ certainty: 'ask', sentence: expect.stringContaining('$0.62') })
  const body = { suggestion_id: 'early:a:2026-07-07', event_id: 'no' }
  await stack.get('portfolio.dismissSuggestion', { user: 'dividends', body })
  const item = { suggestion_id: 'dividend:a:2026-07-07', event_id: 'yes', expected_kind: 'dividend' }
  expect((await book.confirm([item])).confirmed).toMatchObject([{ event: { cash_usd: 186 } }])
  expect(await book.suggest()).toEqual([])
  expect((await book.income()).totals).toMatchObject({ dividends_usd: 186, net_premium_usd: 300 })
})

test('chains of one stock can be joined, marked and written on together', async () => {
  const book = openBook(stack, 'joiner')
  await book.open({ ...openCall, contracts: 1 })
  await book.open({ ...openCall, id: 'z', contracts: 1, entry_price: 40 })
  const asked = { user: 'joiner', params: { id: 'a' } }
  const joined = await stack.get('portfolio.joinChain', { ...asked, body: { chain_id: 'z' } })
  expect(joined.chain).toMatchObject({ chain_id: 'a', shares_held: 200, calls: [{}, {}] })
  const body = { intent: 'happy_to_sell', account: 'Taxable', note: 'wheel' }
  expect((await stack.get('portfolio.updateChain', { ...asked, body })).chain).toMatchObject(body)
  const { chains, total } = await stack.get('portfolio.listChains', { user: 'joiner' })
  expect([chains.map(({ chain_id }) => chain_id), total]).toEqual([['a'], 1])
  const preview = await stack.get('portfolio.previewRolls', {
    user: 'joiner',
    body: { position_id: 'a', expiry_date: '2026-09-18', strike_price: 55, open_price: 2, close_price: 1 },
  })
  expect(preview).toMatchObject({
    priced_by: 'you',
    verdict: 'roll',
    cost_basis: 44,
    explanation: expect.stringContaining('letting it be assigned comes first'),
    candidates: [{ net_credit_usd: 100, days_added: 28, answers: { net_credit: true } }],
  })
})
