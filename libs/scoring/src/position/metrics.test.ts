import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { measured, POSITION_AS_OF_MS, position, positionQuote } from '../../test/invented-position.ts'
import { newYorkCloseMs, newYorkMidnightMs } from '../calendar/new-york.ts'
import { measurePosition } from './metrics.ts'

describe('a position computed by hand', () => {
  test('200 shares at $100, two 110 calls sold for $2.50 on 2026-06-12 to 2026-08-07; now $102, call $1.50, IV 25 %', () => {
    const { position: held, ...figures } = measured()
    expect(held).toEqual(position())
    expect(figures).toEqual({
      shares: 200,
      asOfDate: '2026-07-10',
      state: 'open',
      outcome: null,
      shareChanges: [],
      daysToExpiration: 28,
      price: 102,
      shownPrice: 102,
      atEntryPrice: false,
      currentPremium: 1.5,
      premiumIsQuote: true,
      premiumSource: 'quote',
      costToCloseUsd: 320,
      delta: 0.25,
      deltaAtMost: null,
      stockPnlUsd: 400,
      optionPnlUsd: 200,
      coveredCallPnlUsd: 600,
      stockPnlPct: 2,
      optionPnlPct: 1,
      coveredCallPnlPct: 3,
      pnlGap: null,
      // 2.5% in 56 days
      staticYieldPct: expect.closeTo(16.294642857142858, 12),
      headroomPct: expect.closeTo(7.8431372549019605, 12),
      outOfTheMoney: true,
      impliedVolatility: 0.25,
      // 102 × 0.25 × √(28/365)
      expectedMove: expect.closeTo(7.062732600121706, 9),
      expectedMoveSource: 'contract',
      // 8 / 7.0627
      headroomEm: expect.closeTo(1.132706057689646, 9),
      headroomEmAtLeast: null,
      profitCapturedPct: 40,
      strikeLoweredOn: null,
      timeElapsedPct: 50,
    })
  })

  test('handles a falling stock and a more expensive call', () => {
    const figures = measured({ contracts: 1 }, { price: 95, currentPremium: 3 })
    expect(figures).toMatchObject({ stockPnlUsd: -500, optionPnlUsd: -50, coveredCallPnlUsd: -550 })
    expect(figures).toMatchObject({ stockPnlPct: -5, optionPnlPct: -0.5, coveredCallPnlPct: -5.5 })
    expect(figures.profitCapturedPct).toBe(-20)
  })
})

test('captures a premium of a few cents; at the strike, a call is not out of the money', () => {
  expect(measured({ premium: 0.5 }, { currentPremium: 0.25 }).profitCapturedPct).toBe(50)
  const outOfTheMoney = (price: number) => measured({}, { price }).outOfTheMoney
  expect([109.99, 110, 110.01].map(outOfTheMoney)).toEqual([true, false, false])
})

describe('unknown figures', () => {
  const restsOnPrice = {
    atEntryPrice: true,
    price: null,
    shownPrice: 100,
    stockPnlUsd: null,
    optionPnlUsd: null,
    coveredCallPnlUsd: null,
    stockPnlPct: null,
    optionPnlPct: null,
    coveredCallPnlPct: null,
    headroomPct: null,
    outOfTheMoney: null,
    expectedMove: null,
    expectedMoveSource: 'contract',
    headroomEm: null,
  }

  test.each([
    ['the price', { price: null }, restsOnPrice],
    ['a price that is only the entry price', { price: 100, priceSource: 'entry_price' as const }, restsOnPrice],
    [
      'the premium',
      { currentPremium: null },
      {
        stockPnlUsd: 400,
        optionPnlUsd: null,
        coveredCallPnlUsd: null,
        coveredCallPnlPct: null,
        profitCapturedPct: null,
        premiumIsQuote: null,
      },
    ],
    ['the ask', { ask: null }, { costToCloseUsd: null, optionPnlUsd: 200 }],
    ["the contract's volatility", { impliedVolatility: null }, { expectedMoveSource: 'atm', impliedVolatility: null }],
    [
      'any volatility',
      { impliedVolatility: null, atmIv: null },
      { expectedMove: null, expectedMoveSource: null, headroomEm: null, headroomPct: expect.any(Number) },
    ],
  ])('%s', (_name, quoted, expected) => {
    expect(measured({}, quoted)).toMatchObject(expected)
  })

  test('a fallback premium counts in dollars and is marked as not a quote', () => {
    expect(measured({}, { premiumIsFallback: true })).toMatchObject({ optionPnlUsd: 200, premiumIsQuote: false })
  })

  test('without a premium, there is no profit to capture and the static yield is 0', () => {
    expect(measured({ premium: 0 })).toMatchObject({ profitCapturedPct: null, staticYieldPct: 0 })
  })

  test.each([
    ['out of the money', 110, 100, 2.5, 16.29],
    ['$5 in the money for $6.50: $1.50 is time value', 100, 105, 6.5, 9.31],
    ['in the money for less than exercise pays', 100, 105, 4, -6.21],
  ])('static yield counts time value: %s', (_name, strike, entryPrice, premium, yieldPct) => {
    expect(measured({ strike, entryPrice, premium }).staticYieldPct).toBeCloseTo(yieldPct, 2)
  })

  test('without a volatility, the ask gives a lower bound for headroom out of the money', () => {
    const bounded = { impliedVolatility: null, atmIv: null, impliedVolatilityAtMost: 0.25 }
    expect(measured({}, bounded).headroomEmAtLeast).toBeCloseTo(1.1327, 4)
    expect(measured({}, { ...bounded, price: 111 }).headroomEmAtLeast).toBeNull()
  })

  test('a volatility of 0 gives no headroom in expected moves', () => {
    expect(measured({}, { impliedVolatility: 0 })).toMatchObject({ expectedMove: 0, headroomEm: null })
  })
})

describe('after the last close (LIFECYCLE section 3: 100 shares at 50.00, a 52.50 call sold for 1.00)', () => {
  const terms = { entryPrice: 50, strike: 52.5, premium: 1, contracts: 1 }
  const over = newYorkCloseMs('2026-08-07') + 86_400_000
  const gone = { delta: null, costToCloseUsd: null, headroomPct: null, headroomEm: null, outOfTheMoney: null }

  test.each([
    ["worthless: the shares follow today's price", 51.8, 51.2, 'presumed_expired', 0, 100, 120, 220, null],
    ['in the money: the shares were sold at the strike', 53.4, 55, 'presumed_assigned', 0.9, 10, 340, 350, null],
    ['in the money, whatever the price is now', 53.4, null, 'presumed_assigned', 0.9, 10, 340, 350, null],
    ['worthless, price unknown', 51.8, null, 'presumed_expired', 0, null, null, null, 'price'],
    ['a cent above the strike', 52.51, 55, 'presumed_assigned', 0.01, 99, 251, 350, null],
    ['two cents above the strike', 52.52, 55, 'presumed_assigned', 0.02, 98, 252, 350, null],
    ['a cent below the strike', 52.49, 55, 'presumed_expired', 0, 100, 500, 600, null],
    ['close unknown', null, 55, 'unknown', null, null, null, null, 'expiration_close'],
  ] as const)('%s', (_name, expirationClose, price, state, premium, option, stock, covered, pnlGap) => {
    const found = measured(terms, { price, expirationClose, delta: 0.9, currentPremium: 3 }, over)
    const near = (value: number | null) => (value === null ? null : expect.closeTo(value, 9))
    expect(found).toMatchObject({
      state: 'expired',
      outcome: { state, close: expirationClose, closeDate: '2026-08-07' },
      ...gone,
      currentPremium: near(premium),
      premiumSource: premium === null ? null : 'settled',
      optionPnlUsd: near(option),
      stockPnlUsd: near(stock),
      coveredCallPnlUsd: near(covered),
      pnlGap,
    })
  })

  test("a Saturday expiration settles at Friday's close", () => {
    const found = measured({ ...terms, expiration: '2026-08-08' }, { expirationClose: 51 }, over + 86_400_000)
    expect(found.outcome).toMatchObject({ state: 'presumed_expired', close: 51, closeDate: '2026-08-07' })
  })
})

test('after a split that the terms do not include, only the price is known', () => {
  const shareChanges = [{ kind: 'split' as const, date: '2026-07-01', ratio: 10 }]
  const whenOpen = measured({ entryPrice: 1190, strike: 1300 }, { price: 119, shareChanges })
  const nothing = { stockPnlUsd: null, optionPnlUsd: null, coveredCallPnlUsd: null, headroomPct: null, delta: null }
  expect(whenOpen).toMatchObject({ price: 119, shareChanges, pnlGap: 'split', currentPremium: null, ...nothing })
  const over = newYorkCloseMs('2026-08-07') + 1
  expect(measured({}, { shareChanges, expirationClose: 51 }, over)).toMatchObject({ pnlGap: 'split', ...nothing })
})

describe('time', () => {
  const at = (asOfMs: number) => measured({}, {}, asOfMs)
  const close = newYorkCloseMs('2026-08-07')

  test.each([
    ['the day of entry', newYorkMidnightMs('2026-06-12'), 'open', 56, 0],
    ['before the entry', newYorkMidnightMs('2026-06-01'), 'open', 67, 0],
    ['the last day', newYorkMidnightMs('2026-08-07'), 'open', 0, 100],
    ['before the last close', close - 1, 'open', 0, 100],
    ['the last close', close, 'expired', 0, 100],
    ['a week later', close + 7 * 86_400_000, 'expired', 0, 100],
  ])('%s', (_name, asOfMs, state, daysToExpiration, timeElapsedPct) => {
    expect(at(asOfMs)).toMatchObject({ state, daysToExpiration, timeElapsedPct })
  })

  test('a call expires at 13:00 on an early close', () => {
    const atOne = newYorkCloseMs('2026-11-27') - 3 * 3_600_000
    const dayAfterThanksgiving = { entryDate: '2026-11-02', expiration: '2026-11-27' }
    expect(measured(dayAfterThanksgiving, {}, atOne - 1).state).toBe('open')
    expect(measured(dayAfterThanksgiving, {}, atOne).state).toBe('expired')
  })

  test('a position that is entered on its expiration day has a term of one day', () => {
    const sameDay = measured({ entryDate: '2026-07-10', expiration: '2026-07-10' }, {}, POSITION_AS_OF_MS - 1)
    expect(sameDay).toMatchObject({ timeElapsedPct: 0, daysToExpiration: 0 })
    expect(sameDay.staticYieldPct).toBeCloseTo(2.5 * 365, 9)
    expect(sameDay.expectedMove).toBeCloseTo(102 * 0.25 * Math.sqrt(1 / 365), 9)
  })
})

test.each([
  ['a call in its life', '2026-08-07', null, 'open'],
  ['an expired one', '2026-06-26', null, 'expired'],
])(
  'after a special dividend that lowered the strike, %s has no figures but the shares keep theirs',
  (_name, expiration, premium, state) => {
    const lowered = measured({ expiration }, { strikeLoweredOn: '2026-06-22', expirationClose: 104 })
    expect(lowered).toMatchObject({
      state,
      currentPremium: premium,
      optionPnlUsd: null,
      coveredCallPnlUsd: null,
      pnlGap: 'strike_lowered',
      delta: null,
      headroomPct: null,
      costToCloseUsd: null,
      price: 102,
      stockPnlUsd: state === 'open' ? 400 : null,
    })
  },
)

test('rejects an entry after the expiration, accepts one on that day', () => {
  const entered = (entryDate: string) => measured({ entryDate, expiration: '2026-08-07' })
  expect(() => entered('2026-08-08')).toThrow('entryDate must not be after the expiration 2026-08-07, got 2026-08-08')
  expect(() => entered('2026-08-08')).toThrow(RangeError)
  expect(entered('2026-08-07').staticYieldPct).toBeCloseTo(2.5 * 365, 9)
})

test("an entry dated after the figures' day counts as made, with no time elapsed", () => {
  const ahead = measured({ entryDate: '2026-07-20' })
  expect(ahead).toMatchObject({ timeElapsedPct: 0, state: 'open', coveredCallPnlUsd: 600 })
  expect(ahead.staticYieldPct).toBeCloseTo((2.5 * 365) / 18, 9)
})

test('rejects an invalid position or quote by name', () => {
  const refused = (held: object, quoted: object = {}) => {
    const attempt = () =>
      measurePosition({ ...position(), ...held }, { ...positionQuote(), ...quoted }, POSITION_AS_OF_MS)
    expect(attempt).toThrow(RangeError)
    expect(attempt).toThrow([...Object.keys(held), ...Object.keys(quoted)][0])
  }
  for (const strike of [0, -1, Number.NaN]) {
    refused({ strike })
    expect(() => measured({ strike }, { price: null })).toThrow('strike')
  }
  refused({ entryPrice: 0 })
  refused({ premium: -0.01 })
  for (const contracts of [0, 1.5]) refused({ contracts })
  for (const entryPrice of [Number.NaN, Number.POSITIVE_INFINITY]) refused({ entryPrice })
  refused({ premium: Number.NaN })
  refused({ contracts: Number.NaN })
  for (const price of [0, -1, Number.NaN]) refused({}, { price })
  for (const name of ['currentPremium', 'ask', 'impliedVolatility', 'atmIv']) {
    for (const value of [-0.01, Number.NaN, Number.POSITIVE_INFINITY]) refused({}, { [name]: value })
  }
  for (const delta of [Number.NaN, Number.POSITIVE_INFINITY]) refused({}, { delta })
})

test('covered-call P&L is the sum of both parts and scales with contracts; its percent does not', () => {
  const cents = fc.integer({ min: 1, max: 50_000 }).map((value) => value / 100)
  const contracts = fc.integer({ min: 1, max: 50 })
  fc.assert(
    fc.property(cents, cents, cents, cents, contracts, (entryPrice, price, premium, currentPremium, count) => {
      const one = measured({ entryPrice, premium, contracts: 1 }, { price, currentPremium })
      const many = measured({ entryPrice, premium, contracts: count }, { price, currentPremium })
      const { stockPnlUsd, optionPnlUsd, coveredCallPnlUsd } = many
      expect(coveredCallPnlUsd).toBeCloseTo((stockPnlUsd ?? Number.NaN) + (optionPnlUsd ?? Number.NaN), 6)
      expect(coveredCallPnlUsd).toBeCloseTo((one.coveredCallPnlUsd ?? Number.NaN) * count, 6)
      expect(many.coveredCallPnlPct).toBeCloseTo(one.coveredCallPnlPct ?? Number.NaN, 6)
    }),
  )
})
