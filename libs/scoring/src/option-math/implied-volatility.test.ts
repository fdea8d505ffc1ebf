import { readFileSync } from 'node:fs'
import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { contractOf, type GoldenCase, rowOf } from '../../test/golden-contract.ts'
import { numberOf, readCsv, testShared } from '../../test/shared-data.ts'
import { computeEuropeanGreeks, priceEuropean } from './european.ts'
import {
  type ImpliedVolatility,
  impliedEuropeanVolatility,
  isPriceToInvert,
  type PriceToInvert,
} from './implied-volatility.ts'

testShared('golden/implied_vol.csv: every row within a tenth of its tolerance', ['golden/implied_vol.csv'], (path) => {
  const rows = readCsv(path)
  const failures = rows.flatMap((row) => {
    const { vol } = impliedEuropeanVolatility({ ...contractOf(row), price: numberOf(row, 'price') })
    const error = Math.abs((vol ?? Number.POSITIVE_INFINITY) - numberOf(row, 'iv')) / numberOf(row, 'iv_tol')
    return error <= 0.1 ? [] : [`row ${row.id} ${row.class} ${row.side}: expected ${row.iv}, got ${vol}, ${error}`]
  })
  expect(failures).toEqual([])
  expect(rows.length).toBeGreaterThan(800)
})

const REASONS: Readonly<Record<string, readonly string[]>> = {
  below_lower_bound: ['below_lower_bound'],
  at_lower_bound: ['no_time_value'],
  noise_above_floor: ['no_time_value'],
  zero_price: ['no_time_value', 'below_lower_bound'],
  negative_price: ['below_lower_bound'],
  at_upper_bound: ['above_upper_bound'],
  above_upper_bound: ['above_upper_bound'],
  expired: ['expired'],
  bad_input: ['invalid'],
}

function agrees({ vol, ...rest }: ImpliedVolatility, wanted: GoldenCase['expect']): boolean {
  const tolerance = Number(wanted.abs_tol ?? 0)
  if (typeof wanted.iv === 'number') return vol !== null && Math.abs(vol - wanted.iv) <= tolerance
  const reasons = REASONS[String(wanted.reason)] ?? []
  if (vol === null) return 'reason' in rest && reasons.includes(rest.reason)
  return vol <= Number(wanted.iv_max ?? -1) || vol >= Number(wanted.iv_min ?? Number.POSITIVE_INFINITY)
}

testShared('golden/edges.json, implied volatility cases', ['golden/edges.json'], (path) => {
  const { cases } = JSON.parse(readFileSync(path, 'utf8')) as { cases: GoldenCase[] }
  const relevant = cases.filter(({ kind }) => kind === 'implied_vol')
  expect(relevant.length).toBeGreaterThan(30)
  const failures = relevant.filter((edge) => {
    const row = rowOf(edge)
    return !agrees(impliedEuropeanVolatility({ ...contractOf(row), price: numberOf(row, 'price') }), edge.expect)
  })
  expect(failures).toEqual([])
})

describe('worked by hand', () => {
  const contract = { type: 'call', spot: 100, strike: 100, years: 1, rate: 0 } as const

  test('at the forward the price is S·(2N(σ/2) − 1): 7.9656 is 20 %', () => {
    const solved = impliedEuropeanVolatility({ ...contract, price: 7.965567455405804 })
    expect(solved).toEqual({ vol: expect.closeTo(0.2, 12), model: 'bsm' })
  })

  test('a dividend inside the term is escrowed and the model says so', () => {
    const dividends = [{ years: 0.5, cash: 2 }]
    const price = priceEuropean({ ...contract, dividends, vol: 0.3 })
    expect(price).toBeCloseTo(priceEuropean({ ...contract, spot: 98, vol: 0.3 }), 12)
    expect(impliedEuropeanVolatility({ ...contract, dividends, price })).toEqual({
      vol: expect.closeTo(0.3, 12),
      model: 'bsm_escrowed',
    })
    expect(impliedEuropeanVolatility({ ...contract, dividends: [{ years: 1.1, cash: 2 }], price }).model).toBe('bsm')
  })

  test.each([
    ['price under the floor', { strike: 80, price: 19.9 }, 'below_lower_bound'],
    ['price at the floor', { strike: 80, price: 20 }, 'no_time_value'],
    ['price zero', { price: 0 }, 'no_time_value'],
    ['price negative', { price: -1 }, 'below_lower_bound'],
    ['price of the stock', { price: 100 }, 'above_upper_bound'],
    ['price above the stock', { price: 101 }, 'above_upper_bound'],
    ['no time', { years: 0 }, 'expired'],
    ['no spot', { spot: 0 }, 'invalid'],
    ['price not a number', { price: Number.NaN }, 'invalid'],
    ['rate without end', { rate: Number.POSITIVE_INFINITY }, 'invalid'],
    ['stock paid out', { dividends: [{ years: 0.5, cash: 150 }] }, 'invalid'],
    ['dividend without a day', { dividends: [{ years: Number.NaN, cash: 5 }] }, 'invalid'],
    ['dividend of no day', { dividends: [{ years: Number.POSITIVE_INFINITY, cash: 5 }] }, 'invalid'],
    ['dividend paid in', { dividends: [{ years: 0.5, cash: -5 }] }, 'invalid'],
    ['dividend without an amount', { dividends: [{ years: 0.5, cash: Number.NaN }] }, 'invalid'],
    ['endless dividend after the term', { dividends: [{ years: 9, cash: Number.POSITIVE_INFINITY }] }, 'invalid'],
    ['strike leg overflows', { rate: -1e4 }, 'invalid'],
    ['strike leg underflows', { rate: 1e4 }, 'invalid'],
    ['legs too small for a product', { spot: 1e-200, strike: 1e-200 }, 'invalid'],
    ['legs too large for a product', { spot: 1e200, strike: 1e200 }, 'invalid'],
    ['years without end', { years: Number.NEGATIVE_INFINITY }, 'invalid'],
  ] as const)('%s', (_, change, reason) => {
    const quote: PriceToInvert = { ...contract, price: 5, ...change }
    expect(impliedEuropeanVolatility(quote)).toMatchObject({ vol: null, reason })
  })

  test.each([
    [{}, true],
    [{ price: -1, years: -1, rate: -0.5 }, true],
    [{ dividends: [{ years: -0.1, cash: 0 }] }, true],
    [{ dividends: [{ years: 0.1, cash: -1 }] }, false],
    [{ dividends: [{ years: Number.NaN, cash: 1 }] }, false],
    [{ spot: 0 }, false],
    [{ strike: -80 }, false],
    [{ price: Number.NaN }, false],
    [{ dividendYield: Number.POSITIVE_INFINITY }, false],
  ])('%j is a question: %p', (change, isQuestion) => {
    expect(isPriceToInvert({ ...contract, price: 5, ...change })).toBe(isQuestion)
  })
})

// The rounding of the price in the money, 4 ε of the larger leg, and at the ceiling, 16 ε of it; ε is 2.2e-16.
describe('each side of the bounds', () => {
  const floor = 4 * Number.EPSILON * 100
  const ceiling = 16 * Number.EPSILON

  test.each([
    ['call', 100, 80],
    ['put', 80, 100],
  ] as const)('a %s in the money, %d against %d', (type, spot, strike) => {
    const reasonAt = (price: number) => {
      const solved = impliedEuropeanVolatility({ type, spot, strike, years: 1, rate: 0, price })
      return 'reason' in solved ? solved.reason : null
    }
    expect(reasonAt(20 - 1.08 * floor)).toBe('below_lower_bound')
    expect(reasonAt(20 - 0.92 * floor)).toBe('no_time_value')
    expect(reasonAt(20 + 0.92 * floor)).toBe('no_time_value')
    expect(reasonAt(20 + 1.08 * floor)).toBeNull()
    expect(reasonAt(100 * (1 - 1.06 * ceiling))).toBeNull()
    expect(reasonAt(100 * (1 - 0.94 * ceiling))).toBe('above_upper_bound')
  })

  test.each([
    ['call', 80, 100, 80],
    ['put', 100, 80, 80],
    ['call', 1e-3, 6e5, 1e-3],
    ['put', 6e5, 1e-3, 1e-3],
  ] as const)('a %s out of the money, %d against %d: nothing at the floor, its own leg at the ceiling', (...row) => {
    const [type, spot, strike, bound] = row
    const solve = (price: number) => impliedEuropeanVolatility({ type, spot, strike, years: 1, rate: 0, price })
    expect(solve(-1e-300)).toMatchObject({ reason: 'below_lower_bound' })
    expect(solve(0)).toMatchObject({ reason: 'no_time_value' })
    expect(solve(1e-320)).toMatchObject({ reason: 'no_time_value' })
    expect(solve(1e-200).vol).toBeGreaterThan(0)
    expect(solve(bound * (1 - 1e-6)).vol).toBeGreaterThan(solve(0.9 * bound).vol ?? Number.POSITIVE_INFINITY)
    expect(solve(bound * (1 - 1.06 * ceiling)).vol).toBeGreaterThan(0)
    expect(solve(bound * (1 - 0.94 * ceiling))).toMatchObject({ reason: 'above_upper_bound' })
  })

  test('so far from the strike that rounding hides the ceiling', () => {
    const far = { type: 'call', spot: 3.6937672068169124e-57, strike: 1, years: 1, rate: 0 } as const
    const solved = impliedEuropeanVolatility({ ...far, price: 3.693767206816898e-57 })
    expect(solved).toMatchObject({ vol: null, reason: 'above_upper_bound' })
  })
})

describe('properties', () => {
  const drawn = fc.record({
    type: fc.constantFrom('call', 'put'),
    logMoneyness: fc.oneof(
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: -1e-6, max: 1e-6, noNaN: true }),
      fc.double({ min: -5, max: 5, noNaN: true }),
    ),
    years: fc.double({ min: 0.002, max: 5, noNaN: true }),
    rate: fc.double({ min: -0.02, max: 0.1, noNaN: true }),
    dividendYield: fc.double({ min: 0, max: 0.08, noNaN: true }),
    vol: fc.double({ min: 0.005, max: 5, noNaN: true }),
  })

  test('price to volatility and back, as far as the price carries digits', () => {
    fc.assert(
      fc.property(drawn, ({ logMoneyness, ...rest }) => {
        const contract = { ...rest, spot: 100, strike: 100 * Math.exp(logMoneyness) }
        const { price, vega } = computeEuropeanGreeks(contract)
        const solved = impliedEuropeanVolatility({ ...contract, price })
        const noise = 5e-15 * (100 + contract.strike)
        if (solved.vol === null) {
          // Only where a rounding of the price hides a hundredth of the volatility, or the price has left the doubles.
          expect(vega * contract.vol * 0.01 < 20 * noise || price < 1e-300).toBe(true)
          return
        }
        const slack = noise + 1e-12 * vega * contract.vol
        expect(Math.abs(priceEuropean({ ...contract, vol: solved.vol }) - price)).toBeLessThanOrEqual(slack)
        if (vega * contract.vol > 1e-3) expect(Math.abs(solved.vol / contract.vol - 1)).toBeLessThan(1e-9)
      }),
    )
  })

  test('a higher price is never a lower volatility', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 60, noNaN: true }),
        fc.double({ min: 0.001, max: 20, noNaN: true }),
        fc.double({ min: 70, max: 140, noNaN: true }),
        (price, more, strike) => {
          const contract = { type: 'put', spot: 100, strike, years: 0.25, rate: 0.04 } as const
          const low = impliedEuropeanVolatility({ ...contract, price }).vol
          const high = impliedEuropeanVolatility({ ...contract, price: price + more }).vol
          if (low !== null && high !== null) expect(high).toBeGreaterThanOrEqual(low)
        },
      ),
    )
  })
})
