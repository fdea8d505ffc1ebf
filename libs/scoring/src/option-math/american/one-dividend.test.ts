import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { dividendContractOf } from '../../../golden/rows.ts'
import { numberOf, readCsv, testShared } from '../../../test/shared-data.ts'
import type { GreekValues, PricedContract } from '../contract.ts'
import type { TimedDividend } from '../dividends.ts'
import { priceEuropean } from '../european.ts'
import { chooseMethod } from './american-contract.ts'
import { computeOneDividendCall } from './one-dividend.ts'

const call = (terms: Omit<PricedContract, 'type'>): PricedContract => ({ type: 'call', ...terms })

testShared('golden/american_discrete.csv, all calls with one dividend', ['golden/american_discrete.csv'], (path) => {
  const failures: string[] = []
  let rows = 0
  for (const row of readCsv(path)) {
    const contract = { ...dividendContractOf(row), vol: numberOf(row, 'vol') }
    const { dividend } = chooseMethod(contract)
    if (contract.type === 'put' || dividend === null) continue
    rows += 1
    const got = computeOneDividendCall(contract, dividend, contract.dividendModel === 'escrowed')
    const { spot, strike } = contract
    const tolerances = {
      price: numberOf(row, 'price_tol') + 1e-9 * strike,
      delta: 1e-7,
      gamma: 1e-5 / spot,
      vega: 1e-7 * strike,
    }
    for (const [name, tolerance] of Object.entries(tolerances)) {
      const want = numberOf(row, name)
      const value = got[name as keyof typeof tolerances]
      if (!(Math.abs(value - want) <= tolerance)) failures.push(`row ${row.id} ${name}: expected ${want}, got ${value}`)
    }
  }
  expect(failures).toEqual([])
  expect(rows).toBeGreaterThan(120)
})

describe('published cases', () => {
  test('matches Haug, The Complete Guide to Option Pricing Formulas, Roll-Geske-Whaley: 4.3860', () => {
    const contract = call({ spot: 80, strike: 82, years: 1 / 3, rate: 0.06, vol: 0.3 })
    expect(computeOneDividendCall(contract, { years: 0.25, cash: 4 }, true).price).toBeCloseTo(4.386, 4)
  })

  test('matches Hull, American call with dividends of 0.50 in two and five months, by Roll-Geske-Whaley: 3.72', () => {
    const contract = call({ spot: 40 - 0.5 * Math.exp(-0.09 / 6), strike: 40, years: 0.5, rate: 0.09, vol: 0.3 })
    expect(computeOneDividendCall(contract, { years: 5 / 12, cash: 0.5 }, true).price).toBeCloseTo(3.72, 2)
  })
})

describe('cases with a closed form', () => {
  const terms = call({ spot: 100, strike: 95, years: 0.5, rate: 0.05, vol: 0.25 })

  test('an ex-date on expiration day gives the European call without the dividend, exercised before the drop', () => {
    const { price } = computeOneDividendCall(terms, { years: 0.5, cash: 3 }, false)
    expect(price).toBeCloseTo(priceEuropean(terms), 12)
  })

  test('a dividend below the interest on the strike never causes exercise; escrowed equals European', () => {
    const dividend = { years: 0.1, cash: 95 * (1 - Math.exp(-0.05 * 0.4)) - 1e-9 }
    const { price } = computeOneDividendCall(terms, dividend, true)
    expect(price).toBeCloseTo(priceEuropean({ ...terms, dividends: [dividend] }), 8)
  })

  test.each([95, 120, 300])('a dividend of %d, at least the strike, always causes exercise before the drop', (cash) => {
    const { price } = computeOneDividendCall(terms, { years: 0.2, cash }, false)
    expect(price).toBeCloseTo(priceEuropean({ ...terms, years: 0.2 }), 10)
  })

  test.each([false, true])('a tiny dividend changes almost nothing (escrowed: %p)', (isEscrowed) => {
    const { price } = computeOneDividendCall(terms, { years: 0.2, cash: 1e-9 }, isEscrowed)
    expect(price).toBeCloseTo(priceEuropean(terms), 8)
  })

  test.each([
    [95, 2, 100 - 95 * Math.exp(-0.05 * 0.2)],
    [95, 0.5, 100 - 0.5 * Math.exp(-0.05 * 0.2) - 95 * Math.exp(-0.05 * 0.5)],
    [105, 2, 0],
  ])('no volatility: strike %d, dividend %d', (strike, cash, price) => {
    const certain = computeOneDividendCall({ ...terms, strike, vol: 0 }, { years: 0.2, cash }, false)
    expect(certain.price).toBeCloseTo(price, 12)
    const nearly = computeOneDividendCall({ ...terms, strike, vol: 1e-4 }, { years: 0.2, cash }, false)
    for (const name of ['price', 'delta', 'gamma', 'theta', 'vega', 'rho'] as const) {
      expect(nearly[name]).toBeCloseTo(certain[name], 8)
    }
  })

  test("an escrowed dividend above the stock's value stays within bounds", () => {
    const { price, delta } = computeOneDividendCall(terms, { years: 0.2, cash: 120 }, true)
    expect(price).toBeGreaterThan(5)
    expect(price).toBeLessThan(100)
    expect(delta).toBe(1)
  })
})

/**
 * Direct integration of the larger of S − K and the European call over the normal density at the ex-date, to 1e-12 (QUADPACK
 * on pieces of a quarter deviation): strike, years, rate, vol, ex-date, cash, escrowed, price of a call on a spot of 100.
 */
test.each([
  [60, 2, 0.05, 2, 1.2, 10, false, 85.031786445],
  [16, 0.15, 0.02, 4.85, 0.05, 7.4, false, 85.158752676],
  [50, 1, 0.04, 3, 0.5, 5, true, 86.223713983],
  [18, 2.2, 0.03, 3.67, 0.47, 1.85, false, 98.402699907],
  [280, 2.8, 0.02, 3.4, 0.15, 12, false, 88.30834647],
] as const)(
  'strike %d, %d years, rate %d, vol %d, far above any volatility on screen',
  (strike, years, rate, vol, exDate, cash, isEscrowed, want) => {
    const contract = call({ spot: 100, strike, years, rate, vol })
    const { price } = computeOneDividendCall(contract, { years: exDate, cash }, isEscrowed)
    expect(Math.abs(price - want)).toBeLessThan(3e-7 * Math.max(100, strike))
  },
)

test('gives price and Greeks at any volatility, up to the share price', () => {
  for (const vol of [10, 30, 100, 1000, 1e6]) {
    for (const years of [1, 3]) {
      for (const strike of [20, 50, 100, 500]) {
        for (const exDate of [0.01, 0.5, 0.99]) {
          const contract = call({ spot: 100, strike, years, rate: 0.04, vol })
          const { price, delta, gamma, theta, vega, rho } = computeOneDividendCall(
            contract,
            { years: exDate, cash: 1 },
            false,
          )
          expect([price, delta, gamma, theta, vega, rho].every(Number.isFinite)).toBe(true)
          expect(price).toBeGreaterThan(vol < 100 ? 90 : 99.99)
          expect(price).toBeLessThanOrEqual(100)
          expect(delta).toBeLessThanOrEqual(1 + 1e-6)
        }
      }
    }
  }
})

/** Random calls with terms of a day to three years, volatilities of 3-300%, and the dividend on any day of the term. */
const drawn = fc
  .record({
    strike: fc.double({ min: 30, max: 300, noNaN: true }),
    days: fc.integer({ min: 1, max: 1000 }),
    exShare: fc.double({ min: 0, max: 1, noNaN: true }),
    vol: fc.double({ min: 0.03, max: 3, noNaN: true }),
    rate: fc.double({ min: 0, max: 0.1, noNaN: true }),
    cash: fc.double({ min: 0.01, max: 20, noNaN: true }),
    isEscrowed: fc.boolean(),
  })
  .map(({ strike, days, exShare, vol, rate, cash, isEscrowed }) => {
    const dividend: TimedDividend = { years: Math.max(1, Math.round(days * exShare)) / 365, cash }
    return { contract: call({ spot: 100, strike, years: days / 365, rate, vol }), dividend, isEscrowed }
  })

describe('properties', () => {
  test('is between fixed-day exercise and the stock, with delta and convexity of a call and no negative vega', () => {
    fc.assert(
      fc.property(drawn, ({ contract, dividend, isEscrowed }) => {
        const { spot, strike, years, rate } = contract
        const got = computeOneDividendCall(contract, dividend, isEscrowed)
        for (const value of Object.values(got)) expect(Number.isFinite(value)).toBe(true)
        const present = dividend.cash * Math.exp(-rate * dividend.years)
        const held = spot - present - strike * Math.exp(-rate * years)
        const floor = Math.max(0, spot - strike * Math.exp(-rate * dividend.years), held)
        expect(got.price).toBeGreaterThanOrEqual(floor - 1e-6)
        expect(got.price).toBeLessThanOrEqual(spot)
        expect(got.delta).toBeGreaterThanOrEqual(-1e-6)
        expect(got.delta).toBeLessThanOrEqual(1 + 1e-6)
        expect(got.gamma).toBeGreaterThanOrEqual(-1e-9)
        expect(got.vega).toBeGreaterThanOrEqual(-1e-6)
      }),
    )
  })

  test('is worth at least the European call to the ex-date (price drop) or to expiration (escrowed)', () => {
    fc.assert(
      fc.property(drawn, ({ contract, dividend, isEscrowed }) => {
        const { price } = computeOneDividendCall(contract, dividend, isEscrowed)
        const european = isEscrowed ? { dividends: [dividend] } : { years: dividend.years }
        expect(price).toBeGreaterThanOrEqual(priceEuropean({ ...contract, ...european }) - 1e-6)
      }),
    )
  })

  test('does not depend on the currency unit', () => {
    fc.assert(
      fc.property(
        drawn,
        fc.double({ min: 0.01, max: 1000, noNaN: true }),
        ({ contract, dividend, isEscrowed }, unit) => {
          const one = computeOneDividendCall(contract, dividend, isEscrowed)
          const scaled = { ...contract, spot: contract.spot * unit, strike: contract.strike * unit }
          const other = computeOneDividendCall(scaled, { ...dividend, cash: dividend.cash * unit }, isEscrowed)
          expect(other.price / unit).toBeCloseTo(one.price, 8)
          expect(other.delta).toBeCloseTo(one.delta, 8)
          expect(other.vega / unit).toBeCloseTo(one.vega, 6)
        },
      ),
    )
  })

  test.each([
    { strike: 95, years: 0.25, exDate: 0.1, cash: 1.2, vol: 0.3 },
    { strike: 110, years: 1, exDate: 0.9, cash: 3, vol: 0.5 },
    { strike: 60, years: 0.1, exDate: 0.02, cash: 0.4, vol: 0.9 },
    { strike: 100, years: 2, exDate: 0.5, cash: 6, vol: 0.12 },
  ])('the Greeks are the slopes of the price: %j', ({ strike, years, exDate, cash, vol }) => {
    for (const isEscrowed of [false, true]) {
      const at = ({ spot = 100, vol: v = vol, rate = 0.04, later = 0 }): GreekValues =>
        computeOneDividendCall(
          call({ spot, strike, years: years - later, rate, vol: v }),
          { years: exDate - later, cash },
          isEscrowed,
        )
      const got = at({})
      const slope = (step: number, up: GreekValues, down: GreekValues) => (up.price - down.price) / (2 * step)
      expect(slope(1e-3, at({ spot: 100.001 }), at({ spot: 99.999 }))).toBeCloseTo(got.delta, 6)
      expect(slope(1e-5, at({ vol: vol + 1e-5 }), at({ vol: vol - 1e-5 }))).toBeCloseTo(got.vega, 4)
      expect(slope(1e-5, at({ rate: 0.04001 }), at({ rate: 0.03999 }))).toBeCloseTo(got.rho, 3)
      expect(slope(1e-5, at({ later: 1e-5 }), at({ later: -1e-5 }))).toBeCloseTo(got.theta, 3)
      const bend = (at({ spot: 100.02 }).delta - at({ spot: 99.98 }).delta) / 0.04
      expect(bend).toBeCloseTo(got.gamma, 5)
    }
  })
})
