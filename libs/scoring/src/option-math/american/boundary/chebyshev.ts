import { requireCount } from '../../../guards.ts'

/** Within this distance, x counts as equal to a point. */
const SAME_PLACE = 1e-15

/**
 * Chebyshev points of the second kind, scaled to 0-1: x_j = (1 − cos(πj/degree))/2 for j = 0 … degree, ascending from
 * exactly 0 to exactly 1. The polynomial through a smooth function's values at these points converges faster than any power
 * of the degree. They are denser at both ends, where a polynomial through evenly spaced points oscillates.
 * Throws RangeError unless `degree` is a positive integer. Source: Berrut and Trefethen, Barycentric Lagrange
 * Interpolation, SIAM Review 46 (2004), section 5. Verified in `boundary-curve.test.ts`.
 */
export function chebyshevPoints(degree: number): Float64Array {
  requireCount('degree', degree)
  return Float64Array.from({ length: degree + 1 }, (_, j) => 0.5 * (1 - Math.cos((Math.PI * j) / degree)))
}

/**
 * Weights that combine the values at `chebyshevPoints(degree)` to the interpolating polynomial at x:
 * p(x) = Σ weights[j]·f(x_j). They depend only on x, so callers compute them once per x.
 * Formula: barycentric, weights[j] ∝ c_j/(x − x_j) with c_j = (−1)^j, halved at both ends, normalized to sum 1; if x is
 * a point, its weight is 1 and the others are 0. Same source and verification as `chebyshevPoints` (there formulas 4.2
 * and 5.4).
 */
export function interpolationWeights(degree: number, x: number): Float64Array {
  const points = chebyshevPoints(degree)
  const weights = new Float64Array(degree + 1)
  const hit = points.findIndex((point) => Math.abs(x - point) < SAME_PLACE)
  if (hit >= 0) {
    weights[hit] = 1
    return weights
  }
  let sum = 0
  points.forEach((point, j) => {
    const end = j === 0 || j === degree ? 0.5 : 1
    const weight = ((j % 2 === 0 ? 1 : -1) * end) / (x - point)
    weights[j] = weight
    sum += weight
  })
  return weights.map((weight) => weight / sum)
}
