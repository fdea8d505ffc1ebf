import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { dividendsInTerm, dividendsReceived } from './dividends-received.ts'
import { buyWriteStrike, headroomEm, headroomPct, moneyness } from './headroom.ts'
import { computeEarlyCalledReturn, computeReturnFigures } from './trade-figures.ts'
import {
  annualizedYieldPct,
  annualizePct,
  breakeven,
  type CoveredCall,
  ifCalledReturnPct,
  maxProfitPerShare,
  netDebit,
  type ReturnBasis,
  returnBasisUsd,
  staticReturnPct,
  timeValue,
} from './yields.ts'

describe('buy write', () => {
  const STRIKES = [1610, 1595, 1600, 1605]

  test.each([
    [1599.99, 1600, 1600],
    [1600, 1600, 1605],
    [1600.01, 1605, 1605],
    [1610, 1610, null],
    [1610.01, null, null],
  ])('index %d: BXM writes %d, BXN %d', (level, atOrAbove, strictlyAbove) => {
    expect(buyWriteStrike(level, STRIKES, 'BXM')).toBe(atOrAbove)
    expect(buyWriteStrike(level, STRIKES, 'BXN')).toBe(strictlyAbove)
  })

  test('rejects a level that is not positive', () => {
    expect(() => buyWriteStrike(0, STRIKES, 'BXM')).toThrow('level must be')
  })
})

describe('dividends received', () => {
  test('counts dividends from tomorrow to the expiration day', () => {
    const dividends = [-0.1, 0, 0.001, 0.25, 0.5, 0.501].map((years, index) => ({ years, cash: 10 ** index }))
    expect(dividendsReceived(dividends, 0.5)).toBe(100 + 1000 + 10_000)
    expect(dividendsReceived(dividends, 0)).toBe(0)
    expect(dividendsReceived([], 0.5)).toBe(0)
  })

  test('an expected dividend lowers the price but does not count as received', () => {
    const dividends = [
      { years: 0.1, cash: 1 },
      { years: 0.3, cash: 2, estimated: true },
    ]
    expect(dividendsReceived(dividends, 0.5)).toBe(1)
    expect(dividendsInTerm(dividends, 0.5)).toBe(3)
  })
})

describe('headroom', () => {
  test('is the distance to the strike as a percentage of the price, negative in the money', () => {
    expect(headroomPct({ price: 80, strike: 100 })).toBe(25)
    expect(headroomPct({ price: 125, strike: 100 })).toBe(-20)
    expect(headroomPct({ price: 100, strike: 100 })).toBe(0)
  })

  test('in expected moves, is the distance to the strike divided by the move', () => {
    expect(headroomEm({ price: 80, strike: 100, expectedMove: 8 })).toBe(2.5)
    expect(headroomEm({ price: 125, strike: 100, expectedMove: 10 })).toBe(-2.5)
    expect(headroomEm({ price: 80, strike: 100, expectedMove: 0 })).toBeNull()
  })

  test('rejects invalid arguments by name', () => {
    expect(() => headroomPct({ price: 0, strike: 1 })).toThrow('price must be')
    expect(() => headroomPct({ price: 1, strike: Number.NaN })).toThrow('strike must be')
    expect(() => headroomEm({ price: 1, strike: 1, expectedMove: -1 })).toThrow('expectedMove must be')
  })
})

describe('moneyness', () => {
  test.each([
    [100, 100, 'ATM', 'ATM'],
    [100, 102, 'ATM', 'ATM'],
    [100, 98, 'ATM', 'ATM'],
    [100, 102.0001, 'OTM', 'ITM'],
    [100, 97.9999, 'ITM', 'OTM'],
    [100, 130, 'OTM', 'ITM'],
    [100, 70, 'ITM', 'OTM'],
    // 2% above 13.7 in floating point is a little more than 2%.
    [13.7, 13.974, 'ATM', 'ATM'],
  ] as const)('price %d, strike %d: call %s, put %s', (price, strike, call, put) => {
    expect(moneyness({ type: 'call', price, strike })).toBe(call)
    expect(moneyness({ type: 'put', price, strike })).toBe(put)
  })

  test('rejects a price or strike that is not positive', () => {
    expect(() => moneyness({ type: 'call', price: 0, strike: 1 })).toThrow('price must be')
    expect(() => moneyness({ type: 'call', price: 1, strike: Number.NaN })).toThrow('strike must be')
    expect(() => moneyness({ type: 'put', price: 1, strike: -5 })).toThrow('strike must be')
  })
})

describe('return figures', () => {
  const POSITION: CoveredCall = { price: 50, strike: 52, premium: 1, dividends: 0.25, basis: 'net_debit' }

  describe('returns with basis, days and dividends', () => {
    test('include percent, annual percent, days, basis and basis in dollars', () => {
      const { staticReturn, ifCalledReturn } = computeReturnFigures(POSITION, 73)
      expect(staticReturn).toEqual({
        returnPct: expect.closeTo(125 / 49, 12),
        annualizedPct: expect.closeTo((125 / 49) * 5, 12),
        days: 73,
        basis: 'net_debit',
        basisUsd: 49,
        dividends: 0.25,
      })
      expect(ifCalledReturn.returnPct).toBeCloseTo(325 / 49, 12)
      expect(ifCalledReturn.annualizedPct).toBeCloseTo((325 / 49) * 5, 12)
    })

    test.each([
      [0, 365],
      [1, 365],
      [2, 182.5],
    ])('%d days are annualized × %d, never by less than a day', (days, factor) => {
      const { staticReturn } = computeReturnFigures(POSITION, days)
      expect(staticReturn.days).toBe(days)
      expect(staticReturn.annualizedPct).toBeCloseTo(staticReturn.returnPct * factor, 9)
    })
  })

  describe('early exercise for a dividend', () => {
    const dividends = [
      { exDate: '2026-06-12', cash: 0.3 },
      { exDate: '2026-03-13', cash: 0.25 },
      { exDate: '2026-03-02', cash: 9 },
      { exDate: '2026-09-11', cash: 9 },
    ]

    test('exercise for the first dividend earns no dividend, and its days end the day before the ex-date', () => {
      const early = computeEarlyCalledReturn(POSITION, { tradeDate: '2026-03-02', exDate: '2026-03-13', dividends })
      expect(early).toMatchObject({ days: 10, dividends: 0, basis: 'net_debit', basisUsd: 49 })
      expect(early.returnPct).toBeCloseTo(300 / 49, 12)
      expect(early.annualizedPct).toBeCloseTo((300 / 49) * 36.5, 10)
    })

    test('exercise for the second dividend earns the first, but not one on the trade date or a later one', () => {
      const early = computeEarlyCalledReturn(POSITION, { tradeDate: '2026-03-02', exDate: '2026-06-12', dividends })
      expect(early).toMatchObject({ days: 101, dividends: 0.25 })
      expect(early.returnPct).toBeCloseTo(325 / 49, 12)
    })

    test('an ex-date on the next day leaves 0 days; one on the trade date is rejected', () => {
      const early = (exDate: string) =>
        computeEarlyCalledReturn(POSITION, { tradeDate: '2026-03-02', exDate, dividends: [] })
      expect(early('2026-03-03').days).toBe(0)
      expect(() => early('2026-03-02')).toThrow('exDate must be after the trade date 2026-03-02, got 2026-03-02')
      expect(() => early('2026-03-1x')).toThrow('2026-03-1x')
    })
  })
})

describe('yields', () => {
  describe('computed by hand', () => {
    const position: CoveredCall = { price: 100, strike: 105, premium: 2, dividends: 0.5, basis: 'stock_price' }

    test('compares the same position on each basis', () => {
      expect(staticReturnPct(position)).toBeCloseTo(2.5, 12)
      expect(ifCalledReturnPct(position)).toBeCloseTo(7.5, 12)
      expect(ifCalledReturnPct({ ...position, basis: 'net_debit' })).toBeCloseTo(750 / 98, 12)
      expect(ifCalledReturnPct({ ...position, basis: 'cost_basis', costBasis: 80 })).toBeCloseTo(2750 / 80, 12)
      expect(staticReturnPct({ ...position, basis: 'cost_basis', costBasis: 80 })).toBeCloseTo(250 / 80, 12)
      expect(ifCalledReturnPct({ ...position, costBasis: 80 })).toBeCloseTo(7.5, 12)
      expect(ifCalledReturnPct({ ...position, basis: 'strike' })).toBeCloseTo(750 / 105, 12)
      expect(staticReturnPct({ ...position, basis: 'strike' })).toBeCloseTo(250 / 105, 12)
      expect(breakeven(position)).toBe(97.5)
      expect(netDebit(position)).toBe(98)
    })

    test('costs raise the basis or lower the profit, whichever the caller chooses', () => {
      const paid: CoveredCall = { ...position, basis: 'net_debit', costsInBasis: 0.5 }
      expect(returnBasisUsd(paid)).toBe(98.5)
      expect(staticReturnPct(paid)).toBeCloseTo(250 / 98.5, 12)
      expect(ifCalledReturnPct({ ...paid, costsInProfit: 0.25 })).toBeCloseTo(725 / 98.5, 12)
      expect(staticReturnPct({ ...position, costsInProfit: 0.25 })).toBeCloseTo(2.25, 12)
    })

    test('computes the annualized yield at the bid', () => {
      expect(annualizedYieldPct({ bid: 2, price: 100, days: 30 })).toBeCloseTo(24.333333333333, 10)
      expect(annualizedYieldPct({ bid: 2, price: 100, days: 365 })).toBe(2)
      expect(annualizedYieldPct({ bid: 0, price: 100, days: 30 })).toBe(0)
      expect(annualizedYieldPct({ bid: 2, price: 100, days: 1 })).toBe(730)
      expect(annualizedYieldPct({ bid: 2, price: 100, days: 2 })).toBe(365)
      expect(annualizedYieldPct({ bid: 2, price: 100, days: 0 })).toBe(
        annualizedYieldPct({ bid: 2, price: 100, days: 1 }),
      )
    })

    test('computes the time value of puts and of quotes below exercise value', () => {
      expect(timeValue({ type: 'put', price: 100, strike: 105, premium: 6 })).toBe(1)
      expect(timeValue({ type: 'put', price: 100, strike: 95, premium: 6 })).toBe(6)
      expect(timeValue({ type: 'call', price: 100, strike: 95, premium: 4 })).toBe(-1)
    })

    test.each([
      [{ basis: 'cost_basis' }, 'return basis cost_basis must be'],
      [{ basis: 'net_debit', premium: 100 }, 'return basis net_debit must be'],
      [{ basis: 'stock_price', price: 0 }, 'return basis stock_price must be'],
      [{ basis: 'strike', strike: -1 }, 'return basis strike must be'],
      [{ basis: 'stock_price', costsInBasis: -100 }, 'return basis stock_price must be'],
    ] as const)('rejects %j', (change, message) => {
      expect(() => returnBasisUsd({ ...position, ...change })).toThrow(message)
    })

    test('computes maximum profit, and a breakeven only if some price brings a profit', () => {
      expect(maxProfitPerShare(position)).toBe(7.5)
      // A bid of 19.90 on the 80 call with the stock at 100 loses 10 cents at every price of 80 or more.
      const locked = { price: 100, strike: 80, premium: 19.9 }
      expect(maxProfitPerShare(locked)).toBeCloseTo(-0.1, 12)
      expect(breakeven(locked)).toBeNull()
      expect(breakeven({ ...locked, premium: 20.1 })).toBeCloseTo(79.9, 12)
      expect(breakeven({ ...locked, dividends: 0.15 })).toBeCloseTo(79.95, 12)
      expect(breakeven({ ...locked, premium: 100 })).toBe(0)
    })

    test('with a maximum profit of 0, the breakeven is exactly the strike, despite rounding', () => {
      // 2.24 − 1.10 is 1.1400000000000001 in floating point.
      expect(breakeven({ price: 2.24, strike: 1.14, premium: 1.1 })).toBe(1.14)
      for (let cents = 101; cents <= 600; cents += 1) {
        const strike = (cents - 100) / 100
        expect(breakeven({ price: cents / 100, strike, premium: 1 })).toBeCloseTo(strike, 12)
      }
    })

    const BROKEN = [
      [{ price: Number.NaN }, 'price must be'],
      [{ price: 0 }, 'price must be'],
      [{ strike: Number.NaN }, 'strike must be'],
      [{ strike: -5 }, 'strike must be'],
      [{ premium: Number.NaN }, 'premium must be'],
      [{ premium: -1 }, 'premium must be'],
    ] as const

    test.each(BROKEN)('every function rejects %j', (change, message) => {
      const broken: CoveredCall = { ...position, basis: 'cost_basis', costBasis: 90, ...change }
      expect(() => staticReturnPct(broken)).toThrow(message)
      expect(() => ifCalledReturnPct(broken)).toThrow(message)
      expect(() => timeValue({ type: 'put', ...broken })).toThrow(message)
      expect(() => breakeven(broken)).toThrow(message)
      expect(() => maxProfitPerShare(broken)).toThrow(message)
    })

    test.each([
      [{ dividends: Number.NaN }, 'dividends must be'],
      [{ dividends: -1 }, 'dividends must be'],
      [{ costsInProfit: Number.NaN }, 'costsInProfit must be'],
      [{ costsInBasis: Number.NaN }, 'costsInBasis must be'],
    ])('rejects %j by name', (change, message) => {
      expect(() => staticReturnPct({ ...position, ...change })).toThrow(message)
      expect(() => ifCalledReturnPct({ ...position, ...change })).toThrow(message)
    })

    test('rejects invalid prices and days by name', () => {
      expect(() => breakeven({ ...position, dividends: Number.NaN })).toThrow('dividends must be')
      expect(() => netDebit({ price: Number.NaN, premium: 1 })).toThrow('price must be')
      expect(() => netDebit({ price: 1, premium: Number.NaN })).toThrow('premium must be')
      expect(() => annualizedYieldPct({ bid: -1, price: 100, days: 30 })).toThrow('bid must be')
      expect(() => annualizedYieldPct({ bid: 1, price: 0, days: 30 })).toThrow('price must be')
      expect(() => annualizePct(1, -1)).toThrow('days must be')
    })
  })

  test('selling at the mid minus half the spread is selling at the bid', () => {
    const cents = fc.integer({ min: 1, max: 50_000 })
    fc.assert(
      fc.property(cents, cents, (bidCents, spreadCents) => {
        const bid = bidCents / 100
        const ask = (bidCents + spreadCents) / 100
        expect((bid + ask) / 2 - (ask - bid) / 2).toBeCloseTo(bid, 9)
      }),
    )
  })

  describe('properties', () => {
    const cents = (min: number, max: number) =>
      fc.integer({ min: min * 100, max: max * 100 }).map((count) => count / 100)
    const calls = fc
      .record({ price: cents(5, 500), strikeFrac: cents(0.5, 1.5), timeValue: cents(0, 4), dividends: cents(0, 2) })
      .map(({ price, strikeFrac, timeValue: above, dividends }) => {
        const strike = price * strikeFrac
        return { price, strike, dividends, premium: above + Math.max(0, price - strike) }
      })
    const bases: ReturnBasis[] = ['stock_price', 'net_debit', 'strike']

    test('static and if-called returns agree in the money, and differ by the rise to the strike out of the money', () => {
      fc.assert(
        fc.property(calls, fc.constantFrom(...bases), (call, basis) => {
          fc.pre(call.price - call.premium > 0.5)
          const position = { ...call, basis }
          const rise = (Math.max(0, call.strike - call.price) / returnBasisUsd(position)) * 100
          expect(ifCalledReturnPct(position) - staticReturnPct(position)).toBeCloseTo(rise, 9)
        }),
      )
    })

    test('return × basis gives the same dollars on every basis', () => {
      fc.assert(
        fc.property(calls, fc.constantFrom(...bases), (call, basis) => {
          fc.pre(call.price - call.premium > 0.5)
          const onPrice: CoveredCall = { ...call, basis: 'stock_price' }
          const other: CoveredCall = { ...call, basis }
          expect(staticReturnPct(other) * returnBasisUsd(other)).toBeCloseTo(staticReturnPct(onPrice) * call.price, 7)
          expect(ifCalledReturnPct(other) * returnBasisUsd(other)).toBeCloseTo(
            ifCalledReturnPct(onPrice) * call.price,
            7,
          )
        }),
      )
    })
  })
})
