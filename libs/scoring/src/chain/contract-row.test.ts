import { describe, expect, test } from '@jest/globals'
import { inDays, MARKET, quoted } from '../../test/invented-chain.ts'
import { priceEuropean } from '../option-math/european.ts'
import { spreadPctOfMid } from './call-quote.ts'
import { type ContractRow, type ListedContract, valueContracts } from './contract-row.ts'

const VENDOR = { delta: 0.07, gamma: 0.01, theta: -0.02, vega: 0.05, rho: 0.01 }
const UNSOLVED = { impliedVolatility: null, probabilityItm: null, probabilityProfit: null, probabilityTouch: null }

function contract(change: Partial<ListedContract> = {}): ListedContract {
  const terms = { strike: 110, expiration: inDays(42), bid: 1.2, ask: 1.3, vendorGreeks: VENDOR }
  return quoted({ ...terms, ...change })
}
function rowOf(change: Partial<ListedContract> = {}, market = MARKET): ContractRow {
  const [row] = valueContracts([contract(change)], market)
  if (row === undefined) throw new Error('no row')
  return row
}

describe('a row of the chain', () => {
  test('holds what the source lists, and not the greeks it gives', () => {
    const { vendorGreeks, ...listed } = contract()
    expect(rowOf()).toMatchObject({ ...listed, daysToExpiration: 42, mid: 1.25, moneyness: 'OTM', flags: [] })
    expect(vendorGreeks).toBe(VENDOR)
    expect(rowOf()).not.toHaveProperty('vendorGreeks')
  })

  test('finds the volatility an option was priced with, and the greeks that go with it', () => {
    const terms = { type: 'call', spot: 100, strike: 110, years: 42 / 365, rate: MARKET.rate } as const
    const price = priceEuropean({ ...terms, vol: 0.33 })
    const row = rowOf({ bid: price - 0.02, ask: price + 0.02 })
    expect(row.impliedVolatility).toBeCloseTo(0.33, 8)
    expect(row.greeksSource).toBe('bsm')
    const bump = (change: object) => priceEuropean({ ...terms, vol: 0.33, ...change }) - price
    expect(row.delta).toBeCloseTo(bump({ spot: 100.001 }) * 1000, 4)
    expect(row.theta).toBeCloseTo(bump({ years: 41.999 / 365 }) * 1000, 4)
    expect(row.vega).toBeCloseTo(bump({ vol: 0.33001 }) * 1000, 4)
    expect(row.rho).toBeCloseTo(bump({ rate: MARKET.rate + 0.00001 }) * 1000, 4)
  })

  test('a dividend before expiration is in the model, in the if-called return and in the breakeven', () => {
    const row = rowOf({}, { ...MARKET, dividends: [{ exDate: inDays(20), cash: 0.8 }] })
    expect(row.greeksSource).toBe('american_one_dividend')
    expect(row.impliedVolatility).toBeGreaterThan(rowOf().impliedVolatility ?? 1)
    expect(row.ifCalledReturnPct).toBeCloseTo(12, 10)
    expect(row.breakeven).toBeCloseTo(98, 10)
    expect(row.timeValueYieldPct).toBeCloseTo(1.2, 10)
    for (const exDate of [inDays(0), inDays(43)]) {
      expect(rowOf({}, { ...MARKET, dividends: [{ exDate, cash: 0.8 }] })).toEqual(rowOf())
    }
  })

  test('yields are at the bid, on the stock price; in the money only the time value is earned', () => {
    const row = rowOf()
    expect(row.annualizedYieldPct).toBeCloseTo(1.2 * (365 / 42), 10)
    expect(row.timeValueYieldPct).toBeCloseTo(1.2, 10)
    expect(row.annualizedTimeValueYieldPct).toBeCloseTo(1.2 * (365 / 42), 10)
    expect(row.ifCalledReturnPct).toBeCloseTo(11.2, 10)
    expect(row.breakeven).toBeCloseTo(98.8, 10)
    expect(row.timeValueUsd).toBeCloseTo(1.2, 10)
    const inTheMoney = rowOf({ strike: 90, bid: 11, ask: 11.2 })
    expect(inTheMoney.annualizedYieldPct).toBeCloseTo(11 * (365 / 42), 10)
    expect(inTheMoney.timeValueYieldPct).toBeCloseTo(1, 10)
    expect(inTheMoney.annualizedTimeValueYieldPct).toBeCloseTo(365 / 42, 10)
    expect(rowOf({ strike: 80, bid: 19.9, ask: 21 })).toMatchObject({
      breakeven: null,
      timeValueUsd: expect.closeTo(-0.1, 10),
    })
  })

  test('no volatility without a bid or on a crossed quote: the source keeps its greeks, named as such', () => {
    for (const change of [{ bid: 0 }, { bid: null }, { bid: 1.4 }, { ask: null }]) {
      expect(rowOf(change)).toMatchObject({ ...UNSOLVED, ...VENDOR, greeksSource: 'vendor' })
    }
    expect(rowOf({ bid: 0, vendorGreeks: null })).toMatchObject({ delta: null, rho: null, greeksSource: null })
    expect(rowOf({ bid: 0, vendorGreeks: { ...VENDOR, delta: 0.2 } }).inTarget).toBe(true)
  })

  test.each([
    ['unknown', { bid: null }],
    ['0 without an ask', { bid: 0, ask: null }],
    ['0 beside an ask of 0', { bid: 0, ask: 0 }],
    ['0 in the money', { strike: 90, bid: 0, ask: 11 }],
  ])('a bid that is %s yields nothing (D55)', (_name, change) => {
    const nothing = { timeValueUsd: null, timeValueYieldPct: null, ifCalledReturnPct: null, breakeven: null }
    expect(rowOf(change)).toMatchObject({ mid: null, annualizedYieldPct: null, ...nothing, ...UNSOLVED })
    expect(rowOf({ type: 'put', strike: 110, bid: 0 }).timeValueUsd).toBeNull()
  })

  test('a bid of 0 out of the money beside an ask yields 0', () => {
    const row = rowOf({ bid: 0 })
    expect(row).toMatchObject({ mid: null, annualizedYieldPct: 0, timeValueUsd: 0, breakeven: 100 })
    expect(row.ifCalledReturnPct).toBeCloseTo(10, 10)
  })

  test('a put is no covered call', () => {
    const put = rowOf({ type: 'put', strike: 90, bid: 1, ask: 1.1 })
    const nothing = { annualizedYieldPct: null, breakeven: null, probabilityProfit: null, probabilityTouch: null }
    expect(put).toMatchObject({ ...nothing, inTarget: false, greeksSource: 'american_boundary', timeValueUsd: 1 })
    expect(put.delta).toBeLessThan(0)
    expect(put.probabilityItm).toBeGreaterThan(0)
  })

  test('probabilities of a call: of ending in the money, of touching on the way, of a profit', () => {
    const { probabilityItm, probabilityTouch, probabilityProfit, delta } = rowOf()
    expect(probabilityItm).toBeLessThan(delta ?? 0)
    expect(probabilityTouch).toBeGreaterThan(probabilityItm ?? 1)
    expect(probabilityProfit).toBeGreaterThan(0.5)
  })

  test('an expiration of the past has 0 days and no volatility', () => {
    expect(rowOf({ expiration: inDays(-3) })).toMatchObject({ daysToExpiration: 0, impliedVolatility: null })
  })
})

test.each([
  [0.15, true],
  [0.25, true],
  [0.1499, false],
  [0.2501, false],
])('a delta of %d aimed at: %p', (delta, inTarget) => {
  expect(rowOf({ bid: 0, vendorGreeks: { ...VENDOR, delta } }).inTarget).toBe(inTarget)
})

test('days are counted from now, the value is that of the instant of the quotes', () => {
  const row = rowOf({}, { ...MARKET, nowMs: MARKET.asOfMs + 3 * 86_400_000 })
  expect(row).toMatchObject({
    daysToExpiration: 39,
    impliedVolatility: rowOf().impliedVolatility,
    theta: rowOf().theta,
  })
  expect(row.annualizedYieldPct).toBeCloseTo(1.2 * (365 / 39), 10)
})

describe('flags', () => {
  test.each([
    [{ bid: 0 }, ['zero_bid', 'wide_spread', 'iv_unsolvable']],
    [{ bid: null }, ['iv_unsolvable']],
    [{ bid: 1.4 }, ['crossed', 'iv_unsolvable']],
    [{ bid: 1, ask: 1.5 }, []],
    [{ bid: 1, ask: 1.51 }, ['wide_spread']],
    [{ bid: 1.3 }, []],
    [{ volume: null }, []],
    [{ volume: 0 }, ['stale_trade']],
    [{ volume: 0, last: null }, []],
    [{ openInterest: 0 }, ['no_open_interest']],
    [{ openInterest: null }, []],
    [{ strike: 50, bid: 49, ask: 49.5 }, ['iv_unsolvable']],
  ] as [Partial<ListedContract>, string[]][])('%j is flagged %j', (change, flags) => {
    expect(rowOf(change).flags).toEqual(flags)
  })

  test('the spread in percent of the mid', () => {
    expect(spreadPctOfMid(1, 1.5)).toBe(40)
    expect(spreadPctOfMid(2, 2)).toBe(0)
  })
})
