import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { RATING_PARTS } from './rating-table.ts'
import {
  computeWeightedMaxima,
  isRatingWeights,
  RATING_WEIGHTS,
  type RatingWeights,
  weighPoints,
  weighScore,
} from './weights.ts'

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

describe('the largest points under weights', () => {
  test.each([
    ['the rating itself', [6, 4, 15, 10, 15, 10], [6, 4, 15, 10, 15, 10]],
    ['the rating in other numbers', [0.6, 0.4, 1.5, 1, 1.5, 1], [6, 4, 15, 10, 15, 10]],
    ['all alike', [1, 1, 1, 1, 1, 1], [10, 10, 10, 10, 10, 10]],
    ['income alone', [0, 0, 0, 0, 0, 3], [0, 0, 0, 0, 0, 60]],
    ['sevenths: 8.5714… and 17.1428…, one hundredth short', [1, 1, 1, 1, 1, 2], [8.57, 8.57, 8.57, 8.57, 8.57, 17.15]],
    ['thirds of unlike size', [1, 1, 1, 0, 0, 0], [20, 20, 20, 0, 0, 0]],
    ['a hair beside a mountain', [1e-300, 0, 0, 0, 0, 100], [0, 0, 0, 0, 0, 60]],
    ['the smallest there is', [5e-324, 0, 0, 0, 0, 5e-324], [30, 0, 0, 0, 0, 30]],
  ] as const)('%s', (_name, weights, maxima) => {
    expect(computeWeightedMaxima(toWeights(weights))).toEqual(maxima)
  })

  test('whatever the weights: two decimals each, 60 in all, a heavier part never less', () => {
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
  ])('%p are no weights', (values, message) => {
    expect(() => computeWeightedMaxima(toWeights(values))).toThrow(message)
    expect(() => isRatingWeights(toWeights(values))).toThrow(message)
  })
})

test.each([
  [[6, 4, 15, 10, 15, 10], true],
  [[60, 40, 150, 100, 150, 100].map((value) => value / 7), true],
  [[6, 4, 15, 10, 15, 10.01], false],
  [[1, 1, 1, 1, 1, 1], false],
])('%p are the rating’s own weights: %p', (values, expected) => {
  expect(isRatingWeights(toWeights(values))).toBe(expected)
})

describe('the points under weights', () => {
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

  test('the rating under weights is the exact sum, unknown parts add nothing', () => {
    const alike = computeWeightedMaxima(toWeights([1, 1, 1, 1, 1, 1]))
    // 10/6 · 2.37 = 3.95, 10/4 · 1.74 = 4.35, 10/15 · 4.5 = 3, 3.55, 10/15 · 8.33 = 5.5533…, 2
    expect(weighScore([2.37, 1.74, 4.5, 3.55, 8.33, 2], alike)).toBe(22.4)
    expect(weighScore([2.37, null, 4.5, 3.55, 8.33, 2], alike)).toBe(18.05)
    expect(weighScore(Float64Array.of(2.37, Number.NaN, 4.5, 3.55, 8.33, 2), alike)).toBe(18.05)
  })

  test('its own weights give the rating back; full stays 60, nothing stays 0', () => {
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
