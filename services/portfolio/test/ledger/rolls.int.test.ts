import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { openBook } from '../book.ts'
import { openStack, type Stack } from '../support.ts'

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
        /^The \$\d+\.\d\d call expiring .* is above cost, adds \d+ days and brings a net credit\.$/,
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
      'None of the 3 expirations checked, through Jan 21, 2028, has a call above cost that adds 14 days and brings a net credit. Closing the call now makes no profit on it.',
    ])
  })
})
