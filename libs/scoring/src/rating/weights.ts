import { requireNotNegative, requirePositive } from '../guards.ts'
import { RATING_MAX, RATING_PARTS, type RatingPartKey } from './rating-table.ts'

/** Weight of each part of the rating, at least 0 and not all 0; only proportions matter (D10). */
export type RatingWeights = Readonly<Record<RatingPartKey, number>>

/** Default weights: the maximum points of the parts. */
export const RATING_WEIGHTS = Object.fromEntries(RATING_PARTS.map(({ key, max }) => [key, max])) as RatingWeights

const MAX_HUNDREDTHS = RATING_MAX * 100
const partHundredths = RATING_PARTS.map(({ max }) => max * 100)

/**
 * True if weights are proportional to the default weights, to 1e-9, so that the weighted rating equals the rating.
 * Throws RangeError in the same cases as `computeWeightedMaxima`.
 */
export function isRatingWeights(weights: RatingWeights): boolean {
  const total = sumWeights(weights)
  return RATING_PARTS.every(({ key, max }) => Math.abs(weights[key] / total - max / RATING_MAX) < 1e-9)
}

/**
 * Maximum points of the parts under a user's weights, in the order of `RATING_PARTS`: 60 · weight / sum of the
 * weights, truncated to two decimals. The hundredths still missing from 60 go to the parts with the largest
 * remainders (in a tie, to the earlier part). The maxima add up to exactly 60, so that icons and filters keep their
 * meaning (D10). Throws RangeError on a weight that is negative or not finite, or if their sum is 0 or not finite.
 * Verified by hand and on random weights.
 */
export function computeWeightedMaxima(weights: RatingWeights): readonly number[] {
  const total = sumWeights(weights)
  const exact = RATING_PARTS.map(({ key }) => (weights[key] / total) * MAX_HUNDREDTHS)
  const hundredths = exact.map(Math.floor)
  const missing = MAX_HUNDREDTHS - hundredths.reduce((sum, value) => sum + value, 0)
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder)
  const raised = new Set(byRemainder.slice(0, missing).map(({ index }) => index))
  return hundredths.map((value, index) => (value + (raised.has(index) ? 1 : 0)) / 100)
}

/**
 * Scales the points of a part to another maximum: points · maximum / the part's own maximum, rounded to hundredths,
 * half up. `part` is the index in `RATING_PARTS`; `points` have two decimals. Full points stay full and 0 stays 0.
 * Verified by hand and on random points.
 */
export function weighPoints(points: number, part: number, weightedMax: number): number {
  const own = partHundredths[part] ?? MAX_HUNDREDTHS
  const product = Math.round(points * 100) * Math.round(weightedMax * 100)
  return Math.floor((2 * product + own) / (2 * own)) / 100
}

/**
 * Rating under a user's weights, 0-60: the exact sum of the weighted points, two decimals. `points` are in the order of
 * `RATING_PARTS`; an unknown part (null, or NaN in a typed column) adds 0, as in the unweighted rating.
 */
export function weighScore(points: ArrayLike<number | null>, weightedMaxima: readonly number[]): number {
  let hundredths = 0
  for (let part = 0; part < weightedMaxima.length; part += 1) {
    const own = points[part]
    if (own === null || own === undefined || Number.isNaN(own)) continue
    hundredths += Math.round(weighPoints(own, part, weightedMaxima[part] ?? 0) * 100)
  }
  return hundredths / 100
}

function sumWeights(weights: RatingWeights): number {
  const total = RATING_PARTS.reduce((sum, { key }) => {
    requireNotNegative(key, weights[key])
    return sum + weights[key]
  }, 0)
  requirePositive('sum of the weights', total)
  return total
}
