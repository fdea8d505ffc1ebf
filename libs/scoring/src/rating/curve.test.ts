import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { type Curve, evaluateCurve } from './curve.ts'
import { RATING_CURVES, RATING_MAX, RATING_PARTS, SUB_SCORE_MAX } from './rating-table.ts'

describe('the table', () => {
  test('maxima add up: 50 core, 60 in all, and the sub-scores fill their parts', () => {
    const core = RATING_PARTS.filter((part) => part.core).reduce((sum, part) => sum + part.max, 0)
    expect(core).toBe(50)
    expect(RATING_PARTS.reduce((sum, part) => sum + part.max, 0)).toBe(RATING_MAX)
    const { rsi, priceAgainstAverage, stochastic, marketCap, netMargin, debtToEquity, credit } = SUB_SCORE_MAX
    expect(rsi + priceAgainstAverage + stochastic).toBe(10)
    expect(marketCap + netMargin + debtToEquity + credit).toBe(15)
  })

  test('knots ascend and curves reach the maximum of their part', () => {
    const tops: Record<string, number> = { shareVolume: 6, callActivity: 1, optionSpread: 4, ivRank: 15, income: 10 }
    for (const [name, curve] of Object.entries<Curve>(RATING_CURVES)) {
      const xs = curve.knots.map(([x]) => x)
      expect(xs).toEqual([...xs].sort((a, b) => a - b))
      const top = tops[name] ?? SUB_SCORE_MAX[name as keyof typeof SUB_SCORE_MAX]
      expect(Math.max(...curve.knots.map(([, value]) => value))).toBe(top)
      expect(curve.why.endsWith('.')).toBe(true)
    }
  })
})

describe('curves at their knots and on each side (D9)', () => {
  test.each([
    ['shareVolume', 99_999, 0],
    ['shareVolume', 100_000, 0],
    ['shareVolume', 0, 0],
    ['shareVolume', Math.sqrt(100_000 * 20e6), 3],
    ['shareVolume', 20e6, 6],
    ['shareVolume', 21e6, 6],
    ['callActivity', 0, 0.5],
    ['callActivity', 50, 0.75],
    ['callActivity', 100, 1],
    ['callActivity', 101, 1],
    ['optionSpread', 0, 4],
    ['optionSpread', 2.99, 4],
    ['optionSpread', 3, 4],
    ['optionSpread', Math.sqrt(105), 2],
    ['optionSpread', 35, 0],
    ['optionSpread', 36, 0],
    ['ivRank', 0, 0],
    ['ivRank', 10, 0],
    ['ivRank', 16, 1],
    ['ivRank', 55, 7.5],
    ['ivRank', 100, 15],
    ['rsi', 29, 0],
    ['rsi', 30, 0],
    ['rsi', 37.5, 2],
    ['rsi', 45, 4],
    ['rsi', 60, 4],
    ['rsi', 65, 2],
    ['rsi', 70, 0],
    ['rsi', 71, 0],
    ['priceAgainstAverage', -7, 0],
    ['priceAgainstAverage', -6, 0],
    ['priceAgainstAverage', -3, 1.5],
    ['priceAgainstAverage', 0, 3],
    ['priceAgainstAverage', 3, 3],
    ['priceAgainstAverage', 6.5, 1.5],
    ['priceAgainstAverage', 10, 0],
    ['priceAgainstAverage', 11, 0],
    ['stochastic', 4, 0],
    ['stochastic', 5, 0],
    ['stochastic', 17.5, 1.5],
    ['stochastic', 30, 3],
    ['stochastic', 70, 3],
    ['stochastic', 82.5, 1.5],
    ['stochastic', 95, 0],
    ['stochastic', 100, 0],
    ['marketCap', 299e6, 0],
    ['marketCap', 300e6, 0],
    ['marketCap', Math.sqrt(300e6 * 1e12), 2.5],
    ['marketCap', 1e12, 5],
    ['marketCap', 4e12, 5],
    ['netMargin', -10, 0],
    ['netMargin', 0, 0],
    ['netMargin', 15, 2],
    ['netMargin', 30, 4],
    ['netMargin', 60, 4],
    ['debtToEquity', 0, 3],
    ['debtToEquity', 0.3, 3],
    ['debtToEquity', 1.15, 1.5],
    ['debtToEquity', 2, 0],
    ['debtToEquity', 5, 0],
    ['income', 0, 0],
    ['income', 5, 0],
    ['income', 20, 5],
    ['income', 35, 10],
    ['income', 90, 10],
  ] as const)('%s at %d: %d', (name, x, value) => {
    expect(evaluateCurve(RATING_CURVES[name], x)).toBeCloseTo(value, 12)
  })

  test('continuous everywhere and monotone where finance says so', () => {
    const rising = ['shareVolume', 'callActivity', 'ivRank', 'marketCap', 'netMargin', 'income'] as const
    const falling = ['optionSpread', 'debtToEquity'] as const
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        const over = (name: keyof typeof RATING_CURVES, share: number) => {
          const top = RATING_CURVES[name].knots.at(-1)?.[0] ?? 0
          return evaluateCurve(RATING_CURVES[name], top * 1.2 * share)
        }
        for (const name of rising) expect(over(name, high)).toBeGreaterThanOrEqual(over(name, low) - 1e-12)
        for (const name of falling) expect(over(name, high)).toBeLessThanOrEqual(over(name, low) + 1e-12)
      }),
    )
    for (const [, curve] of Object.entries<Curve>(RATING_CURVES)) {
      for (const [x, value] of curve.knots) {
        const nudge = Math.abs(x) * 1e-9 + 1e-12
        expect(evaluateCurve(curve, x - nudge)).toBeCloseTo(value, 6)
        expect(evaluateCurve(curve, x + nudge)).toBeCloseTo(value, 6)
      }
    }
  })
})
