import { requireNotNegative, requirePositive } from '../guards.ts'
import { RATING_MAX, RATING_PARTS, type RatingPartKey } from './rating-table.ts'

/** How much each part of the rating counts, at least 0 and not all 0: only proportions matter (D10). */
export type RatingWeights = Readonly<Record<RatingPartKey, number>>

/** The rating's own weights: the largest points of its parts. */
export const RATING_WEIGHTS = Object.fromEntries(RATING_PARTS.map(({ key, max }) => [key, max])) as RatingWeights

const MAX_HUNDREDTHS = RATING_MAX * 100
const partHundredths = RATING_PARTS.map(({ max }) => max * 100)

/**
 * Whether weights stand in the same proportion as the rating's own, as far as doubles tell: the rating under them is
 * the rating. Throws RangeError as `computeWeightedMaxima`.
 */
export function isRatingWeights(weights: RatingWeights): boolean {
  const total = sumWeights(weights)
  return RATING_PARTS.every(({ key, max }) => Math.abs(weights[key] / total - max / RATING_MAX) < 1e-9)
}

/**
 * The largest points of the parts under a user's weights, in the order of `RATING_PARTS`: 60 · weight / sum of the
 * weights, cut to two decimals, what is then missing to 60 given in hundredths to the largest remainders (the earlier
 * part where they are equal). They add up to exactly 60, so that icons and filters keep their meaning (D10).
 * Throws RangeError on a weight that is negative or not finite, and where their sum is 0 or not finite.
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
 * Points of a part under another largest number of points: points · maximum / the part's own maximum, half a hundredth
 * up, in whole hundredths throughout. `part` is the index in `RATING_PARTS`, `points` have two decimals.
 * Full points stay full and 0 stays 0. Verified by hand and on random points.
 */
export function weighPoints(points: number, part: number, weightedMax: number): number {
  const own = partHundredths[part] ?? MAX_HUNDREDTHS
  const product = Math.round(points * 100) * Math.round(weightedMax * 100)
  return Math.floor((2 * product + own) / (2 * own)) / 100
}

/**
 * The rating under a user's weights, 0-60: the exact sum of the weighed points, two decimals. Points follow
 * `RATING_PARTS`; a part that is unknown (null, or NaN in a typed column) adds nothing, as in the rating itself.
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
