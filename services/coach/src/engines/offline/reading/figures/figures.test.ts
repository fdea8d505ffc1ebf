import { describe, expect, test } from '@jest/globals'
import { findDays } from '../dates/days.ts'
import { tidyMessage, writeOut } from '../normalize.ts'
import { readFigures } from './figures.ts'
import { findNearestRole, mergeFigures, toArguments, toFigures, toSlots } from './given.ts'
import type { GivenFigures } from './roles.ts'

const read = (message: string) => readFigures(findDays(writeOut(tidyMessage(message)), '2026-11-27').text)

/** Written by hand: what each number of a message is. */
const messages: readonly (readonly [string, GivenFigures])[] = [
  ['bought at 42, sold the 45 call for .85, 28 days', { cost: [42], strike: [45], premium: [0.85], days: [28] }],
  ['stock 72.50 strike 75 premium 1.40 days 32', { price: [72.5], strike: [75], premium: [1.4], days: [32] }],
  ['3 @ 45 for .85, cost 41', { contracts: [3], strike: [45], premium: [0.85], cost: [41] }],
  ['stock 27.15 call sold .48', { price: [27.15], premium: [0.48] }],
  [
    '2 contracts at 1.35, 3 at 1.28, 1 at 1.41, 65 cents commission per contract',
    { contracts: [2, 3, 1], premium: [1.35, 1.28, 1.41], fee: [0.65] },
  ],
  ['premiums this year 3,840, 24% federal bracket + 5% state, what is left', { amount: [3_840], tax_pct: [24, 5] }],
  [
    'sold at 3.00, now 0.55 with 12 days left, 4 contracts',
    { premium: [3], buy_back: [0.55], days: [12], contracts: [4] },
  ],
  ['sold a call for 2.20 and it is 3.40 now', { premium: [2.2], buy_back: [3.4] }],
  [
    'cost 95, sold the 105 call for 2.50, what do i make at 90, 100 and 110 at expiration',
    { cost: [95], strike: [105], premium: [2.5], close_price: [90, 100, 110] },
  ],
  ['my shares went from 44 to 39', { cost: [44], close_price: [39] }],
  ['rolled from the 100 to the 105 call for a 1.20 debit', { strike: [100], new_strike: [105], debit: [1.2] }],
  ['bring a 46.50 cost down to 45', { cost: [46.5], goal_cost: [45] }],
  [
    '4.95 per trade plus .65 per contract, 5 calls at 0.80',
    { fee_total: [4.95], fee: [0.65], contracts: [5], premium: [0.8] },
  ],
  ['i paid 1.2k for 100 shares', { cost: [12], shares: [100] }],
  [
    'sold 5 @ 2.60, closed 3 at .90 and 2 @ 1.40',
    { contracts: [5], premium: [2.6], closed: [3, 2], buy_back: [0.9, 1.4] },
  ],
  ['sold 2 calls at 3.10 and 3 more at 2.80', { contracts: [2, 3], premium: [3.1, 2.8] }],
  ['sold 10 contracts, got filled 4 @ .55, 4 @ .53, 2 @ .50', { contracts: [4, 4, 2], premium: [0.55, 0.53, 0.5] }],
  ['rolling from 62 to 65 and i have to pay 0.90', { strike: [62], new_strike: [65], debit: [0.9] }],
  ['i netted 412 on 15,600 in 33 days', { amount: [412], budget: [15_600], days: [33] }],
  ['cost 98.40 and two dividends of .55 each', { cost: [98.4], dividend: [1.1] }],
  ['shares bought at 18.9, 20 strike, 55c premium', { cost: [18.9], strike: [20], premium: [0.55] }],
  ['bid is 1.15 and ask is 1.35', { bid: [1.15], ask: [1.35] }],
  ['the 62.50 call is at 2.05', { strike: [62.5], premium: [2.05] }],
  ['two 85 calls at 1.30', { contracts: [2], strike: [85], premium: [1.3] }],
  [
    'long 500 at 18.22, short 3 of the 20c at .31',
    { shares: [500], cost: [18.22], contracts: [3], strike: [20], premium: [0.31] },
  ],
  ['100 shares at 88, 50 at 79 and 50 at 72.50', { shares: [100, 50, 50], cost: [88, 79, 72.5] }],
  ['100 @ 60, 100 @ 48, then 200 @ 45', { shares: [100, 100, 200], cost: [60, 48, 45] }],
  [
    'sold 3 contracts for 1.45 each, 65 cents commission per contract',
    { contracts: [3], premium: [1.45], fee: [0.65] },
  ],
  ['premium 0.75 on 4 contracts minus 2.60 fees', { premium: [0.75], contracts: [4], fee_total: [2.6] }],
  ['3 contracts at .80, 65c fees each', { contracts: [3], premium: [0.8], fee: [0.65] }],
  ['premium 1.20 on 5 contracts at 60 cents/comm', { premium: [1.2], contracts: [5], fee: [0.6] }],
  ['premium of 230 per contract on a 98 dollar stock', { premium: [2.3], price: [98] }],
  ['sold 5 cals at 2.30 now there .45', { contracts: [5], premium: [2.3], buy_back: [0.45] }],
  ['sell at 1.20 buy back at 0.30, 5 contracts', { premium: [1.2], buy_back: [0.3], contracts: [5] }],
  [
    'Buying back 2 contracts at 4.10 and selling the later ones at 5.35. Original premium was 1.80',
    { contracts: [2], buy_back: [4.1], new_premium: [5.35], premium: [1.8] },
  ],
  [
    'bought back the 45 call for 1.80 and sold the 47.5 for 1.55. original credit .90',
    { strike: [45], buy_back: [1.8], new_strike: [47.5], new_premium: [1.55], premium: [0.9] },
  ],
  ['I paid 3.40 to close and get 4.15 for the 125s', { buy_back: [3.4], new_premium: [4.15], strike: [125] }],
  ['csp at 45 for 1.30 then got assigned, sold ccs for .70 and .55', { cost: [45], premium: [1.3, 0.7, 0.55] }],
  ['Three calls expired worthless: got 1.10, 0.85 and 1.40', { premium: [1.1, 0.85, 1.4] }],
  ['plus one .38 dividend', { dividend: [0.38] }],
  ['goes ex tomorrow for 51 cents', { dividend: [0.51] }],
  [
    "1,000 shares and I'm short 10 calls at 0.28 delta, stock goes up $2",
    { shares: [1_000], contracts: [10], delta: [0.28], move: [2] },
  ],
  ['0.90 for 7 days or 2.60 for 35 days on a $60 stock', { premium: [0.9, 2.6], days: [7, 35], price: [60] }],
  ['30 days for 0.75 or 60 days for 1.35, cost 50', { premium: [0.75, 1.35], days: [30, 60], cost: [50] }],
  [
    "I'd like $1,500 a month at 0.9% a month, only 9 of 12 months work",
    { target: [1_500], return_pct: [0.9], good_periods: [9], periods_a_year: [12] },
  ],
  [
    '80 strike leap cost 31.50, selling the 115 call for 1.40',
    { leap_strike: [80], leap_cost: [31.5], strike: [115], premium: [1.4] },
  ],
  ["I've got $12k, how many contracts at a price of 27.15", { budget: [12_000], price: [27.15] }],
  ['took 3.00 for the call, want out at 80 percent', { premium: [3], return_pct: [80] }],
  [
    'cost 47.25 sold the 50 strike for 1.35 and it ran to 58.',
    { cost: [47.25], strike: [50], premium: [1.35], close_price: [58] },
  ],
  ['bought at 50, sold calls for 1, what if the stock falls 10%', { cost: [50], premium: [1], close_pct: [-10] }],
  [
    '0.55 a share each month for 8 months on 300 shares',
    { premium: [0.55], times: [8], shares: [300], periods_a_year: [12] },
  ],
  [
    'sell a 40 call for 0.65 every two weeks on a 38 stock',
    { strike: [40], premium: [0.65], days: [14], price: [38], periods_a_year: [365 / 14] },
  ],
  ['if it is assigned at 55 with cost 51.30 and 1.25 taken in', { strike: [55], cost: [51.3], premium: [1.25] }],
]

describe('the figures of a message', () => {
  test.each(messages)('%s', (message, given) => {
    expect(read(message)).toMatchObject({ given, unread: [] })
    expect(Object.keys(read(message).given).toSorted()).toEqual(Object.keys(given).toSorted())
  })

  test('takes no hearsay for a figure', () => {
    const { given } = read('my buddy got 3 dollars on his, mine cost 55 and i sold the 60 for 1.10')
    expect(given).toEqual({ premium: [1.1], cost: [55], strike: [60] })
  })

  test('names a number without a role', () => {
    expect(read('cost 40, strike 45, premium 1 and the 17 thing').unread).toEqual(['17'])
  })

  test.each(messages)('are the same after a round through the slots: %s', (_message, given) => {
    expect(toFigures(toSlots(given, [], null))).toEqual(given)
  })

  test('lists purchases and alternatives as the calculator takes them', () => {
    expect(toArguments({ shares: [100, 50], cost: [88, 79] }, '')).toMatchObject({
      lots: [
        { shares: 100, price: 88 },
        { shares: 50, price: 79 },
      ],
      cost: null,
    })
    expect(toArguments({ premium: [0.9, 2.6], days: [7, 35], price: [60] }, '')).toMatchObject({
      premium: null,
      alternatives: [
        { premium: 0.9, days: 7, strike: null },
        { premium: 2.6, days: 35, strike: null },
      ],
    })
  })

  test('change in a follow-up', () => {
    const before: GivenFigures = { premium: [0.5], price: [43.75], days: [30], shares: [100] }
    expect(findNearestRole(before, 0.35)).toBe('premium')
    expect(findNearestRole(before, 41)).toBe('price')
    expect(findNearestRole(before, 5_000)).toBeNull()
    expect(mergeFigures(before, { contracts: [4], fee: [0.65] })).toEqual({
      premium: [0.5],
      price: [43.75],
      days: [30],
      contracts: [4],
      fee: [0.65],
    })
  })
})
