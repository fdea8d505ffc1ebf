import { readFileSync } from 'node:fs'
import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { contractOf, type GoldenCase, rowOf } from '../../golden/rows.ts'
import { numberOf, readCsv, testShared } from '../../test/shared-data.ts'
import type { ContractTerms } from './contract.ts'
import { computeEuropeanGreeks, priceEuropean } from './european.ts'
import {
  type ImpliedVolatility,
  impliedEuropeanVolatility,
  isPriceToInvert,
  type PriceToInvert,
} from './implied-volatility.ts'
import { quoteMid, quoteReason, solveQuoteVol } from './quotes.ts'
import { continuousFromBondEquivalent } from './rates.ts'

describe('implied volatility', () => {
  testShared(
    'golden/implied_vol.csv: every row within a tenth of its tolerance',
    ['golden/implied_vol.csv'],
    (path) => {
      const rows = readCsv(path)
      const failures = rows.flatMap((row) => {
        const { vol } = impliedEuropeanVolatility({ ...contractOf(row), price: numberOf(row, 'price') })
        const error = Math.abs((vol ?? Number.POSITIVE_INFINITY) - numberOf(row, 'iv')) / numberOf(row, 'iv_tol')
        return error <= 0.1 ? [] : [`row ${row.id} ${row.class} ${row.side}: expected ${row.iv}, got ${vol}, ${error}`]
      })
      expect(failures).toEqual([])
      expect(rows.length).toBeGreaterThan(800)
    },
  )

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

  describe('computed by hand', () => {
    const contract = { type: 'call', spot: 100, strike: 100, years: 1, rate: 0 } as const

    test('at the forward, the price is S·(2N(σ/2) − 1): 7.9656 gives 20%', () => {
      const solved = impliedEuropeanVolatility({ ...contract, price: 7.965567455405804 })
      expect(solved).toEqual({ vol: expect.closeTo(0.2, 12), model: 'bsm' })
    })

    test('a dividend in the term is escrowed, as named in the model', () => {
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
      ['price is NaN', { price: Number.NaN }, 'invalid'],
      ['infinite rate', { rate: Number.POSITIVE_INFINITY }, 'invalid'],
      ['dividends above the stock', { dividends: [{ years: 0.5, cash: 150 }] }, 'invalid'],
      ['dividend on day NaN', { dividends: [{ years: Number.NaN, cash: 5 }] }, 'invalid'],
      ['dividend infinitely far away', { dividends: [{ years: Number.POSITIVE_INFINITY, cash: 5 }] }, 'invalid'],
      ['negative dividend', { dividends: [{ years: 0.5, cash: -5 }] }, 'invalid'],
      ['dividend of NaN', { dividends: [{ years: 0.5, cash: Number.NaN }] }, 'invalid'],
      ['infinite dividend after the term', { dividends: [{ years: 9, cash: Number.POSITIVE_INFINITY }] }, 'invalid'],
      ['strike leg overflows', { rate: -1e4 }, 'invalid'],
      ['strike leg underflows', { rate: 1e4 }, 'invalid'],
      ['legs whose product underflows', { spot: 1e-200, strike: 1e-200 }, 'invalid'],
      ['legs whose product overflows', { spot: 1e200, strike: 1e200 }, 'invalid'],
      ['infinite years', { years: Number.NEGATIVE_INFINITY }, 'invalid'],
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
    ])('%j is valid input: %p', (change, isQuestion) => {
      expect(isPriceToInvert({ ...contract, price: 5, ...change })).toBe(isQuestion)
    })
  })

  // Rounding of the price is 4 ε of the larger leg in the money, and 16 ε of the ceiling at the ceiling; ε is 2.2e-16.
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

    test('handles a strike so far away that rounding hides the ceiling', () => {
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

    test('round-trips prices within their precision', () => {
      fc.assert(
        fc.property(drawn, ({ logMoneyness, ...rest }) => {
          const contract = { ...rest, spot: 100, strike: 100 * Math.exp(logMoneyness) }
          const { price, vega } = computeEuropeanGreeks(contract)
          const solved = impliedEuropeanVolatility({ ...contract, price })
          const noise = 5e-15 * (100 + contract.strike)
          if (solved.vol === null) {
            // A null volatility is allowed only if rounding of the price hides a hundredth of it, or the price
            // underflows.
            expect(vega * contract.vol * 0.01 < 20 * noise || price < 1e-300).toBe(true)
            return
          }
          const slack = noise + 1e-12 * vega * contract.vol
          expect(Math.abs(priceEuropean({ ...contract, vol: solved.vol }) - price)).toBeLessThanOrEqual(slack)
          if (vega * contract.vol > 1e-3) expect(Math.abs(solved.vol / contract.vol - 1)).toBeLessThan(1e-9)
        }),
      )
    })

    test('a higher price never gives a lower volatility', () => {
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
})

describe('quotes', () => {
  describe('quotes', () => {
    test.each([
      [1, 1.2, null, 1.1],
      [1, 1, null, 1],
      [0.01, 9.99, null, 5],
      [1.2, 1, 'crossed', null],
      [0, 1, 'zero_bid', null],
      [0, null, 'zero_bid', null],
      [-1, 1, 'zero_bid', null],
      [null, 1, 'no_mid', null],
      [1, null, 'no_mid', null],
      [null, null, 'no_mid', null],
      [Number.NaN, 1, 'no_mid', null],
      [1, 0, 'crossed', null],
    ] as const)('bid %p ask %p: %p', (bid, ask, reason, mid) => {
      expect(quoteReason({ bid, ask })).toBe(reason)
      expect(quoteMid({ bid, ask })).toBe(mid)
    })
  })

  describe('volatility of a quote', () => {
    const terms: ContractTerms = { type: 'call', spot: 100, strike: 105, years: 42 / 365, rate: 0.0367 }

    test('is the volatility of the mid', () => {
      const price = priceEuropean({ ...terms, vol: 0.32 })
      const solved = solveQuoteVol({ ...terms, bid: price - 0.05, ask: price + 0.05 })
      expect(solved).toEqual({ vol: expect.closeTo(0.32, 10), mid: expect.closeTo(price, 12), model: 'bsm' })
    })

    const floor = 100 - 90 * Math.exp((-0.0367 * 42) / 365)
    test.each([
      ['zero_bid', { bid: 0, ask: 1 }],
      ['crossed', { bid: 2, ask: 1 }],
      ['no_mid', { bid: null, ask: 1 }],
      ['below_intrinsic', { strike: 90, bid: 9.5, ask: 9.9 }],
      ['below_lower_bound', { strike: 90, bid: 10.1, ask: 10.2 }],
      ['no_time_value', { strike: 90, bid: floor, ask: floor }],
      ['no_time_value', { strike: 90, bid: floor + 0.0009, ask: floor + 0.0009 }],
      ['no_time_value', { bid: 0.0009, ask: 0.0009 }],
      ['below_intrinsic', { type: 'put', strike: 140, bid: 39.5, ask: 39.9 }],
      ['not_unique', { type: 'put', strike: 140, bid: 39.9, ask: 40.1 }],
      ['no_time_value', { bid: 0.0009, ask: 0.0009, dividends: [{ years: 0.05, cash: 1 }] }],
      ['above_upper_bound', { bid: 101, ask: 102 }],
      ['expired', { years: 0, bid: 1, ask: 2 }],
      ['invalid', { spot: -5, bid: 1, ask: 2 }],
    ] as const)('%s: %j', (reason, change) => {
      expect(solveQuoteVol({ ...terms, ...change })).toMatchObject({ vol: null, reason })
    })

    test('uses the American model if early exercise may pay', () => {
      // Geske and Johnson (1984), table I: S 40, K 45, r 4.88%, T 0.5833, vol 20%: American 5.267, European 4.840.
      const put = { type: 'put', spot: 40, strike: 45, years: 0.5833, rate: 0.0488, bid: 5.26, ask: 5.274 } as const
      const solved = solveQuoteVol(put)
      expect(solved).toEqual({
        vol: expect.closeTo(0.2, 3),
        mid: expect.closeTo(5.267, 12),
        model: 'american_boundary',
      })
      expect(solveQuoteVol({ ...put, dividends: [{ years: 0.1, cash: 0.5 }] }).model).toBe('american_grid')
    })

    test('solves a time value just over a tenth of a cent', () => {
      expect(solveQuoteVol({ ...terms, strike: 90, bid: floor + 0.0011, ask: floor + 0.0011 }).vol).toBeGreaterThan(0)
      expect(solveQuoteVol({ ...terms, bid: 0.0011, ask: 0.0011 }).vol).toBeGreaterThan(0)
    })
  })

  describe('continuous rate of a bond-equivalent yield', () => {
    test.each([
      [3.7, 0.03666191336944692],
      [0, 0],
      [-1, 2 * Math.log(0.995)],
    ])('%d %%', (yieldPct, rate) => {
      expect(continuousFromBondEquivalent(yieldPct)).toBeCloseTo(rate, 15)
    })

    test('pays half the yield over half a year', () => {
      expect(Math.exp(continuousFromBondEquivalent(5) / 2)).toBeCloseTo(1.025, 14)
      expect(() => continuousFromBondEquivalent(-200)).toThrow(RangeError)
    })
  })
})
