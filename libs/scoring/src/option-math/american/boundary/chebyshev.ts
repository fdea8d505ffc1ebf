import { requireCount } from '../../../guards.ts'

/** Closer to a point than that, x is the point. */
const SAME_PLACE = 1e-15

/**
 * The Chebyshev points of the second kind moved to 0-1: x_j = (1 − cos(πj/degree))/2 for j = 0 … degree, ascending from
 * exactly 0 to exactly 1. A polynomial through a smooth function's values at them converges faster than any power of the
 * degree; they crowd at both ends, where evenly spaced points let a polynomial swing.
 * Throws RangeError unless degree is a whole number from 1. Source: Berrut and Trefethen, Barycentric Lagrange
 * Interpolation, SIAM Review 46 (2004), section 5. Verified in `boundary-curve.test.ts`.
 */
export function chebyshevPoints(degree: number): Float64Array {
  requireCount('degree', degree)
  return Float64Array.from({ length: degree + 1 }, (_, j) => 0.5 * (1 - Math.cos((Math.PI * j) / degree)))
}

/**
 * The weights with which the values at `chebyshevPoints(degree)` combine to the polynomial through them at x:
 * p(x) = Σ weights[j]·f(x_j). They depend on x alone, so a place read often is computed once.
 * Formula: the barycentric one, weights[j] ∝ c_j/(x − x_j) with c_j = (−1)^j, halved at both ends, made to sum to 1; at a
 * point itself 1 there and 0 elsewhere. Source and verification as `chebyshevPoints` (there formulas 4.2 and 5.4).
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
