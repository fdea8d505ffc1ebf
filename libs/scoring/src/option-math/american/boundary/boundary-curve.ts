import { gaussLegendre } from '../gauss-legendre.ts'
import { chebyshevPoints, interpolationWeights } from './chebyshev.ts'

/** Number of times at which the boundary is solved: 8 give an error of at most 1e-6 of the strike, 1e-8 for most contracts. */
export const CURVE_NODES = 8

/**
 * Exercise boundary B(τ) of a unit put: with time τ left, 0 ≤ τ ≤ T, the put is exercised at or below that price.
 * Stored as the depth y(τ) = ln(B(0+)/B(τ)) ≥ 0 at the nodes τ_j = T·x_j², with x_j the Chebyshev points without x =
 * 0. In between, y² is the polynomial in x = √(τ/T) through y_j² and y(0)² = 0. Near expiration B falls with infinite
 * slope, but y² grows no faster than x²·ln(1/x), which is smooth enough for 8 points. Source: Andersen, Lake and
 * Offengenden (2016); their H is y². Verified in `boundary-curve.test.ts`.
 */
export interface ExerciseBoundary {
  /** ln B(0+), the log of the boundary an instant before expiration. */
  readonly logStart: number
  readonly depths: Float64Array
}

/** x_1 … x_n = √(τ_j/T), ascending to 1. */
export const CURVE_ROOTS: Float64Array = chebyshevPoints(CURVE_NODES).subarray(1)

/** Weights that combine the squares y_j² to y² at each x of `roots`; CURVE_NODES weights per x, in sequence. */
export function curveWeights(roots: Float64Array): Float64Array {
  const weights = new Float64Array(roots.length * CURVE_NODES)
  roots.forEach((root, index) => {
    weights.set(interpolationWeights(CURVE_NODES, root).subarray(1), index * CURVE_NODES)
  })
  return weights
}

/** y(u) from the squares y_j², with the CURVE_NODES weights of √(u/T) that start at `at`. */
export function readDepth(weights: Float64Array, at: number, squares: Float64Array): number {
  let square = 0
  for (let j = 0; j < CURVE_NODES; j += 1) square += (weights[at + j] ?? 0) * (squares[j] ?? 0)
  // Close to expiration, the polynomial may fall slightly below 0.
  return Math.sqrt(Math.max(0, square))
}

/** True if a unit put is exercised today, with its whole term T left, at a share price of `moneyness`. */
export function isExercised({ logStart, depths }: ExerciseBoundary, moneyness: number): boolean {
  return Math.log(moneyness) <= logStart - (depths[CURVE_NODES - 1] ?? 0)
}

/** ∫₀^τ f(u) du ≈ Σ weights[k]·2τ·sin α_k·cos α_k·f(τ·sin² α_k). */
export interface AngleRule {
  readonly sines: Float64Array
  readonly cosines: Float64Array
  readonly weights: Float64Array
}

/**
 * Gauss-Legendre rule in the angle α, 0 to π/2, for the integrals over the remaining time u = τ·sin² α. The integrands
 * behave like √u at u = 0, where the boundary is steep, and like √(τ − u) at u = τ, where the price has had no time to
 * spread. In α both ends are smooth, so a few nodes are enough. `crowding` 2 moves nodes toward u = τ (α = π/2·(1 − t²), t
 * the rule's variable on 0-1) for prices close to the boundary, which may cross it at once.
 * Verified in `boundary-curve.test.ts`.
 */
export function angleRule(count: number, crowding: 1 | 2): AngleRule {
  const { nodes, weights } = gaussLegendre(count)
  const places = nodes.map((node) => 0.5 * (1 - node))
  const angles = places.map((t) => (Math.PI / 2) * (1 - t ** crowding))
  return {
    sines: angles.map(Math.sin),
    cosines: angles.map(Math.cos),
    weights: weights.map((weight, k) => (Math.PI / 4) * weight * crowding * (places[k] ?? 0) ** (crowding - 1)),
  }
}
