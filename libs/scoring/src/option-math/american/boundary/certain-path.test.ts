import { describe, expect, test } from '@jest/globals'
import { computeGreeksOnCertainPath, priceOnCertainPath } from './certain-path.ts'

const put = { type: 'put', spot: 90, strike: 100, years: 2, rate: 0.05, dividendYield: 0, vol: 0 } as const

describe('no volatility', () => {
  test('interest only: a put is exercised at once', () => {
    expect(priceOnCertainPath(put)).toBe(10)
    expect(computeGreeksOnCertainPath(put)).toEqual({ price: 10, delta: -1, gamma: 0, theta: 0, vega: 0, rho: 0 })
  })

  test('dividends only: a put waits for expiration, 100 − 90·e^(−0.06·2)', () => {
    const waiting = { ...put, rate: 0, dividendYield: 0.06 }
    expect(priceOnCertainPath(waiting)).toBeCloseTo(20.1771607, 7)
    const { delta, theta, rho, gamma, vega } = computeGreeksOnCertainPath(waiting)
    expect(delta).toBeCloseTo(-Math.exp(-0.12), 14)
    expect(theta).toBeCloseTo(-0.06 * 90 * Math.exp(-0.12), 12)
    expect(rho).toBeCloseTo(-200, 10)
    expect([gamma, vega]).toEqual([0, 0])
  })

  test('both: a put waits until the falling share pays less than the strike earns', () => {
    // 0.02·K·e^(−0.02t) = 0.07·S·e^(−0.07t) at t = ln(0.07·90/(0.02·100))/0.05 = 22.948 years; with S = 30 at 0.97580.
    expect(priceOnCertainPath({ ...put, rate: 0.02, dividendYield: 0.07 })).toBeCloseTo(17.8367027, 7)
    const early = { ...put, spot: 30, rate: 0.02, dividendYield: 0.07 }
    const time = Math.log((0.07 * 30) / (0.02 * 100)) / 0.05
    expect(time).toBeCloseTo(0.9758033, 7)
    expect(priceOnCertainPath(early)).toBeCloseTo(70.0480814, 7)
    const { delta, theta, rho } = computeGreeksOnCertainPath(early)
    expect(delta).toBeCloseTo(-Math.exp(-0.07 * time), 13)
    expect(theta).toBe(0)
    expect(rho).toBeCloseTo(-time * 100 * Math.exp(-0.02 * time), 10)
  })

  test('a call on a falling share is exercised at once, or waits while the strike is cheaper later', () => {
    const call = { ...put, type: 'call', spot: 130, rate: 0, dividendYield: 0.04 } as const
    expect(priceOnCertainPath(call)).toBe(30)
    expect(computeGreeksOnCertainPath(call).delta).toBe(1)
    expect(priceOnCertainPath({ ...call, rate: 0.05, dividendYield: 0 })).toBeCloseTo(130 - 100 * Math.exp(-0.1), 12)
  })

  test('never in the money: nothing', () => {
    const far = { ...put, spot: 150 }
    expect(priceOnCertainPath(far)).toBe(0)
    expect(computeGreeksOnCertainPath(far).delta).toBeCloseTo(0, 15)
    expect(computeGreeksOnCertainPath(far)).toMatchObject({ price: 0, gamma: 0, vega: 0 })
  })

  test('no better day on a grid of days', () => {
    for (const rate of [-0.02, 0, 0.01, 0.05]) {
      for (const dividendYield of [0, 0.02, 0.07]) {
        for (const spot of [20, 60, 95, 105]) {
          const contract = { ...put, spot, rate, dividendYield }
          const price = priceOnCertainPath(contract)
          let best = 0
          for (let day = 0; day <= 730; day += 1) {
            const t = day / 365
            best = Math.max(best, 100 * Math.exp(-rate * t) - spot * Math.exp(-dividendYield * t))
          }
          expect(price).toBeGreaterThanOrEqual(best - 1e-12)
          expect(price).toBeLessThanOrEqual(best + 1e-6)
        }
      }
    }
  })
})
