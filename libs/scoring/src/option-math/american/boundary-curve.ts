import { requireCount } from '../../guards.ts'
import { cdfFromTail, millsRatio, normalCdf, normalPdf } from '../normal.ts'
import type { ScaledUnitPut } from './american-contract.ts'
import { gaussLegendre } from './gauss-legendre.ts'

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

export interface SolvedPut extends ScaledUnitPut {
  readonly boundary: ExerciseBoundary
}

/** Early exercise premium of a unit put, with its first and second derivatives with respect to the share price. */
export interface Premium {
  readonly value: number
  readonly slope: number
  readonly curvature: number
}

export interface PremiumRule extends AngleRule {
  /** Weights that read the boundary's curve at each node of the rule. */
  readonly curve: Float64Array
}

/** 24 nodes give an error of 1e-7 of the strike; the curvature of a price close to the boundary needs 64. */
export const PRICE_RULE = premiumRule(24)
export const GREEKS_RULE = premiumRule(64)

function premiumRule(count: number): PremiumRule {
  const rule = angleRule(count, 2)
  return { ...rule, curve: curveWeights(rule.sines) }
}

/**
 * Early exercise premium of a unit put on a share at price S above the boundary,
 *   ∫₀^T [ r·e^(−rw)·N(−d₋) − q·S·e^(−qw)·N(−d₊) ] du,   w = T − u,
 * over the remaining time u, w from now. N(−d₋) is the probability that the share is then below B(u),
 *   d₋ = (ln(S/B(u)) + (r − q − σ²/2)·w)/(σ√w),  d₊ = d₋ + σ√w,
 * in which case the strike earns r, and q·S·e^(−qw)·N(−d₊) is the dividend income given up.
 * With S·e^(−qw)·φ(d₊) = B(u)·e^(−rw)·φ(d₋) the derivatives are
 *   slope     = −∫ [ q·e^(−qw)·N(−d₊) + (r − q·B(u))·e^(−rw)·φ(d₋)/(S·σ√w) ] du,
 *   curvature = ∫ [ r + (r − q·B(u))·d₋/(σ√w) ]·e^(−rw)·φ(d₋)/(S²·σ√w) du.
 * Source: Andersen, Lake and Offengenden (2016), after Kim (1990); the derivatives are our own. Verified
 * in `boundary.test.ts`.
 */
export function computePremium(
  { put, moneyness: spot, boundary: { logStart, depths } }: SolvedPut,
  { sines, cosines, weights, curve }: PremiumRule,
): Premium {
  const { rate, dividendYield, vol, years } = put
  const drift = rate - dividendYield - 0.5 * vol * vol
  const rootYears = Math.sqrt(years)
  const logStock = Math.log(spot) - logStart
  const squares = depths.map((depth) => depth * depth)
  let value = 0
  let slope = 0
  let curvature = 0
  for (let k = 0; k < cosines.length; k += 1) {
    const depth = readDepth(curve, k * CURVE_NODES, squares)
    const rootWait = rootYears * (cosines[k] ?? 0)
    const wait = rootWait * rootWait
    const spread = vol * rootWait
    const dMinus = (logStock + depth + drift * wait) / spread
    // du/√w and du in terms of the angle.
    const overRoot = 2 * (weights[k] ?? 0) * (sines[k] ?? 0) * rootYears
    const duration = overRoot * rootWait
    const discount = Math.exp(-rate * wait)
    const pdf = normalPdf(dMinus)
    const interest = rate * duration * discount * cdfFromTail(-dMinus, pdf * millsRatio(Math.abs(dMinus)))
    let forgone = 0
    if (dividendYield !== 0) {
      forgone = dividendYield * duration * Math.exp(-dividendYield * wait) * normalCdf(-dMinus - spread)
    }
    const density = (overRoot / vol) * discount * pdf
    const gain = density * (rate - dividendYield * Math.exp(logStart - depth))
    value += interest - forgone * spot
    slope -= forgone + gain / spot
    curvature += (rate * density + (gain * dMinus) / spread) / (spot * spot)
  }
  return { value, slope, curvature }
}
