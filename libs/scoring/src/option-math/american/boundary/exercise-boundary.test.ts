import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { normalCdf } from '../../normal.ts'
import { CURVE_NODES } from './boundary-curve.ts'
import { computePremium, GREEKS_RULE } from './early-exercise-premium.ts'
import { perpetualDepth, solveExerciseBoundary } from './exercise-boundary.ts'
import { guessDepths } from './qd-plus.ts'
import type { UnitPut } from './unit-put.ts'

const drawn = fc.record({
  rate: fc.oneof(fc.double({ min: 0.0005, max: 0.1, noNaN: true }), fc.constantFrom(0.005, 0.02, 0.08)),
  dividendYield: fc.oneof(fc.double({ min: -0.02, max: 0.1, noNaN: true }), fc.constantFrom(0, 0.005, 0.02, 0.08)),
  vol: fc.double({ min: 0.03, max: 3, noNaN: true }),
  years: fc.double({ min: 1 / 365, max: 3, noNaN: true }),
})

/** Where the drift swamps the volatility most, the depths (0.4 % of the strike) do not settle: they fall back by 1.47 %. */
const LEAST_SETTLED: UnitPut = { rate: 0.1, dividendYield: -0.02, vol: 0.03, years: 3 }
const SLACK = 0.015

const lastDepth = (depths: Float64Array) => depths[CURVE_NODES - 1] ?? Number.NaN

function boundaryPrice(put: UnitPut): number {
  const { logStart, depths } = solveExerciseBoundary(put)
  return Math.exp(logStart - lastDepth(depths))
}

describe('exercise boundary', () => {
  /** The same equation on 40 nodes and 80 of the rule, solved by a separate program; value matching gives the same 8 digits. */
  test.each([
    [0.05, 0.05, 0.25, 1, 0.64792271],
    [0.08, 0, 0.2, 3, 0.81777232],
    [0.02, 0.07, 0.4, 0.5, 0.24040326],
    [0.0525, 0.005, 0.15, 1 / 365, 0.98192706],
    [0.03, -0.02, 0.6, 2, 0.3128145],
    [0, -0.05, 0.2, 1, 0.79539615],
    [0.08, 0, 0.05, 3, 0.98461896],
  ])('rate %d, yield %d, vol %d, %d years: %d', (rate, dividendYield, vol, years, want) => {
    expect(Math.abs(boundaryPrice({ rate, dividendYield, vol, years }) - want)).toBeLessThan(3e-7)
  })

  test('starts at the strike, or at r/q of it where the dividends are larger', () => {
    const put = { rate: 0.02, dividendYield: 0.02, vol: 0.3, years: 1 }
    expect(solveExerciseBoundary(put).logStart).toBe(0)
    expect(solveExerciseBoundary({ ...put, dividendYield: 0.05 }).logStart).toBeCloseTo(Math.log(0.4), 15)
  })

  test('a perpetual put: 2r/(2r + σ²) without dividends (Merton 1973), 1 − σ²/(2|q|) without a rate, or never', () => {
    const depth = (rate: number, dividendYield: number) =>
      perpetualDepth({ rate, dividendYield, vol: 0.2, years: 1 }, 0)
    expect(Math.exp(-depth(0.05, 0))).toBeCloseTo(0.1 / 0.14, 14)
    expect(Math.exp(-depth(0, -0.05))).toBeCloseTo(0.6, 14)
    expect(depth(0, -0.02)).toBe(Number.POSITIVE_INFINITY)
    expect(depth(0, -0.019)).toBe(Number.POSITIVE_INFINITY)
  })

  test('four hundred years are nearly for ever: ½σ²λ² + (r − q − ½σ²)λ = r has λ = −0.900521, B = λ/(λ − 1)', () => {
    const put = { rate: 0.05, dividendYield: 0.02, vol: 0.3, years: 400 }
    expect(Math.exp(-perpetualDepth(put, 0))).toBeCloseTo(0.4738284, 6)
    expect(boundaryPrice(put)).toBeCloseTo(0.4738, 2)
  })

  test('falls as the time left grows, and never under the perpetual one', () => {
    fc.assert(
      fc.property(drawn, (put) => {
        const { logStart, depths } = solveExerciseBoundary(put)
        let before = 0
        for (const depth of depths) {
          expect(depth).toBeGreaterThanOrEqual(before * (1 - SLACK))
          before = depth
        }
        expect(before).toBeLessThanOrEqual(perpetualDepth(put, logStart))
      }),
      { examples: [[LEAST_SETTLED]] },
    )
  })

  test('at the boundary the price is that of exercise and its slope −1, though only the slope was asked for', () => {
    fc.assert(
      fc.property(drawn, (put) => {
        const { rate, dividendYield, vol, years } = put
        const boundary = solveExerciseBoundary(put)
        const price = Math.exp(boundary.logStart - lastDepth(boundary.depths))
        const total = vol * Math.sqrt(years)
        const dMinus = (Math.log(price) + (rate - dividendYield - 0.5 * vol * vol) * years) / total
        const stock = Math.exp(-dividendYield * years) * normalCdf(-dMinus - total)
        const european = Math.exp(-rate * years) * normalCdf(-dMinus) - price * stock
        const { value, slope } = computePremium({ put, boundary, unit: 1, moneyness: price }, GREEKS_RULE)
        expect(Math.abs(european + value - (1 - price))).toBeLessThan(1e-5)
        expect(Math.abs(slope - stock + 1)).toBeLessThan(1e-4)
      }),
    )
  })

  test('the first guess is within 2.5 % for ordinary contracts', () => {
    for (const dividendYield of [0, 0.01, 0.08]) {
      const put = { rate: 0.05, dividendYield, vol: 0.3, years: 0.5 }
      const { logStart, depths } = solveExerciseBoundary(put)
      guessDepths(put, logStart, perpetualDepth(put, logStart)).forEach((depth, j) => {
        expect(Math.abs(depth / (depths[j] ?? Number.NaN) - 1)).toBeLessThan(0.025)
      })
    }
  })

  test('the first guess is within a quarter of the depth', () => {
    fc.assert(
      fc.property(drawn, (put) => {
        const { logStart, depths } = solveExerciseBoundary(put)
        const guess = guessDepths(put, logStart, perpetualDepth(put, logStart))
        guess.forEach((depth, j) => {
          expect(Math.abs(depth / (depths[j] ?? Number.NaN) - 1)).toBeLessThan(0.25)
        })
      }),
    )
  })
})
