import { describe, expect, test } from '@jest/globals'
import { computeGreeks } from './greeks.ts'

describe('units of the screen: a day, a volatility point, a rate point', () => {
  // Hull, Options, Futures and Other Derivatives, the Greek letters: S 49, K 50, r 5 %, vol 20 %, 20 weeks.
  const hull = { type: 'call', spot: 49, strike: 50, years: 0.3846, rate: 0.05, vol: 0.2 } as const

  test('a textbook call', () => {
    const { price, delta, gamma, thetaPerDay, vegaPerPoint, rhoPerPoint, model } = computeGreeks(hull)
    expect(price).toBeCloseTo(2.4, 2)
    expect(delta).toBeCloseTo(0.522, 3)
    expect(gamma).toBeCloseTo(0.066, 3)
    expect(thetaPerDay * 365).toBeCloseTo(-4.31, 2)
    expect(vegaPerPoint * 100).toBeCloseTo(12.1, 1)
    expect(rhoPerPoint * 100).toBeCloseTo(8.91, 2)
    expect(model).toBe('bsm')
  })

  test('each step moves the price by its Greek', () => {
    const dividends = [{ years: 0.2, cash: 0.5 }]
    const base = computeGreeks({ ...hull, dividends })
    const nextDay = computeGreeks({
      ...hull,
      years: hull.years - 1 / 365,
      dividends: [{ years: 0.2 - 1 / 365, cash: 0.5 }],
    })
    expect(nextDay.price - base.price).toBeCloseTo(base.thetaPerDay, 3)
    expect(computeGreeks({ ...hull, dividends, vol: 0.21 }).price - base.price).toBeCloseTo(base.vegaPerPoint, 3)
    expect(computeGreeks({ ...hull, dividends, rate: 0.06 }).price - base.price).toBeCloseTo(base.rhoPerPoint, 2)
    expect(base.model).toBe('american_one_dividend')
  })
})
