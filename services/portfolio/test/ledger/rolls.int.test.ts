import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { openBook } from '../book.ts'
import { openStack, problemOf, type Stack } from '../support.ts'

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
  stack.market.override('RLL', { current_price: 66 })
  stack.market.overrideCalls('RLL', { bid: 4.1, ask: 4.3, premium: 4.2 })
  stack.market.list('RLL', [
    ...[
      { expiration: '2026-07-17', strike: 62.5, bid: 4.1, ask: 4.3 },
      { expiration: '2026-08-21', strike: 55, bid: 12, ask: 12.3 },
      { expiration: '2026-08-21', strike: 62.5, bid: 5.6, ask: 5.9 },
      { expiration: '2026-08-21', strike: 65, bid: 4.4, ask: 4.6 },
    ],
    ...[
      { expiration: '2027-01-15', strike: 70, bid: 5.4, ask: 5.8 },
      { expiration: '2028-01-21', strike: 80, bid: 6.8, ask: 7.4 },
    ],
  ])
})
afterAll(() => stack.close())

async function open(user: string) {
  const book = openBook(stack, user, 'RLL')
  await book.open({
    id: 'a',
    entry_date: '2026-06-01',
    expiry_date: '2026-07-17',
    strike_price: 62.5,
    entry_premium: 1.5,
    entry_price: 60,
    contracts: 2,
  })
  return (body: object = {}) => stack.get('portfolio.previewRolls', { user, body: { position_id: 'a', ...body } })
}

describe('candidates for a roll', () => {
  test('come from every later expiration, at quotes, strikes below the old one last', async () => {
    const preview = await open('candidates')
    const { candidates, ...answer } = await preview({ fee_per_contract_usd: 0.65 })
    expect(answer).toMatchObject({
      contracts: 2,
      cost_to_close: 4.3,
      cost_basis: 58.5,
      priced_by: 'quotes',
      verdict: 'roll',
      explanation: expect.stringMatching(
        /^The \$\d+\.\d\d call expiring .* is above cost, adds \d+ days and brings a net credit\. Looked at 5 calls: 3 expirations from Aug 21, 2026 to Jan 21, 2028, strikes \$55\.00 to \$80\.00\.$/,
      ),
    })
    expect(candidates.map(({ strike_price }) => strike_price).toSorted((a, b) => a - b)).toEqual([55, 62.5, 65, 70, 80])
    const fits = candidates.filter(({ answers }) => Object.values(answers).every((yes) => yes === true))
    expect(candidates.slice(0, fits.length)).toEqual(fits)
    expect(fits.map(({ strike_price }) => strike_price)).not.toContain(55)
    const [up] = candidates.filter(({ strike_price }) => strike_price === 65)
    expect(up).toMatchObject({
      expiry_date: '2026-08-21',
      days_added: 35,
      strike_change: 2.5,
      bought_up_value: 2.5,
      // Bid − ask − two legs of 0.65: 4.40 − 4.30 − 0.013.
      net_credit: expect.closeTo(0.087, 9),
      net_credit_usd: expect.closeTo(17.4, 9),
      after: { breakeven: expect.closeTo(58.413, 9), if_called_pnl_usd: expect.closeTo(1_317.4, 9) },
    })
  })

  test('of two rolls that fit, the one to a lower strike comes after, however much it brings in', async () => {
    stack.market.override('LOW', { current_price: 66 })
    stack.market.overrideCalls('LOW', { bid: 4.1, ask: 4.3, premium: 4.2 })
    stack.market.list('LOW', [
      { expiration: '2026-08-21', strike: 60, bid: 7.8, ask: 8 },
      { expiration: '2026-08-21', strike: 65, bid: 4.4, ask: 4.6 },
    ])
    const book = openBook(stack, 'lower', 'LOW')
    const terms = { entry_date: '2026-06-01', expiry_date: '2026-07-17', strike_price: 62.5, entry_premium: 1.5 }
    await book.open({ ...terms, id: 'a', entry_price: 50 })
    const { candidates } = await stack.get('portfolio.previewRolls', { user: 'lower', body: { position_id: 'a' } })
    expect(candidates.map(({ strike_price, net_credit }) => [strike_price, (net_credit ?? 0) > 0])).toEqual([
      [65, true],
      [60, true],
    ])
    expect(candidates[1]?.warnings).toEqual(['The new strike is lower than the old one.'])
  })

  test('are those of a named target alone, whatever it is like, and none is written', async () => {
    const preview = await open('target')
    const { candidates } = await preview({ expiry_date: '2026-08-21', strike_price: 55, contracts: 1 })
    expect(candidates).toMatchObject([
      { strike_price: 55, answers: { strike_above_cost: false }, warnings: [expect.any(String)] },
    ])
    expect((await stack.get('portfolio.getChain', { user: 'target', params: { id: 'a' } })).events).toHaveLength(1)
  })

  test('that fit nothing: the explanation names the range that was looked at', async () => {
    const preview = await open('dear')
    const { verdict, explanation } = await preview({ close_price: 40 })
    expect([verdict, explanation]).toEqual([
      'let_assign_or_close',
      'No call looked at is above cost, adds 14 days and brings a net credit. Closing the call now makes no profit on it. Looked at 5 calls: 3 expirations from Aug 21, 2026 to Jan 21, 2028, strikes $55.00 to $80.00.',
    ])
  })
})

describe('the table of rolls', () => {
  const terms = { entry_date: '2026-06-01', expiry_date: '2026-07-17', strike_price: 62.5, entry_premium: 1.5 }
  const rowOf = <Row extends { readonly expiry_date: string; readonly strike_price: number }>(
    rows: readonly Row[],
    day: string,
    strike: number,
  ) => rows.find(({ expiry_date, strike_price }) => expiry_date === day && strike_price === strike)

  async function openTable(user: string, symbol: string, changes: object = {}) {
    stack.market.override(symbol, { current_price: 66 })
    stack.market.overrideCalls(symbol, { bid: 4.1, ask: 4.3, premium: 4.2 })
    stack.market.list(symbol, [
      { expiration: '2026-07-17', strike: 60, bid: 6.1, ask: 6.3 },
      { expiration: '2026-07-17', strike: 62.5, bid: 4.1, ask: 4.3 },
      { expiration: '2026-07-17', strike: 65, bid: 2, ask: 2.1 },
      { expiration: '2026-08-21', strike: 65, bid: 4.4, ask: 4.6 },
      { expiration: '2026-08-21', strike: 70, bid: null, ask: null },
      { expiration: '2026-08-21', strike: 75, bid: 0.1, ask: 0.4, flags: ['wide_spread'] },
      { expiration: '2027-01-15', strike: 70, bid: 5.4, ask: 5.8 },
    ])
    const book = openBook(stack, user, symbol)
    await book.open({ ...terms, id: 'a', entry_price: 60, contracts: 3, ...changes })
    const ask = (body: object = {}) => ({ user, body: { position_id: 'a', all: true, ...body } })
    return { book, ask, table: (body?: object) => stack.get('portfolio.previewRolls', ask(body)) }
  }

  test('lists every later call, also unquoted ones with the reason, and says the range', async () => {
    const { table } = await openTable('table', 'TBL')
    const answer = await table()
    const { candidates, looked_at, held } = answer
    expect(candidates.map(({ expiry_date, strike_price }) => `${expiry_date} ${strike_price}`).toSorted()).toEqual([
      ...['2026-07-17 65', '2026-08-21 65', '2026-08-21 70', '2026-08-21 75', '2027-01-15 70'],
    ])
    expect(looked_at).toEqual({
      ...{ calls: 5, unquoted: 1, expirations: 3, first_expiration: '2026-07-17', last_expiration: '2027-01-15' },
      ...{ lowest_strike: 65, highest_strike: 75 },
    })
    expect(answer.explanation).toMatch(
      /Looked at 5 calls: 3 expirations from Jul 17, 2026 to Jan 15, 2027, strikes \$65\.00 to \$75\.00\. 1 of them has no two-sided quote\.$/,
    )
    expect(held).toMatchObject({ strike_price: 62.5, contracts_open: 3, bid: 4.1, ask: 4.3 })
    expect(rowOf(candidates, '2026-08-21', 70)).toMatchObject({
      ...{ bid: null, delta: null, net_credit: null, static_return_pct: null, scores: null, spread_pct: null },
      unknown_reason: 'The call has no bid and no ask.',
      answers: { strike_above_cost: true, enough_days: true, net_credit: null },
    })
    expect(rowOf(candidates, '2026-08-21', 75)).toMatchObject({
      quote_flags: ['wide_spread'],
      // 0.30 / 0.25
      spread_pct: expect.closeTo(120, 8),
      warnings: ['This roll costs money: it is a net debit.'],
    })
    expect(answer).toMatchObject({
      ...{ current_price: 66, earnings_date: '2026-07-30', data_class: 'recorded', fee_source: 'none' },
      dividends: [{ ex_date: '2026-08-14', cash_amount: 0.4, estimated: false }],
    })
  })

  test('has the new call’s returns and the fees of the last trade, for the contracts to roll', async () => {
    const { book, table } = await openTable('fees', 'TFE', { fees_usd: 1.95 })
    const whole = await table()
    expect(whole).toMatchObject({
      contracts: 3,
      fee_per_contract_usd: expect.closeTo(0.65, 9),
      fee_source: 'last_trade',
    })
    expect(rowOf(whole.candidates, '2026-08-21', 65)).toMatchObject({
      // 4.40 − 4.30 − 2 × 0.0065; × 300 shares
      ...{ net_credit: expect.closeTo(0.087, 9), net_credit_usd: expect.closeTo(26.1, 9) },
      ...{ days_added: 35, strike_change: 2.5, bought_up_value: 2.5 },
      // (4.40 − (66 − 65) − 0.0065) / 66 = 5.141667%, and the same if called, because the strike is in the money.
      static_return_pct: expect.closeTo(5.141667, 5),
      if_called_return_pct: expect.closeTo(5.141667, 5),
      // × 365 / 42 days
      static_return_annualized_pct: expect.closeTo(44.683532, 4),
    })
    // One contract is closed, so two can be rolled, or one of them.
    await book.on('a', { kind: 'close', occurred_on: '2026-07-08', contracts: 1, price: 4, fees_usd: 1 })
    const listed = await stack.get('portfolio.list', { user: 'fees' })
    expect(listed.last_fee_per_contract_usd).toBe(1)
    const part = await table({ contracts: 1 })
    expect(part).toMatchObject({ contracts: 1, held: { contracts_open: 2 }, fee_per_contract_usd: 1 })
    expect(rowOf(part.candidates, '2026-08-21', 65)).toMatchObject({ net_credit_usd: expect.closeTo(8, 9) })
    expect(await table({ fee_per_contract_usd: 0 })).toMatchObject({ fee_per_contract_usd: 0, fee_source: 'given' })
    const answer = await stack.ask('portfolio.previewRolls', { user: 'fees', body: { position_id: 'a', contracts: 3 } })
    expect([answer.status, problemOf(answer).code]).toEqual([409, 'more_than_open'])
  })

  test('ranks by the intent of the chain, or the one that is asked about', async () => {
    const { table } = await openTable('intents', 'TIN')
    const keep = await table()
    const sell = await table({ intent: 'happy_to_sell' })
    expect([keep.intent, sell.intent]).toEqual([null, 'happy_to_sell'])
    expect(sell.explanation).toMatch(/^You chose to be happy to sell, so letting it be assigned comes first\./)
    for (const [{ candidates }, intent] of [[keep, 'keep_shares'] as const, [sell, 'happy_to_sell'] as const]) {
      const fits = candidates.filter(({ answers }) => Object.values(answers).every((yes) => yes === true))
      const scores = fits.map((row) => row.scores?.[intent] ?? Number.NaN)
      expect(scores.length).toBeGreaterThan(1)
      expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    }
    await stack.get('portfolio.updateChain', {
      user: 'intents',
      params: { id: 'a' },
      body: { intent: 'happy_to_sell' },
    })
    expect((await table()).explanation).toMatch(/^You marked TIN as happy to sell/)
    expect((await table({ intent: 'keep_shares' })).explanation).not.toMatch(/happy to sell/)
  })

  test('without an ask for the open call, what depends on it is unknown, and the rest remains', async () => {
    const { table } = await openTable('noask', 'TNA')
    stack.market.overrideCalls('TNB', { bid: null, ask: null, premium: null, flags: [] })
    stack.market.override('TNB', { current_price: 66 })
    stack.market.list('TNB', [{ expiration: '2026-08-21', strike: 65, bid: 4.4, ask: 4.6 }])
    const book = openBook(stack, 'noask2', 'TNB')
    await book.open({ ...terms, id: 'a', entry_price: 60, contracts: 1 })
    const answer = await stack.get('portfolio.previewRolls', { user: 'noask2', body: { position_id: 'a', all: true } })
    expect(answer).toMatchObject({ cost_to_close: null, verdict: 'open' })
    expect(answer.candidates).toMatchObject([
      {
        ...{ net_credit: null, roll_return_pct: null, scores: null, if_called_return_pct: expect.any(Number) },
        unknown_reason: 'The cost of buying your call back is unknown: it has no ask.',
      },
    ])
    // A price of the user's own fills the gap.
    expect(await table({ close_price: 4 })).toMatchObject({ cost_to_close: 4, priced_by: 'you' })
  })

  test('takes no options, and says what to do instead', async () => {
    const { ask } = await openTable('both', 'TBO')
    const answer = await stack.ask('portfolio.previewRolls', ask({ options: { limit: 5 } }))
    expect([answer.status, problemOf(answer)]).toMatchObject([
      400,
      { code: 'validation', detail: 'The table of all rolls takes no options. Send either all or options.' },
    ])
  })
})
