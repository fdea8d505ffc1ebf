import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { rateStock } from './rating.ts'
import { type Curve, evaluateCurve, RATING_CURVES, RATING_MAX, RATING_PARTS, SUB_SCORE_MAX } from './rating-table.ts'
import {
  computeWeightedMaxima,
  isRatingWeights,
  RATING_WEIGHTS,
  type RatingWeights,
  weighPoints,
  weighScore,
} from './weights.ts'

describe('weights', () => {
  const toWeights = (values: readonly number[]): RatingWeights =>
    Object.fromEntries(RATING_PARTS.map(({ key }, index) => [key, values[index] ?? 0])) as RatingWeights
  const cents = (value: number) => Math.round(value * 100)
  const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + cents(value), 0) / 100

  const drawnWeights = fc
    .array(fc.oneof(fc.constant(0), fc.double({ min: 0, max: 100, noNaN: true }), fc.integer({ min: 0, max: 100 })), {
      minLength: 6,
      maxLength: 6,
    })
    .filter((values) => values.some((value) => value > 0))
  const drawnPoints = fc.tuple(
    ...RATING_PARTS.map(({ max }) => fc.integer({ min: 0, max: max * 100 }).map((value) => value / 100)),
  )

  describe('maximum points under weights', () => {
    test.each([
      ['the rating itself', [6, 4, 15, 10, 15, 10], [6, 4, 15, 10, 15, 10]],
      ['the rating, scaled', [0.6, 0.4, 1.5, 1, 1.5, 1], [6, 4, 15, 10, 15, 10]],
      ['all alike', [1, 1, 1, 1, 1, 1], [10, 10, 10, 10, 10, 10]],
      ['income alone', [0, 0, 0, 0, 0, 3], [0, 0, 0, 0, 0, 60]],
      [
        'sevenths: 8.5714… and 17.1428…, one hundredth short',
        [1, 1, 1, 1, 1, 2],
        [8.57, 8.57, 8.57, 8.57, 8.57, 17.15],
      ],
      ['three equal weights on parts of unequal size', [1, 1, 1, 0, 0, 0], [20, 20, 20, 0, 0, 0]],
      ['a tiny weight next to a large one', [1e-300, 0, 0, 0, 0, 100], [0, 0, 0, 0, 0, 60]],
      ['the smallest possible weights', [5e-324, 0, 0, 0, 0, 5e-324], [30, 0, 0, 0, 0, 30]],
    ] as const)('%s', (_name, weights, maxima) => {
      expect(computeWeightedMaxima(toWeights(weights))).toEqual(maxima)
    })

    test('maxima have two decimals, add up to 60 and follow the order of the weights', () => {
      fc.assert(
        fc.property(drawnWeights, (values) => {
          const maxima = computeWeightedMaxima(toWeights(values))
          expect(sumOf(maxima)).toBe(60)
          for (const [index, max] of maxima.entries()) {
            expect(max).toBe(cents(max) / 100)
            for (const [other, otherMax] of maxima.entries()) {
              if ((values[index] ?? 0) > (values[other] ?? 0)) expect(max).toBeGreaterThanOrEqual(otherMax)
            }
          }
        }),
      )
    })

    test.each([
      [[-1, 1, 1, 1, 1, 1], 'liquidity_volume must be'],
      [[1, Number.NaN, 1, 1, 1, 1], 'liquidity_spread must be'],
      [[1, 1, 1, 1, 1, Number.POSITIVE_INFINITY], 'income must be'],
      [[0, 0, 0, 0, 0, 0], 'sum of the weights must be'],
      [[1e308, 1e308, 1e308, 1e308, 1e308, 1e308], 'sum of the weights must be'],
    ])('rejects %p as weights', (values, message) => {
      expect(() => computeWeightedMaxima(toWeights(values))).toThrow(message)
      expect(() => isRatingWeights(toWeights(values))).toThrow(message)
    })
  })

  test.each([
    [[6, 4, 15, 10, 15, 10], true],
    [[60, 40, 150, 100, 150, 100].map((value) => value / 7), true],
    [[6, 4, 15, 10, 15, 10.01], false],
    [[1, 1, 1, 1, 1, 1], false],
  ])('%p equal the default weights: %p', (values, expected) => {
    expect(isRatingWeights(toWeights(values))).toBe(expected)
  })

  describe('points under weights', () => {
    test.each([
      [3, 0, 12, 6],
      [2.37, 0, 8.57, 3.39], // 3.38515
      [1.74, 1, 0.01, 0], // 0.00435
      [2, 1, 0.01, 0.01], // half a hundredth goes up
      [15, 2, 8.57, 8.57],
      [0, 5, 60, 0],
      [9.99, 5, 60, 59.94],
    ])('%d of part %d, at most %d: %d', (points, part, max, expected) => {
      expect(weighPoints(points, part, max)).toBe(expected)
    })

    test('the weighted rating is the exact sum, and unknown parts add 0', () => {
      const alike = computeWeightedMaxima(toWeights([1, 1, 1, 1, 1, 1]))
      // 10/6 · 2.37 = 3.95, 10/4 · 1.74 = 4.35, 10/15 · 4.5 = 3, 3.55, 10/15 · 8.33 = 5.5533…, 2
      expect(weighScore([2.37, 1.74, 4.5, 3.55, 8.33, 2], alike)).toBe(22.4)
      expect(weighScore([2.37, null, 4.5, 3.55, 8.33, 2], alike)).toBe(18.05)
      expect(weighScore(Float64Array.of(2.37, Number.NaN, 4.5, 3.55, 8.33, 2), alike)).toBe(18.05)
    })

    test('the default weights reproduce the rating; full points stay 60, no points stay 0', () => {
      fc.assert(
        fc.property(drawnPoints, drawnWeights, (points, values) => {
          expect(weighScore(points, computeWeightedMaxima(RATING_WEIGHTS))).toBe(sumOf(points))
          const maxima = computeWeightedMaxima(toWeights(values))
          const weighed = points.map((own, part) => weighPoints(own, part, maxima[part] ?? Number.NaN))
          expect(weighScore(points, maxima)).toBe(sumOf(weighed))
          expect(
            weighScore(
              RATING_PARTS.map(({ max }) => max),
              maxima,
            ),
          ).toBe(60)
          expect(weighScore([0, 0, 0, 0, 0, 0], maxima)).toBe(0)
          for (const [part, value] of weighed.entries()) {
            expect(value).toBe(cents(value) / 100)
            expect(value).toBeLessThanOrEqual(maxima[part] ?? Number.NaN)
          }
        }),
      )
    })
  })
})

describe('curve', () => {
  describe('the table', () => {
    test('maxima add up to 50 for the core and 60 in total, and sub-scores add up to their parts', () => {
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

    test('curves are continuous, and monotone where finance requires it', () => {
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
})

describe('rating spread', () => {
  const share = (scores: readonly number[], from: number) =>
    scores.filter((score) => score >= from).length / scores.length

  /** Largest fraction of the stocks that share one of D45's bands: Strong, Good, Fair, Weak, Avoid. */
  function largestBand(scores: readonly number[]): number {
    const from = [1, share(scores, 19), share(scores, 26), share(scores, 36), share(scores, 40), 0]
    return Math.max(...from.slice(1).map((next, index) => (from[index] ?? 0) - next))
  }

  /** Deterministic, evenly distributed numbers from 0 to 1: fractional parts of multiples of an irrational number. */
  const spread = (index: number, root: number) => (index * Math.sqrt(root)) % 1

  test('no band contains most of the stocks in an invented market of 1,000', () => {
    const scores = Array.from({ length: 1000 }, (_, index) => {
      const between = (root: number, low: number, high: number) => low + (high - low) * spread(index + 1, root)
      const { score } = rateStock({
        averageShareVolume: 10 ** between(2, 5, 8),
        callVolume: 10 ** between(3, 0, 4),
        ivRank: between(5, 0, 100),
        ivRankSource: 'implied',
        noVolatility: null,
        price: between(7, 94, 106),
        sma20: 100,
        rsi14: between(11, 30, 70),
        stochasticK: between(13, 0, 100),
        marketCapUsd: 10 ** between(17, 9, 12.3),
        netMarginPct: between(19, -10, 40),
        debtToEquity: between(23, 0, 3),
        negativeEquity: false,
        creditRating: null,
        dividendYieldPct: between(29, 0, 4),
        bestCall: {
          spreadPctOfMid: 10 ** between(31, 0.3, 1.6),
          annualizedYieldPct: between(37, 5, 45),
          expiration: '2026-08-21',
          liquidity: spread(index, 43) < 0.3 ? 'thin' : 'liquid',
        },
        noBestCall: null,
        earnings: spread(index, 41) < 0.5 ? { date: '2026-08-01', session: null } : null,
        asOfDate: '2026-07-10',
      })
      return score ?? Number.NaN
    })
    expect(largestBand(scores)).toBeLessThan(0.65)
    expect(share(scores, 26)).toBeGreaterThan(0.5)
    expect(share(scores, 40)).toBeLessThan(0.3)
  })
})
