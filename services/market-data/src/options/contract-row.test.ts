import { priceEuropean } from '@callwright/scoring'
import { describe, expect, test } from '@jest/globals'
import type { OptionQuote } from '../providers/provider.ts'
import { valueContract } from './contract-row.ts'

const MARKET = { priceUsd: 100, rate: 0.037, days: 42, years: 42 / 365, dividends: [] }
const VENDOR = { delta: 0.07, gamma: 0.01, theta: -0.02, vega: 0.05, rho: 0.01 }

function quote(overrides: Partial<OptionQuote> = {}): OptionQuote {
  return {
    contractSymbol: 'XYZ260821C00110000',
    type: 'call',
    expiration: '2026-08-21',
    strike: 110,
    bid: 1.2,
    ask: 1.3,
    last: 1.25,
    volume: 10,
    openInterest: 100,
    vendorGreeks: VENDOR,
    ...overrides,
  }
}
const flagsOf = (overrides: Partial<OptionQuote>) => valueContract(quote(overrides), MARKET).flags

describe('valueContract', () => {
  test('finds the volatility an option was priced with, and the greeks that go with it', () => {
    const price = priceEuropean({ type: 'call', spot: 100, strike: 110, years: 42 / 365, rate: 0.037, vol: 0.33 })
    const row = valueContract(quote({ bid: price - 0.02, ask: price + 0.02 }), MARKET)
    expect(row.impliedVolatility).toBeCloseTo(0.33, 8)
    expect(row.greeks.source).toBe('bsm')
    expect(row.greeks.delta).toBeGreaterThan(0.15)
    expect(row.inTarget).toBe(true)
    expect(row.moneyness).toBe('OTM')
    expect(row.flags).toEqual([])
  })

  test('a dividend before expiration is in the model, and named', () => {
    const row = valueContract(quote(), { ...MARKET, dividends: [{ years: 0.05, cash: 0.8 }] })
    expect(row.greeks.source).toBe('american_one_dividend')
    expect(row.impliedVolatility).toBeGreaterThan(valueContract(quote(), MARKET).impliedVolatility ?? 1)
  })

  test('returns are at the bid, on the stock price', () => {
    const row = valueContract(quote(), MARKET)
    expect(row.annualizedYieldPct).toBeCloseTo(1.2 * (365 / 42), 10)
    expect(row.timeValueYieldPct).toBeCloseTo(1.2, 10)
    expect(row.ifCalledReturnPct).toBeCloseTo(11.2, 10)
    expect(row.breakevenUsd).toBeCloseTo(98.8, 10)
    expect(row.timeValueUsd).toBeCloseTo(1.2, 10)
  })

  test('no volatility without a bid or on a crossed quote: the source keeps its greeks, named as such', () => {
    for (const overrides of [{ bid: 0 }, { bid: null }, { bid: 1.4 }, { ask: null }]) {
      const row = valueContract(quote(overrides), MARKET)
      expect(row.impliedVolatility).toBeNull()
      expect(row.greeks).toEqual({ delta: 0.07, gamma: 0.01, theta: -0.02, vega: 0.05, rho: 0.01, source: 'vendor' })
      expect(row.probabilityItm).toBeNull()
    }
    expect(valueContract(quote({ bid: 0, vendorGreeks: null }), MARKET).greeks).toMatchObject({
      delta: null,
      source: null,
    })
  })

  test('an unknown bid yields nothing, a bid of 0 yields 0', () => {
    expect(valueContract(quote({ bid: null }), MARKET)).toMatchObject({ annualizedYieldPct: null, timeValueUsd: null })
    expect(valueContract(quote({ bid: 0 }), MARKET)).toMatchObject({ annualizedYieldPct: 0, timeValueUsd: 0 })
  })

  test('a put is no covered call', () => {
    const put = valueContract(quote({ type: 'put', strike: 90, bid: 1, ask: 1.1 }), MARKET)
    expect(put).toMatchObject({ annualizedYieldPct: null, breakevenUsd: null, probabilityTouch: null, inTarget: false })
    expect(put.greeks.delta).toBeLessThan(0)
    expect(put.greeks.source).toBe('american_boundary')
    expect(put.timeValueUsd).toBe(1)
    expect(put.probabilityItm).toBeGreaterThan(0)
  })

  test.each([
    [{ bid: 0 }, ['zero_bid', 'wide_spread', 'iv_unsolvable']],
    [{ bid: null }, ['iv_unsolvable']],
    [{ bid: 1.4 }, ['crossed', 'iv_unsolvable']],
    [{ bid: 1, ask: 1.5 }, []],
    [{ bid: 1, ask: 1.51 }, ['wide_spread']],
    [{ volume: null }, []],
    [{ volume: 0 }, ['stale_trade']],
    [{ volume: 0, last: null }, []],
    [{ openInterest: 0 }, ['no_open_interest']],
    [{ openInterest: null }, []],
    [{ strike: 50, bid: 49, ask: 49.5 }, ['iv_unsolvable']],
  ] as [Partial<OptionQuote>, string[]][])('%j is flagged %j', (overrides, flags) => {
    expect(flagsOf(overrides)).toEqual(flags)
  })
})
