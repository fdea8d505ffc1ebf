import { describe, expect, test } from '@jest/globals'
import { priceEuropean } from '../../european.ts'
import { computeGreeksOnGrid, priceOnGrid } from './grid.ts'

describe('known limits', () => {
  const call = { type: 'call', spot: 100, strike: 90, years: 1, rate: 0.05, vol: 0.25 } as const
  const put = { type: 'put', spot: 100, strike: 110, years: 1, rate: 0.05, vol: 0.25 } as const
  const halfway = [{ years: 0.5, cash: 10 }]
  const discount = Math.exp(-0.025)

  test('without dividends a call is European, at rate 0 a put', () => {
    expect(Math.abs(priceOnGrid(call) - priceEuropean(call))).toBeLessThan(1e-6 * 90)
    expect(Math.abs(priceOnGrid({ ...put, rate: 0 }) - priceEuropean({ ...put, rate: 0 }))).toBeLessThan(1e-6 * 110)
  })

  test('without volatility a call is exercised just before the drop, a put just after it', () => {
    const got = computeGreeksOnGrid({ ...call, vol: 0, dividends: halfway })
    expect(got.price).toBeCloseTo(100 - 90 * discount, 4)
    expect(got.delta).toBeCloseTo(1, 6)
    expect([got.gamma, got.vega]).toEqual([0, 0])
    expect(priceOnGrid({ ...put, vol: 0, dividends: halfway })).toBeCloseTo(120 * discount - 100, 4)
  })

  test('a dividend on expiration day: a call takes it along, a put waits for it', () => {
    const dividends = [{ years: 1, cash: 3 }]
    expect(priceOnGrid({ ...call, dividends })).toBeCloseTo(priceEuropean(call), 4)
    const waiting = priceOnGrid({ ...put, rate: 0, dividends })
    expect(waiting).toBeCloseTo(priceEuropean({ ...put, rate: 0, strike: 113 }), 3)
  })

  test.each([
    [28.289, 10.3, 1.3652, 270 / 365],
    [90, 10, 0.3, 1],
    [15, 20, 2, 0.5],
  ])(
    'put struck at %d at rate 0, a drop of %d on expiration day: min(K, K + D − S), the difference of two puts',
    (strike, cash, vol, years) => {
      const late = { ...put, rate: 0, years, vol }
      const european = (at: number) => priceEuropean({ ...late, strike: at })
      const got = priceOnGrid({ ...late, strike, dividends: [{ years, cash }] })
      expect(Math.abs(got - (european(strike + cash) - european(cash)))).toBeLessThan(3e-5 * strike)
    },
  )

  /**
   * At rate 0 a put waits for its last ex-date: no exercise, so that its price is a chain of integrals over the share price.
   * Those by a program of their own: log prices 1e-8 to 1e8 in 40,000 steps, sums over the normal density, lines between.
   */
  test.each([
    [100, 0.3, [182.5], [5], 14.595013, 1e-6],
    [50, 1.2, [91.25, 182.5, 273.75], [8, 8, 8], 21.614547, 2e-5],
    [14.965, 2.04, [88, 179, 270, 361], [3.11, 3.11, 9.33, 3.11], 8.982662, 1e-4],
    [5.93, 1.41, [230, 305, 309, 364], [8.63, 8.63, 8.63, 8.63], 2.815248, 5e-4],
  ])(
    'put struck at %d, vol %d: dividends large beside the strike cost digits',
    (strike, vol, days, cash, want, limit) => {
      const dividends = days.map((day, at) => ({ years: day / 365, cash: cash[at] ?? Number.NaN }))
      const got = priceOnGrid({ ...put, rate: 0, strike, vol, dividends })
      expect(Math.abs(got - want)).toBeLessThan(limit * strike)
    },
  )

  test('two dividends of one day are one; a dividend of nothing is none', () => {
    const twice = { ...put, dividends: [...halfway, ...halfway, { years: 0.7, cash: 0 }] }
    expect(priceOnGrid(twice)).toBe(priceOnGrid({ ...put, dividends: [{ years: 0.5, cash: 20 }] }))
  })

  /** Two steps of 0.2 % on a grid of 1,001 nodes and 200 steps. */
  test.each([
    [108, 3.018, 0.06],
    [109, 0, 0],
  ])(
    'hard by exercise, strike %d: vega %d, though a difference of 2 % would look past the boundary',
    (strike, want, limit) => {
      const dividends = [{ years: 197 / 365, cash: 1.71 }]
      const { vega } = computeGreeksOnGrid({ ...put, strike, years: 2, vol: 0.0848, dividends })
      expect(Math.abs(vega - want)).toBeLessThanOrEqual(limit)
    },
  )

  test('due to be exercised: intrinsic, delta −1 and nothing else', () => {
    const got = computeGreeksOnGrid({ ...put, strike: 190, rate: 0.08 })
    expect(got).toEqual({ price: 90, delta: -1, gamma: 0, theta: 0, vega: 0, rho: 0 })
  })

  test('a put that is worth exercising waits for a dividend that is near', () => {
    const near = [{ years: 0.02, cash: 1 }]
    expect(priceOnGrid({ ...put, strike: 190, rate: 0.08, dividends: near })).toBeGreaterThan(90.5)
  })

  test('expired', () => {
    const expired = { price: 10, delta: 1, gamma: 0, theta: 0, vega: 0, rho: 0 }
    expect(computeGreeksOnGrid({ ...call, years: 0 })).toEqual(expired)
    expect(priceOnGrid({ ...call, years: -1, dividends: halfway })).toBe(10)
    expect(computeGreeksOnGrid({ ...call, years: 0, strike: 120 }).delta).toBe(0)
  })

  test.each([
    [{ spot: 0 }, 'spot'],
    [{ vol: -0.1 }, 'vol'],
    [{ dividends: [{ years: 0.5, cash: -1 }] }, 'dividend cash'],
    [{ dividends: [{ years: Number.NaN, cash: 1 }] }, 'dividend years'],
  ])('refuses %j', (broken, name) => {
    expect(() => priceOnGrid({ ...call, ...broken })).toThrow(RangeError)
    expect(() => computeGreeksOnGrid({ ...call, ...broken })).toThrow(name)
  })
})
