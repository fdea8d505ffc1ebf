import { describe, expect, test } from '@jest/globals'
import type { ContractTerms } from './contract.ts'
import { priceEuropean } from './european.ts'
import { quoteMid, quoteReason, solveQuoteVol } from './quotes.ts'
import { continuousFromBondEquivalent } from './rates.ts'

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

  test('is that of its mid', () => {
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

  test('is the American one where early exercise may be worth it', () => {
    // Geske and Johnson (1984), table I: S 40, K 45, r 4.88 %, T 0.5833, vol 20 %: American 5.267, European 4.840.
    const put = { type: 'put', spot: 40, strike: 45, years: 0.5833, rate: 0.0488, bid: 5.26, ask: 5.274 } as const
    const solved = solveQuoteVol(put)
    expect(solved).toEqual({ vol: expect.closeTo(0.2, 3), mid: expect.closeTo(5.267, 12), model: 'american_boundary' })
    expect(solveQuoteVol({ ...put, dividends: [{ years: 0.1, cash: 0.5 }] }).model).toBe('american_grid')
  })

  test('time value just over a tenth of a cent is solved', () => {
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

  test('half a year of it pays half the yield', () => {
    expect(Math.exp(continuousFromBondEquivalent(5) / 2)).toBeCloseTo(1.025, 14)
    expect(() => continuousFromBondEquivalent(-200)).toThrow(RangeError)
  })
})
