import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { inDays, MARKET, quoted } from '../../test/invented-chain.ts'
import { newYorkCloseMs } from '../calendar/new-york.ts'
import { computeAmericanDelta, priceAmerican } from '../option-math/american/american.ts'
import { impliedAmericanVolatility } from '../option-math/american/implied.ts'
import { openChainClock } from '../option-math/chain.ts'
import { priceEuropean } from '../option-math/european.ts'
import { computeGreeks } from '../option-math/greeks.ts'
import { boundByAsk, NO_BOUNDS } from './bounds.ts'
import { spreadPctOfMid } from './call-quote.ts'
import { type ContractRow, type ListedContract, valueContracts } from './contract-row.ts'
import { openGreekFill, valueAtVolatility } from './greek-fill.ts'
import { choosePremium } from './premium.ts'

describe('bounds', () => {
  /** Case 21: AAPL at 549.46 on the day before the 580 call expires, with a bid of 0 and an ask of 0.06. */
  const market = { price: 549.46, rate: 0.04, dividends: [], asOfMs: newYorkCloseMs('2026-11-25') }
  const call = { strike: 580, expiration: '2026-11-27', bid: 0, ask: 0.06 }

  describe('a call without a bid', () => {
    test('has at most the delta at the volatility of its ask', () => {
      const { deltaAtMost, impliedVolatilityAtMost } = boundByAsk(call, market)
      expect(deltaAtMost).toBeGreaterThan(0)
      expect(deltaAtMost).toBeLessThan(0.02)
      expect(impliedVolatilityAtMost).toBeLessThan(0.5)
    })

    test.each([
      ['two sessions before the end', 307.19, { strike: 330, expiration: '2026-11-27', ask: 0.03 }, 0.02],
      ['at the next strike in the last session', 62, { strike: 63, expiration: '2026-11-27', ask: 0.1 }, 0.25],
      ['on a cheap stock', 12, { strike: 13, expiration: '2026-12-04', ask: 0.05 }, 0.2],
    ])('is surely out of reach of a delta of 0.5: %s', (_name, price, quoted, most) => {
      const { deltaAtMost } = boundByAsk({ ...quoted, bid: 0 }, { ...market, price })
      expect(deltaAtMost).toBeGreaterThan(0)
      expect(deltaAtMost).toBeLessThan(most)
    })

    test.each([
      ['with a bid', { ...call, bid: 0.01 }],
      ['without an ask', { ...call, ask: null }],
      ['in the money', { ...call, strike: 500, ask: 51 }],
      ['offered above the stock price', { ...call, ask: 600 }],
    ])('sets no bounds for a call: %s', (_name, quoted) => expect(boundByAsk(quoted, market)).toEqual(NO_BOUNDS))

    test('no value up to the ask has a higher delta, even with a dividend in the term', () => {
      const exDate = '2026-12-10'
      const far = { ...market, dividends: [{ exDate, cash: 2 }] }
      const { termsOf, dividends } = openChainClock(far)
      const { years } = termsOf('2026-12-18')
      fc.assert(
        fc.property(
          fc.integer({ min: 552, max: 800 }),
          fc.double({ min: 0.05, max: 5 }),
          fc.double({ min: 0.1, max: 1 }),
          (strike, ask, part) => {
            const { deltaAtMost } = boundByAsk({ strike, expiration: '2026-12-18', bid: 0, ask }, far)
            const terms = { type: 'call', spot: far.price, strike, years, rate: far.rate, dividends } as const
            const { vol } = impliedAmericanVolatility({ ...terms, price: ask * part })
            if (vol === null || deltaAtMost === null) return
            expect(computeAmericanDelta({ ...terms, vol })).toBeLessThanOrEqual(deltaAtMost + 1e-4)
          },
        ),
      )
    })
  })
})

describe('contract row', () => {
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
    test("keeps the source's quote but not its Greeks", () => {
      const { vendorGreeks, ...listed } = contract()
      expect(rowOf()).toMatchObject({ ...listed, daysToExpiration: 42, mid: 1.25, moneyness: 'OTM', flags: [] })
      expect(vendorGreeks).toBe(VENDOR)
      expect(rowOf()).not.toHaveProperty('vendorGreeks')
    })

    test('recovers the volatility of a priced option, with its Greeks', () => {
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

    test('includes a dividend before expiration in the model, the if-called return and the breakeven', () => {
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

    test('computes yields at the bid on the stock price; in the money, only time value is income', () => {
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

    test("uses and marks the source's Greeks without a bid or on a crossed quote", () => {
      for (const change of [{ bid: 0 }, { bid: null }, { bid: 1.4 }, { ask: null }]) {
        expect(rowOf(change)).toMatchObject({ ...UNSOLVED, ...VENDOR, greeksSource: 'vendor' })
      }
      expect(rowOf({ bid: 0, vendorGreeks: null })).toMatchObject({ delta: null, rho: null, greeksSource: null })
      expect(rowOf({ bid: 0, vendorGreeks: { ...VENDOR, delta: 0.2 } }).inTarget).toBe(true)
    })

    test.each([
      ['unknown', { bid: null }],
      ['0 without an ask', { bid: 0, ask: null }],
      ['0 next to an ask of 0', { bid: 0, ask: 0 }],
      ['0 in the money', { strike: 90, bid: 0, ask: 11 }],
    ])('a bid that is %s yields nothing (D55)', (_name, change) => {
      const nothing = { timeValueUsd: null, timeValueYieldPct: null, ifCalledReturnPct: null, breakeven: null }
      expect(rowOf(change)).toMatchObject({ mid: null, annualizedYieldPct: null, ...nothing, ...UNSOLVED })
      expect(rowOf({ type: 'put', strike: 110, bid: 0 }).timeValueUsd).toBeNull()
    })

    test('a bid of 0 out of the money with an ask yields 0', () => {
      const row = rowOf({ bid: 0 })
      expect(row).toMatchObject({ mid: null, annualizedYieldPct: 0, timeValueUsd: 0, breakeven: 100 })
      expect(row.ifCalledReturnPct).toBeCloseTo(10, 10)
    })

    test('a put has no covered-call figures', () => {
      const put = rowOf({ type: 'put', strike: 90, bid: 1, ask: 1.1 })
      const nothing = { annualizedYieldPct: null, breakeven: null, probabilityProfit: null, probabilityTouch: null }
      expect(put).toMatchObject({ ...nothing, inTarget: false, greeksSource: 'american_boundary', timeValueUsd: 1 })
      expect(put.delta).toBeLessThan(0)
      expect(put.probabilityItm).toBeGreaterThan(0)
    })

    test('computes probabilities of ending in the money, of touching the strike and of a profit', () => {
      const { probabilityItm, probabilityTouch, probabilityProfit, delta } = rowOf()
      expect(probabilityItm).toBeLessThan(delta ?? 0)
      expect(probabilityTouch).toBeGreaterThan(probabilityItm ?? 1)
      expect(probabilityProfit).toBeGreaterThan(0.5)
    })

    test('a past expiration has 0 days and no volatility', () => {
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

  test('counts days from now, but values contracts at the time of their quotes', () => {
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

    test('computes the spread as a percentage of the mid', () => {
      expect(spreadPctOfMid(1, 1.5)).toBe(40)
      expect(spreadPctOfMid(2, 2)).toBe(0)
    })
  })
})

describe('greek fill', () => {
  const EXPIRATION = inDays(42)
  const VENDOR = { delta: 0.9, gamma: 0.01, theta: -0.02, vega: 0.05, rho: 0.01 }
  const terms = (type: 'call' | 'put', strike: number, vol: number) => ({
    ...{ type, strike, vol, spot: MARKET.price, years: 42 / 365, rate: MARKET.rate, dividends: [] },
  })

  function contract(type: 'call' | 'put', strike: number, vol: number | null): ListedContract {
    const mid = vol === null ? null : priceAmerican(terms(type, strike, vol)).price
    const prices = mid === null ? { bid: 0, ask: null } : { bid: mid - 0.01, ask: mid + 0.01 }
    return quoted({ type, strike, expiration: EXPIRATION, ...prices, vendorGreeks: VENDOR })
  }

  function fillRows(contracts: readonly ListedContract[], others: readonly ListedContract[] = []): ContractRow[] {
    const rows = valueContracts(contracts, MARKET)
    return rows.map(openGreekFill(rows, [...contracts, ...others], MARKET))
  }
  const deltas = (rows: readonly ContractRow[]) => rows.map(({ delta }) => delta ?? Number.NaN)
  const deltaAt = (strike: number, vol: number) => computeGreeks(terms('call', strike, vol)).delta

  describe('all Greeks within an expiration are from one source', () => {
    test('a call without a volatility uses the variance between its neighbors, never the source’s Greeks', () => {
      const calls = [
        contract('call', 90, null),
        contract('call', 95, 0.3),
        contract('call', 100, null),
        contract('call', 105, 0.2),
        contract('call', 115, null),
      ]
      const rows = fillRows(calls)
      const model = expect.not.stringMatching(/vendor|interpolated/)
      const sources = ['interpolated', model, 'interpolated', model, 'interpolated']
      expect(rows.map(({ greeksSource }) => greeksSource)).toEqual(sources)
      const expected = [0.3, 0.3, Math.sqrt((0.09 + 0.04) / 2), 0.2, 0.2]
      for (const [index, delta] of deltas(rows).entries()) {
        expect(delta).toBeCloseTo(deltaAt(calls[index]?.strike ?? 0, expected[index] ?? 0), 5)
      }
      expect(deltas(rows)).toEqual(deltas(rows).toSorted((a, b) => b - a))
      expect(rows[0]).toMatchObject({ impliedVolatility: null, probabilityItm: null, timeValueUsd: null })
      expect(rows[0]?.flags).toContain('iv_unsolvable')
    })

    test('uses puts if no call has a volatility, and the source’s Greeks if no contract has one', () => {
      const calls = [contract('call', 95, null), contract('call', 105, null)]
      const puts = [contract('put', 95, 0.3), contract('put', 105, 0.3)]
      const [low, high] = fillRows(calls, puts)
      expect(low?.delta).toBeCloseTo(deltaAt(95, 0.3), 5)
      expect(high?.delta).toBeCloseTo(deltaAt(105, 0.3), 5)
      expect(fillRows(calls)).toEqual(valueContracts(calls, MARKET))
      expect(fillRows(calls)[0]).toMatchObject({ ...VENDOR, greeksSource: 'vendor' })
    })

    test('compares the displayed delta with the target range', () => {
      const [, , filled] = fillRows([
        contract('call', 100, 0.3),
        contract('call', 105, 0.3),
        contract('call', 110, null),
      ])
      expect(filled?.delta).toBeCloseTo(deltaAt(110, 0.3), 5)
      expect(filled?.inTarget).toBe(deltaAt(110, 0.3) >= 0.15 && deltaAt(110, 0.3) <= 0.25)
    })
  })
})

describe('premium', () => {
  test.each([
    ['the mid', { bid: 1.2, ask: 1.3, last: 9, volume: 5 }, 0, 1.25, 'quote'],
    [
      'without a bid, half of the ask, whatever the last trade',
      { bid: 0, ask: 0.06, last: 0.04, volume: 5 },
      0,
      0.03,
      'half_ask',
    ],
    [
      'without a bid, not half of the ask if exercise pays more',
      { bid: 0, ask: 5, last: null, volume: 0 },
      4,
      null,
      null,
    ],
    ["without an ask, today's last trade", { bid: 0, ask: null, last: 0.04, volume: 5 }, 0, 0.04, 'last'],
    ['a crossed quote: the last trade', { bid: 2, ask: 1, last: 1.5, volume: 5 }, 0, 1.5, 'last'],
    ['no trade today', { bid: null, ask: null, last: 0.04, volume: 0 }, 0, null, null],
    ['trades today unknown', { bid: null, ask: null, last: 0.04, volume: null }, 0, null, null],
  ])('%s', (_name, quote, intrinsic, premium, source) => {
    expect(choosePremium(quote, intrinsic)).toEqual({ premium, source })
  })
})

describe('theoretical value', () => {
  test.each(['call', 'put'] as const)(
    'a %s at the volatility of its mid is its mid, with the Greeks of its row',
    (type) => {
      const market = { ...MARKET, dividends: [{ exDate: inDays(20), cash: 0.8 }] }
      const contract = quoted({ type, strike: type === 'call' ? 105 : 95, bid: 2, ask: 2.1 })
      const [row] = valueContracts([contract], market)
      const value = valueAtVolatility(contract, row?.impliedVolatility ?? Number.NaN, market)
      expect(value.price).toBeCloseTo(2.05, 4)
      expect(value).toMatchObject({
        delta: row?.delta,
        gamma: row?.gamma,
        thetaPerDay: row?.theta,
        model: row?.greeksSource,
      })
      expect(value).toMatchObject({ vegaPerPoint: row?.vega, rhoPerPoint: row?.rho })
    },
  )

  test('is worth its payoff after expiration', () => {
    const contract = { type: 'call', strike: 97, expiration: inDays(0) } as const
    expect(valueAtVolatility(contract, 0.3, MARKET)).toMatchObject({ price: 3, delta: 1, gamma: 0 })
    expect(valueAtVolatility(contract, 0.3, { ...MARKET, asOfMs: newYorkCloseMs(inDays(1)) }).price).toBe(3)
  })
})
