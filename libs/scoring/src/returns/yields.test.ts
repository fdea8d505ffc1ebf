import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  annualizedYieldPct,
  annualizePct,
  breakeven,
  type CoveredCall,
  ifCalledReturnPct,
  returnBasisUsd,
  staticReturnPct,
  timeValue,
} from './yields.ts'

/** Published cases of MATHS section 13, as recomputed there. */
describe('published cases', () => {
  test('1, Born To Sell: 39, strike 40, 2.00, on the net debit', () => {
    const position: CoveredCall = { price: 39, strike: 40, premium: 2, basis: 'net_debit' }
    expect(staticReturnPct(position)).toBeCloseTo(5.41, 2)
    expect(ifCalledReturnPct(position)).toBeCloseTo(8.11, 2)
  })

  test('3, Barchart: 97.09, strike 105, 1.54, 73 days', () => {
    const position: CoveredCall = { price: 97.09, strike: 105, premium: 1.54, basis: 'net_debit' }
    expect(staticReturnPct(position)).toBeCloseTo(1.612, 3)
    expect(annualizePct(staticReturnPct(position), 73)).toBeCloseTo(8.06, 2)
  })

  test('5: 8.13, strike 10, 0.66, 59 days', () => {
    const position: CoveredCall = { price: 8.13, strike: 10, premium: 0.66, basis: 'net_debit' }
    expect(staticReturnPct(position)).toBeCloseTo(8.835, 3)
    expect(annualizePct(staticReturnPct(position), 59)).toBeCloseTo(54.66, 2)
  })

  test('7: in the money, both returns are the same 9.09', () => {
    const position: CoveredCall = { price: 17.25, strike: 15, premium: 3.5, basis: 'net_debit' }
    expect(ifCalledReturnPct(position)).toBeCloseTo(9.09, 2)
    expect(staticReturnPct(position)).toBeCloseTo(ifCalledReturnPct(position), 12)
  })

  test('9: dividend and costs, measured on what was paid', () => {
    // 200 shares at 44.64 less 2.94 each; fees of 1.34 count in the basis of 8,341.34 and not in the profit.
    const paid = 8341.34 / 200
    const profit = 42.5 - 44.64 + 2.94
    expect(annualizePct((profit / paid) * 100, 8)).toBeCloseTo(87.52, 2)
    expect(annualizePct(((profit + 0.33) / paid) * 100, 24)).toBeCloseTo(41.21, 2)
  })

  test('15: 75.58, strike 75, 2.70', () => {
    const position: CoveredCall = { price: 75.58, strike: 75, premium: 2.7, basis: 'stock_price' }
    // The source measures on the strike, the lower of strike and price.
    expect((timeValue({ type: 'call', ...position }) / 75) * 100).toBeCloseTo(2.83, 2)
    expect(breakeven(position)).toBeCloseTo(72.88, 12)
    expect(staticReturnPct(position)).toBeCloseTo((2.12 / 75.58) * 100, 12)
  })

  test('13: extrinsic value against a dividend', () => {
    expect(timeValue({ type: 'call', price: 28.16, strike: 25, premium: 3.275 })).toBeCloseTo(0.115, 12)
  })
})

describe('worked by hand', () => {
  const position: CoveredCall = { price: 100, strike: 105, premium: 2, dividends: 0.5, basis: 'stock_price' }

  test('the same position on each basis', () => {
    expect(staticReturnPct(position)).toBeCloseTo(2.5, 12)
    expect(ifCalledReturnPct(position)).toBeCloseTo(7.5, 12)
    expect(ifCalledReturnPct({ ...position, basis: 'net_debit' })).toBeCloseTo(750 / 98, 12)
    expect(ifCalledReturnPct({ ...position, basis: 'cost_basis', costBasis: 80 })).toBeCloseTo(2750 / 80, 12)
    expect(staticReturnPct({ ...position, basis: 'cost_basis', costBasis: 80 })).toBeCloseTo(250 / 80, 12)
    expect(ifCalledReturnPct({ ...position, costBasis: 80 })).toBeCloseTo(7.5, 12)
    expect(breakeven(position)).toBe(97.5)
  })

  test('annualised yield at the bid', () => {
    expect(annualizedYieldPct({ bid: 2, price: 100, days: 30 })).toBeCloseTo(24.333333333333, 10)
    expect(annualizedYieldPct({ bid: 2, price: 100, days: 365 })).toBe(2)
    expect(annualizedYieldPct({ bid: 0, price: 100, days: 30 })).toBe(0)
    expect(annualizedYieldPct({ bid: 2, price: 100, days: 1 })).toBe(730)
    expect(annualizedYieldPct({ bid: 2, price: 100, days: 2 })).toBe(365)
    expect(annualizedYieldPct({ bid: 2, price: 100, days: 0 })).toBe(
      annualizedYieldPct({ bid: 2, price: 100, days: 1 }),
    )
  })

  test('time value of puts and of quotes under exercise value', () => {
    expect(timeValue({ type: 'put', price: 100, strike: 105, premium: 6 })).toBe(1)
    expect(timeValue({ type: 'put', price: 100, strike: 95, premium: 6 })).toBe(6)
    expect(timeValue({ type: 'call', price: 100, strike: 95, premium: 4 })).toBe(-1)
  })

  test.each([
    [{ basis: 'cost_basis' }, 'return basis cost_basis must be'],
    [{ basis: 'net_debit', premium: 100 }, 'return basis net_debit must be'],
    [{ basis: 'stock_price', price: 0 }, 'return basis stock_price must be'],
  ] as const)('%j is refused', (change, message) => {
    expect(() => returnBasisUsd({ ...position, ...change })).toThrow(message)
  })

  test('broken prices and days are refused by name', () => {
    expect(() => annualizedYieldPct({ bid: -1, price: 100, days: 30 })).toThrow('bid must be')
    expect(() => annualizedYieldPct({ bid: 1, price: 0, days: 30 })).toThrow('price must be')
    expect(() => annualizePct(1, -1)).toThrow('days must be')
  })
})

test('selling at the mid less half the spread is selling at the bid', () => {
  const cents = fc.integer({ min: 1, max: 50_000 })
  fc.assert(
    fc.property(cents, cents, (bidCents, spreadCents) => {
      const bid = bidCents / 100
      const ask = (bidCents + spreadCents) / 100
      expect((bid + ask) / 2 - (ask - bid) / 2).toBeCloseTo(bid, 9)
    }),
  )
})
