import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { dividendContractOf } from '../../golden/contract-rows.ts'
import { numberOf, readCsv, testShared } from '../../test/shared-data.ts'
import { priceAmerican } from '../option-math/american/american.ts'
import { payoffUsd } from './payoff.ts'
import { computeWhatIf, type PricedPosition, tabulateByDate, tabulateByVolatility } from './what-if.ts'

/** 100 shares at 100, a call of 100 sold at 12, $1 of fees; a year at 5 % and 20 %: the textbook call of 10.4506. */
const POSITION: PricedPosition = {
  entryPrice: 100,
  strike: 100,
  entryPremium: 12,
  contracts: 1,
  feesUsd: 1,
  years: 1,
  rate: 0.05,
  vol: 0.2,
}
const TEXTBOOK_CALL = 10.450583572185565

/** Almost no volatility, no rate: the call is worth its exercise, and before the drop of 5 that is 5 more. */
const WITH_DIVIDEND: PricedPosition = {
  entryPrice: 110,
  strike: 80,
  entryPremium: 33,
  contracts: 1,
  years: 30 / 365,
  rate: 0,
  vol: 0.01,
  dividends: [{ years: 10 / 365, cash: 5 }],
}

describe('worked by hand', () => {
  test('today: shares less the call, and that less what was laid out', () => {
    expect(computeWhatIf(POSITION, { price: 100, daysForward: 0 })).toEqual({
      price: 100,
      daysForward: 0,
      vol: 0.2,
      callValue: expect.closeTo(TEXTBOOK_CALL, 10),
      positionValueUsd: expect.closeTo(10_000 - 100 * TEXTBOOK_CALL, 8),
      dividendsReceivedUsd: 0,
      profitUsd: expect.closeTo(10_000 - 100 * TEXTBOOK_CALL - 8801, 8),
      model: 'bsm',
    })
  })

  test('days forward shorten the term, a change of volatility adds to it', () => {
    const longer = { ...POSITION, years: 1 + 73 / 365 }
    expect(computeWhatIf(longer, { price: 100, daysForward: 73 }).callValue).toBeCloseTo(TEXTBOOK_CALL, 10)
    const calmer = computeWhatIf({ ...POSITION, vol: 0.15 }, { price: 100, daysForward: 0, volChange: 0.05 })
    expect(calmer.callValue).toBeCloseTo(TEXTBOOK_CALL, 10)
    expect(calmer.vol).toBeCloseTo(0.2, 12)
  })

  test('volatility ends at zero: the call is worth its discounted exercise', () => {
    const none = computeWhatIf(POSITION, { price: 110, daysForward: 0, volChange: -0.5 })
    expect(none.vol).toBe(0)
    expect(none.callValue).toBeCloseTo(110 - 100 * Math.exp(-0.05), 10)
  })

  test('uncovered shares and several contracts count', () => {
    const value = computeWhatIf({ ...POSITION, contracts: 2, shares: 250 }, { price: 100, daysForward: 0 })
    expect(value.positionValueUsd).toBeCloseTo(25_000 - 200 * TEXTBOOK_CALL, 8)
    expect(value.profitUsd).toBeCloseTo(25_000 - 200 * TEXTBOOK_CALL - (25_000 - 2_400 + 1), 8)
  })

  test.each([
    // The day before the drop the call would be exercised for the dividend; after it the holder has the cash.
    [9, 120, 40, 0, 'american_one_dividend'],
    [10, 115, 35, 500, 'bsm'],
    [29, 115, 35, 500, 'bsm'],
    [30, 115, 35, 500, 'payoff'],
    [400, 115, 35, 500, 'payoff'],
  ])('%d days on, stock at %d: call %d, dividends %d by %s', (daysForward, price, call, received, model) => {
    const value = computeWhatIf(WITH_DIVIDEND, { price, daysForward })
    expect(value).toMatchObject({ dividendsReceivedUsd: received, model })
    expect(value.callValue).toBeCloseTo(call, 6)
    expect(value.positionValueUsd).toBeCloseTo(100 * (price - call), 4)
    expect(value.profitUsd).toBeCloseTo(100 * (price - call) + received - 7700, 4)
  })

  test('the dividend model is passed on and named', () => {
    const escrowed = computeWhatIf({ ...WITH_DIVIDEND, dividendModel: 'escrowed' }, { price: 120, daysForward: 0 })
    expect(escrowed.model).toBe('american_one_dividend_escrowed')
    const twoDividends = { ...WITH_DIVIDEND, dividends: [10, 20].map((days) => ({ years: days / 365, cash: 1 })) }
    expect(computeWhatIf(twoDividends, { price: 90, daysForward: 5 }).model).toBe('american_grid')
    expect(computeWhatIf(twoDividends, { price: 90, daysForward: 15 })).toMatchObject({
      dividendsReceivedUsd: 100,
      model: 'american_one_dividend',
    })
  })

  test('a dividend of today or after expiration is neither received nor priced', () => {
    const dividends = [
      { years: 0, cash: 5 },
      { years: 31 / 365, cash: 5 },
    ]
    for (const daysForward of [0, 20, 30, 60]) {
      expect(computeWhatIf({ ...WITH_DIVIDEND, dividends }, { price: 100, daysForward }).dividendsReceivedUsd).toBe(0)
    }
    expect(computeWhatIf({ ...WITH_DIVIDEND, dividends }, { price: 100, daysForward: 0 }).model).toBe('bsm')
  })

  test.each([
    [{ price: 0, daysForward: 1 }, 'price must be'],
    [{ price: 1, daysForward: -1 }, 'daysForward must be'],
    [{ price: 1, daysForward: 1, volChange: Number.NaN }, 'volChange must be'],
  ])('%j is refused', (scenario, message) => {
    expect(() => computeWhatIf(POSITION, scenario)).toThrow(message)
    expect(() => computeWhatIf({ ...POSITION, vol: -0.1 }, { price: 1, daysForward: 1 })).toThrow('vol must be')
  })
})

testShared(
  'golden/american_discrete.csv: ten days on, the call of each row',
  ['golden/american_discrete.csv'],
  (path) => {
    const rows = readCsv(path).filter(({ type }) => type === 'call')
    const [daysForward, earlier] = [10, 10 / 365]
    // Every twentieth row keeps it short; the whole file is the business of option-math.
    for (const row of rows.filter((_row, index) => index % 20 === 0)) {
      const { spot, strike, years, rate, dividends, dividendModel } = dividendContractOf(row)
      const later = dividends.filter((one) => one.years > 0).map((one) => ({ ...one, years: one.years + earlier }))
      const position = { ...POSITION, strike, years: years + earlier, rate, vol: numberOf(row, 'vol'), dividendModel }
      const { callValue } = computeWhatIf({ ...position, dividends: later }, { price: spot, daysForward })
      const tolerance = numberOf(row, 'price_tol') + 1e-4 * strike
      expect(Math.abs(callValue - numberOf(row, 'price'))).toBeLessThanOrEqual(tolerance)
    }
    expect(rows.length).toBeGreaterThan(100)
  },
)

describe('tables', () => {
  test('price × date', () => {
    const rows = tabulateByDate(POSITION, { prices: [90, 100], daysForward: [0, 100, 365] })
    expect(rows.map(({ price }) => price)).toEqual([90, 100])
    expect(rows[1]?.cells.map(({ daysForward, model }) => [daysForward, model])).toEqual([
      [0, 'bsm'],
      [100, 'bsm'],
      [365, 'payoff'],
    ])
    expect(rows[1]?.cells[0]?.callValue).toBeCloseTo(TEXTBOOK_CALL, 10)
    expect(rows[1]?.cells[2]?.profitUsd).toBeCloseTo(1199, 9)
  })

  test('price × volatility', () => {
    const calm = { ...POSITION, vol: 0.1 }
    const rows = tabulateByVolatility(calm, { prices: [100, 110], volChanges: [-0.05, 0, 0.1], daysForward: 0 })
    expect(rows.map(({ cells }) => cells.map(({ vol }) => Number(vol.toFixed(9))))).toEqual([
      [0.05, 0.1, 0.2],
      [0.05, 0.1, 0.2],
    ])
    expect(rows[0]?.cells[2]?.callValue).toBeCloseTo(TEXTBOOK_CALL, 10)
    expect(
      tabulateByDate(calm, { prices: [100], daysForward: [0], volChange: 0.1 })[0]?.cells[0]?.callValue,
    ).toBeCloseTo(TEXTBOOK_CALL, 10)
  })
})

describe('properties', () => {
  const dollars = (min: number, max: number) => fc.double({ min, max, noNaN: true })
  const positions = fc.record({
    entryPrice: dollars(20, 200),
    strike: dollars(20, 200),
    entryPremium: dollars(0, 20),
    contracts: fc.integer({ min: 1, max: 5 }),
    feesUsd: dollars(0, 20),
    years: fc.integer({ min: 1, max: 400 }).map((days) => days / 365),
    rate: dollars(0, 0.08),
    vol: dollars(0.05, 1.5),
    // One dividend at most: more of them go to a grid, whose values its own tests judge.
    dividends: fc.array(
      fc.record({ years: fc.integer({ min: 1, max: 500 }).map((days) => days / 365), cash: dollars(0, 2) }),
      {
        maxLength: 1,
      },
    ),
  })
  const price = dollars(10, 300)

  test('at 0 days and unchanged volatility it is the mark of today', () => {
    fc.assert(
      fc.property(positions, price, (position, spot) => {
        const mark = priceAmerican({ ...position, type: 'call', spot })
        const value = computeWhatIf(position, { price: spot, daysForward: 0 })
        expect(value).toMatchObject({ callValue: mark.price, model: mark.model, dividendsReceivedUsd: 0 })
        expect(value.positionValueUsd).toBeCloseTo(position.contracts * 100 * (spot - mark.price), 6)
      }),
    )
  })

  test('at expiration and after it is the payoff with the dividends of the term', () => {
    fc.assert(
      fc.property(positions, price, fc.integer({ min: 0, max: 100 }), (position, spot, later) => {
        const inTerm = position.dividends.filter(({ years }) => years <= position.years)
        const dividends = inTerm.reduce((sum, { cash }) => sum + cash, 0)
        const value = computeWhatIf(position, { price: spot, daysForward: position.years * 365 + later })
        expect(value.model).toBe('payoff')
        expect(value.profitUsd).toBeCloseTo(payoffUsd({ ...position, dividends }, spot), 6)
      }),
    )
  })

  test('the call is worth at least its exercise, so the position no more than at expiration', () => {
    fc.assert(
      fc.property(positions, price, dollars(0, 1), (position, spot, share) => {
        const daysForward = Math.floor(position.years * 365 * share)
        const value = computeWhatIf(position, { price: spot, daysForward })
        const dividends = value.dividendsReceivedUsd / (position.contracts * 100)
        expect(value.profitUsd).toBeLessThanOrEqual(payoffUsd({ ...position, dividends }, spot) + 1e-4)
      }),
    )
  })
})
