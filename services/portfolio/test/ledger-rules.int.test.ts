import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { fee, type Loose, listCloses, openBook, readCode } from './book.ts'
import { openStack, problemOf, type Stack } from './support.ts'

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
  stack.market.override('XYZ', { current_price: 51 })
})
afterAll(() => stack.close())

const openCall = {
  ...{ id: 'a', entry_date: '2026-06-01', expiry_date: '2026-08-21', strike_price: 52.5, entry_premium: 1 },
  ...{ entry_price: 50, contracts: 3 },
}
const target = { id: 'b', expiry_date: '2026-09-18', strike_price: 55, premium: 1.5 }
const roll = { kind: 'roll', occurred_on: '2026-07-01', contracts: 3, close_price: 1, open: target }

describe('an event that cannot have happened is refused and changes nothing', () => {
  const refused: [string, Loose, number, string][] = [
    ['tomorrow', { kind: 'close', occurred_on: '2099-01-05', contracts: 1, price: 1 }, 400, 'in_the_future'],
    ['without a price', { kind: 'close', occurred_on: '2026-07-01', contracts: 1 }, 400, 'validation'],
    ['with a field of another kind', { kind: 'expire', occurred_on: '2026-07-01', price: 1 }, 400, 'validation'],
    ['on an impossible day', { kind: 'close', occurred_on: '2026-02-30', contracts: 1, price: 1 }, 400, 'validation'],
    [
      'with five decimals',
      { kind: 'close', occurred_on: '2026-07-01', contracts: 1, price: 1.00001 },
      400,
      'validation',
    ],
    ['before the entry', { kind: 'close', occurred_on: '2026-05-29', contracts: 1, price: 1 }, 409, 'before_entry'],
    ['after the expiration', { kind: 'close', occurred_on: '2026-08-24', contracts: 1, price: 1 }, 409, 'after_expiry'],
    ['before the close', { kind: 'expire', occurred_on: '2026-08-21' }, 409, 'not_expired_yet'],
    [
      'for more than is open',
      { kind: 'close', occurred_on: '2026-07-01', contracts: 5, price: 1 },
      409,
      'more_than_open',
    ],
    [
      'to the same call',
      { ...roll, open: { ...target, expiry_date: '2026-08-21', strike_price: 52.5 } },
      409,
      'same_call',
    ],
    ['to more calls than shares', { ...roll, open: { ...target, contracts: 4 } }, 409, 'shares_are_covering'],
    ['to a holiday', { ...roll, open: { ...target, expiry_date: '2026-12-25' } }, 400, 'validation'],
    ['to a known id', { ...roll, open: { ...target, id: 'a' } }, 409, 'other_content'],
    ['that voids nothing', { kind: 'void', voids: 'none' }, 404, 'unknown_event'],
  ]

  test.each(refused)('%s', async (name, body, status, code) => {
    const book = openBook(stack, `refused ${name}`)
    await book.open(openCall)
    const before = await book.dump()
    const answer = await book.tryOn('a', body)
    expect(readCode(answer)).toEqual([status, code])
    expect(problemOf(answer).detail).toMatch(/\S/)
    expect(await book.dump()).toBe(before)
  })

  test('says both numbers, and names the field', async () => {
    const book = openBook(stack, 'numbers')
    await book.open(openCall)
    const answer = await book.tryOn('a', { kind: 'close', occurred_on: '2026-07-01', contracts: 5, price: 1 })
    expect(problemOf(answer)).toMatchObject({
      detail: '5 calls cannot be closed: 3 are open on Jul 1, 2026.',
      errors: [{ field: 'contracts' }],
    })
  })

  test('after an earlier event made it impossible', async () => {
    const book = openBook(stack, 'sequence')
    await book.open(openCall)
    const close = { kind: 'close', occurred_on: '2026-07-01', contracts: 3, price: 0.5 }
    await book.on('a', { ...close, event_id: 'closing' })
    const before = await book.dump()
    const codes = [
      await book.tryOn('a', { ...close, contracts: 1 }),
      await book.tryOn('a', { ...close, event_id: 'closing', price: 0.6 }),
      await book.tryOn('a', { ...close, occurred_on: '2026-06-15', contracts: 1 }),
      await book.tryOn('unknown', close),
      await book.tryOnChain('unknown', { kind: 'sell_shares', occurred_on: '2026-07-01', shares: 1, price: 1 }),
      await book.tryOnChain('a', { kind: 'sell_shares', occurred_on: '2026-07-02', shares: 301, price: 50 }),
      await book.tryOnChain('a', { kind: 'buy_shares', ticker: 'KO', occurred_on: '2026-07-02', shares: 1, price: 50 }),
      await book.tryOpen({ ...openCall, ticker: 'KO', id: 'other', chain_id: 'a' }),
      await stack.ask('portfolio.update', { user: 'sequence', params: { id: 'a' }, body: { strike_price: 60 } }),
      await stack.ask('portfolio.dismissSuggestion', {
        ...{ user: 'sequence', body: { suggestion_id: 'expiry:a', event_id: 'd' } },
      }),
    ].map(readCode)
    expect(codes).toEqual([
      ...[
        [409, 'already_ended'],
        [409, 'other_content'],
        [409, 'breaks_later_event'],
        [404, 'unknown_position'],
      ],
      ...[
        [404, 'unknown_chain'],
        [409, 'more_than_held'],
        [409, 'other_stock'],
        [409, 'other_stock'],
      ],
      ...[
        [409, 'has_events'],
        [404, 'unknown_suggestion'],
      ],
    ])
    expect(await book.dump()).toBe(before)
    // The same event again is the stored one.
    const again = await book.on('a', { ...close, event_id: 'closing' })
    expect(again.event.event_id).toBe('closing')
    expect(await book.dump()).toBe(before)
    await book.on('a', { kind: 'void', voids: 'closing' })
    expect(readCode(await book.tryOn('a', { kind: 'void', voids: 'closing' }))).toEqual([409, 'already_voided'])
  })

  test('held shares keep their price and their calls', async () => {
    const book = openBook(stack, 'holder')
    const bought = { kind: 'buy_shares', ticker: 'xyz', occurred_on: '2026-06-01', shares: 200, price: 48 }
    await book.onChain('mine', { ...bought, event_id: 'lot' })
    await book.open({ ...openCall, contracts: 2, chain_id: 'mine', shares_from: 'held' })
    const before = await book.dump()
    const asked = { user: 'holder', params: { id: 'a' }, body: { entry_price: 40 } }
    expect(readCode(await stack.ask('portfolio.update', asked))).toEqual([409, 'from_lots'])
    const sale = { kind: 'sell_shares', occurred_on: '2026-07-01', shares: 100, price: 50 }
    expect(readCode(await book.tryOnChain('mine', sale))).toEqual([409, 'shares_are_covering'])
    expect(readCode(await book.tryOnChain('mine', { kind: 'void', voids: 'lot' }))).toEqual([409, 'breaks_later_event'])
    expect(await book.dump()).toBe(before)
    const { chain } = await book.onChain('mine', { ...sale, accept_uncovered: true })
    expect(chain).toMatchObject({ uncovered_contracts: 1, flags: expect.arrayContaining(['uncovered_calls']) })
    expect((await book.list()).positions).toMatchObject([
      { entry_price: 48, uncovered_contracts: 1, shares_from: 'held' },
    ])
  })

  test('a suggestion whose kind the data have changed', async () => {
    const book = openBook(stack, 'changed', 'CHG')
    stack.market.override('CHG', { current_price: 51, closes: listCloses({ '2026-06-26': 60 }) })
    await book.open({ ...openCall, expiry_date: '2026-06-26' })
    const before = await book.dump()
    const item = { suggestion_id: 'expiry:a', event_id: 'x', expected_kind: 'expire' }
    expect(await book.confirm([item])).toMatchObject({ confirmed: [], refused: [{ code: 'suggestion_changed' }] })
    expect(await book.dump()).toBe(before)
    // Two assigned and one expired answer one suggestion together.
    const split = (event_id: string, kind: string, contracts: number) => ({
      ...{ ...item, event_id, expected_kind: 'assign', event: { kind, occurred_on: '2026-06-26', contracts } },
    })
    const { confirmed, refused } = await book.confirm([split('p', 'assign', 2), split('q', 'expire', 1)])
    expect([confirmed.length, refused]).toEqual([2, []])
  })
})

test('two tabs that close the same contracts: one succeeds, one conflicts', async () => {
  const book = openBook(stack, 'tabs')
  await book.open(openCall)
  const close = { kind: 'close', occurred_on: '2026-07-01', contracts: 2, price: 0.5 }
  const answers = await Promise.all([book.tryOn('a', close), book.tryOn('a', close)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await book.list()).positions).toMatchObject([{ contracts: 1 }])
})

test('an edit that sends all terms changes only those that differ', async () => {
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
    ['expired', 51.8, 51.2, [0, 100, 120, 220], 'PA'],
    ['assigned', 53.4, 55, [0.9, 10, 340, 350], 'PB'],
    ['unknown', null, 55, [null, null, null, null], 'PC'],
  ])('presumed %s: figures before confirmation', async (name, close, price, figures, symbol) => {
    const book = openBook(stack, `presumed ${name}`, symbol)
    stack.market.override(symbol, { current_price: price, closes: [{ date: '2026-06-26', close }] })
    await book.open({ ...openCall, expiry_date: '2026-06-26', contracts: 1 })
    const [row] = (await book.list()).positions
    const near = (value: number | null) => (value === null ? null : expect.closeTo(value, 9))
    const [premium, option, stock, covered] = figures.map(near)
    expect(row).toMatchObject({ current_premium: premium, option_pnl: option, stock_pnl: stock, cc_pnl: covered })
  })
})

test('a dividend is suggested once for the shares held, and early assignment is asked about', async () => {
  const book = openBook(stack, 'dividends', 'DIV')
  stack.market.override('DIV', {
    ...{ current_price: 58, closes: listCloses({ '2026-07-06': 58 }) },
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
    ...{ priced_by: 'you', verdict: 'roll', cost_basis: 44 },
    explanation: expect.stringContaining('letting it be assigned comes first'),
    candidates: [{ net_credit_usd: 100, days_added: 28, answers: { net_credit: true } }],
  })
})

test('the stored rows are what a replay of the ledger gives, and data of an earlier release replay too', async () => {
  const user = 'earlier release'
  const row = {
    ...{ userId: user, id: 'old', ticker: 'XYZ', entryDate: '2026-06-01', expiryDate: '2026-08-21', strikePrice: 52.5 },
    ...{ entryPremium: 1, entryPrice: 50, contracts: 2, notes: null, chainId: 'old', endedOn: null, deletedAt: null },
  }
  const { userId: _user, id: _id, chainId: _chain, endedOn: _ended, deletedAt: _deleted, ...terms } = row
  await stack.database
    .insertInto('chain')
    .values({ userId: user, id: 'old', symbol: 'XYZ', account: null, intent: null, note: null })
    .execute()
  await stack.database.insertInto('position').values(row).execute()
  await stack.database
    .insertInto('positionEvent')
    .values({
      userId: user,
      positionId: 'old',
      eventId: null,
      chainId: null,
      kind: 'open',
      terms: JSON.stringify(terms),
      body: null,
    })
    .execute()
  const book = openBook(stack, user)
  expect((await book.list()).positions).toMatchObject([{ id: 'old', contracts: 2, chain_id: 'old' }])
  const { chain } = await book.on('old', { kind: 'close', occurred_on: '2026-07-01', contracts: 1, price: 0.4, ...fee })
  expect(chain).toMatchObject({ realized_options_usd: 59.35, shares_held: 200 })
  const stored = await stack.database
    .selectFrom('chain')
    .selectAll()
    .where('userId', '=', user)
    .executeTakeFirstOrThrow()
  expect(stored).toMatchObject({
    state: 'open',
    shares: 200,
    openContracts: 1,
    realizedOptionsUsd: 59.35,
    cashUsd: -9_840.65,
  })
})
