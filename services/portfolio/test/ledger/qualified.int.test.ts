import type { NewPosition } from '@callwright/contracts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { listCloses, openBook } from '../book.ts'
import { openStack, type Stack } from '../support.ts'

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
})
afterAll(() => stack.close())

type Written = Pick<NewPosition, 'entry_date' | 'expiry_date' | 'strike_price'>

/** Prices of the two days on which calls are written here, with the closes before them. */
const PRICES = {
  closes: listCloses({ '2026-05-29': 60, '2026-06-18': 61 }),
  opens: [
    { date: '2026-06-01', open: 60.5 },
    { date: '2026-06-22', open: 61 },
  ],
}

function write(user: string, symbol: string, written: Written) {
  const book = openBook(stack, user, symbol)
  const verdict = async (at = 0) => {
    const { calls } = (await book.chain('a')).chain
    return [calls[at]?.qualified, calls[at]?.qualified_reason]
  }
  return { book, verdict, opened: book.open({ id: 'a', entry_premium: 1.5, entry_price: 60, ...written }) }
}

describe('the calls of a chain are qualified covered calls or not, as the rule reads (L52)', () => {
  const june = { entry_date: '2026-06-01', expiry_date: '2026-07-17' }
  test.each([
    // 46 days; 62.50 is above the close of 60.00.
    [
      'QLA',
      { ...june, strike_price: 62.5 },
      true,
      'Qualified: the strike of $62.50 is not below the prior close of $60.00.',
    ],
    // June 22 to July 17 is 25 days.
    [
      'QLB',
      { ...june, entry_date: '2026-06-22', strike_price: 62.5 },
      false,
      'Not qualified: 25 days to expiration, and the minimum is 31.',
    ],
    // No benchmark is lower than 60.00 − 10.00.
    [
      'QLC',
      { ...june, strike_price: 48 },
      false,
      'Not qualified: the strike of $48.00 is below the benchmark of $50.00, $10.00 below the prior close of $60.00.',
    ],
    // In the money, and the strikes of that day are not known any more.
    ['QLD', { ...june, strike_price: 55 }, null, 'Unknown: the listed strikes are missing.'],
    // The market has no close before this day.
    [
      'QLE',
      { ...june, entry_date: '2026-06-03', strike_price: 62.5 },
      null,
      'Unknown: the close before the grant date is missing.',
    ],
  ])('recorded later: %s, %j', async (symbol, written, qualified, reason) => {
    stack.market.override(symbol, PRICES)
    const { opened, verdict } = write(symbol, symbol, written)
    await opened
    expect(await verdict()).toEqual([qualified, reason])
    const { chains } = await stack.get('portfolio.listChains', { user: symbol })
    expect(chains[0]?.calls[0]).toMatchObject({ qualified, qualified_reason: reason })
  })

  test('contracts added to a call are judged on their own day, and the worst verdict counts', async () => {
    stack.market.override('QLM', PRICES)
    const { book, opened, verdict } = write('more', 'QLM', { ...june, strike_price: 62.5 })
    await opened
    expect((await verdict())[0]).toBe(true)
    const more = { kind: 'write_more', occurred_on: '2026-06-22', contracts: 1, price: 1, shares_from: 'new' }
    const { chain } = await book.on('a', { ...more, share_price: 61 })
    const tooShort = 'Not qualified: 25 days to expiration, and the minimum is 31.'
    expect(chain.calls[0]).toMatchObject({ qualified: false, qualified_reason: tooShort })
    expect(await verdict()).toEqual([false, tooShort])
  })

  test('written today: the strikes listed on that day decide, also when they cannot be asked for any more', async () => {
    const prices = { closes: listCloses({ '2026-07-09': 61 }), opens: [{ date: '2026-07-10', open: 61.5 }] }
    stack.market.override('QLT', { ...prices, strikes: [50, 55, 60, 65] })
    const today = { entry_date: '2026-07-10', expiry_date: '2026-08-21' }
    const { book, opened, verdict } = write('today', 'QLT', { ...today, strike_price: 57.5 })
    await opened
    stack.market.override('QLT', {})
    const { strike_price } = (await book.chain('a')).chain.calls[0] ?? {}
    expect(strike_price).toBe(57.5)
    // The highest strike below 61.00 is 60.00.
    expect(await verdict()).toEqual([
      false,
      'Not qualified: the strike of $57.50 is below the benchmark of $60.00, the highest listed strike below the prior close of $61.00.',
    ])
  })
})

describe('candidates for a roll', () => {
  const target = { expiration: '2026-08-21', bid: 5.6, ask: 5.9 }
  const open = async (user: string, symbol: string) => {
    stack.market.list(symbol, [
      ...[62.5, 65, 70].map((strike) => ({ ...target, strike })),
      { expiration: '2028-01-21', strike: 80, bid: 16.8, ask: 17.4 },
    ])
    const call = { entry_date: '2026-06-01', expiry_date: '2026-07-17', strike_price: 62.5 }
    const { book, opened } = write(user, symbol, call)
    await opened
    const preview = async (body: object = {}) => {
      const asked = { user, body: { position_id: 'a', close_price: 4.3, ...body } }
      const { candidates } = await stack.get('portfolio.previewRolls', asked)
      return candidates
        .toSorted((a, b) => a.strike_price - b.strike_price)
        .map((roll) => [roll.strike_price, roll.qualified, roll.qualified_reason])
    }
    return { book, preview }
  }

  test('are judged as if they were sold today, by the strikes listed for their own expiration', async () => {
    const prices = { closes: listCloses({ '2026-07-09': 66 }), opens: [{ date: '2026-07-10', open: 66 }] }
    stack.market.override('QLR', { ...prices, current_price: 66, strikes: [62.5, 65, 70] })
    const { book, preview } = await open('roller', 'QLR')
    // The highest strike below 66.00 is 65.00. 18 months and 11 days raise 66.00 to 66.00 × 1.12 = 73.92.
    const benchmark = 'the benchmark of $65.00, the highest listed strike below the prior close of $66.00.'
    expect(await preview()).toEqual([
      [62.5, false, `Not qualified: the strike of $62.50 is below ${benchmark}`],
      [65, true, `Qualified: the strike of $65.00 is not below ${benchmark}`],
      [70, true, 'Qualified: the strike of $70.00 is not below the prior close of $66.00.'],
      [
        80,
        true,
        'Qualified: the strike of $80.00 is not below $73.92, the prior close of $66.00 times 1.12 for the term.',
      ],
    ])
    const own = { expiry_date: '2026-08-21', strike_price: 65, open_price: 5.6 }
    expect(await preview(own)).toEqual([[65, true, `Qualified: the strike of $65.00 is not below ${benchmark}`]])

    const next = { id: 'b', expiry_date: '2026-08-21', strike_price: 65, premium: 5.6 }
    const roll = { kind: 'roll', occurred_on: '2026-07-10', contracts: 1, close_price: 4.3, open: next }
    const { chain } = await book.on('a', roll)
    expect(chain.calls[1]).toMatchObject({ position_id: 'b', qualified: true })
  })

  test('are unknown, not wrong, without the prices of the day', async () => {
    const { preview } = await open('unpriced', 'QLU')
    const missing = 'Unknown: the close before the grant date is missing.'
    expect(new Set((await preview()).map(([, qualified, reason]) => `${qualified} ${reason}`))).toEqual(
      new Set([`null ${missing}`]),
    )
  })
})
