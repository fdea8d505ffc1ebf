import { normalCdf, normalPdf } from '../../normal.ts'
import {
  angleRule,
  CURVE_NODES,
  CURVE_ROOTS,
  curveWeights,
  type ExerciseBoundary,
  readDepth,
} from './boundary-curve.ts'
import { solveLinearSystem } from './linear-system.ts'
import { guessDepths, limitStep } from './qd-plus.ts'
import type { UnitPut } from './unit-put.ts'

const RULE = angleRule(8, 1)
const RULE_NODES = RULE.sines.length
/** Curve weights at x_i·sin α_k for every curve node i and rule node k, where the integral up to τ_i reads the curve. */
const CURVE = curveWeights(
  Float64Array.from(
    { length: CURVE_NODES * RULE_NODES },
    (_, at) => (CURVE_ROOTS[Math.floor(at / RULE_NODES)] ?? 0) * (RULE.sines[at % RULE_NODES] ?? 0),
  ),
)
/** After a Newton step of this fraction of a depth, the remaining error is about the square of the step. */
const SETTLED = 1e-3
/**
 * Two or three steps are enough. If the drift dominates the volatility, depths may not converge, but then they are
 * negligibly small.
 */
const MAX_STEPS = 20

/** Scratch arrays, reused between calls. */
const squares = new Float64Array(CURVE_NODES)
const matrix = new Float64Array(CURVE_NODES * CURVE_NODES)
const steps = new Float64Array(CURVE_NODES)

/**
 * Exercise boundary of a unit put (`ExerciseBoundary`), for `rate` > 0 or `rate` = 0 > `dividendYield`.
 *
 * At the boundary the price of the held option meets the exercise value, 1 − S, without a kink ("smooth pasting"): with a
 * kink, exercising slightly earlier or later would be worth more. Its slope there is −1 for every remaining time τ. The
 * integral for the price (`early-exercise-premium.ts`) differentiated by S at S = B(τ), with N(−d) = 1 − N(d), gives
 *   F(τ) = ∫₀^τ (r − q·B(u))·e^(−rw)·φ(d₋)/(σ√w) du − B(τ)·[e^(−qτ)·N(d₊) + q·∫₀^τ e^(−qw)·N(d₊) du] = 0,   w = τ − u,
 * with d± of B(τ)/B(u) and w inside the integrals, and of B(τ)/1 and τ outside. The integrals need the boundary at shorter
 * times, read from the curve, so F = 0 at the 8 nodes τ_i is a system of 8 equations for the 8 depths. Newton's method on
 * all of them at once, from the guess of `qd-plus.ts`, converges in two or three steps.
 *
 * Source: Andersen, Lake and Offengenden, High-performance American option pricing, Journal of Computational Finance 20
 * (2016): their fixed point system A, and the curve. They iterate B ← (integrals of B), which diverges if the drift
 * is strong relative to the volatility; Newton's method uses the derivatives and also converges there. Verified in
 * `exercise-boundary.test.ts`: limits at both ends of time, a boundary of many more nodes, smooth pasting by differences.
 */
export function solveExerciseBoundary(put: UnitPut): ExerciseBoundary {
  const { rate, dividendYield } = put
  const logStart = dividendYield > rate ? Math.log(rate / dividendYield) : 0
  const deepest = perpetualDepth(put, logStart)
  const depths = guessDepths(put, logStart, deepest)
  const boundary = { logStart, depths }
  for (let step = 0; step < MAX_STEPS; step += 1) {
    for (let j = 0; j < CURVE_NODES; j += 1) squares[j] = (depths[j] ?? 0) ** 2
    for (let i = 0; i < CURVE_NODES; i += 1) steps[i] = pasteSmoothly(put, boundary, i)
    solveLinearSystem(matrix, steps)
    let isSettled = true
    for (let j = 0; j < CURVE_NODES; j += 1) {
      const depth = depths[j] ?? 0
      const next = limitStep(depth - (steps[j] ?? 0), depth, deepest)
      depths[j] = next
      if (Math.abs(next - depth) > SETTLED * depth) isSettled = false
    }
    if (isSettled) break
  }
  return boundary
}

/**
 * ln(B(0+)/B(∞)): no boundary is below that of a perpetual put, B(∞) = λ/(λ − 1) with the negative root λ
 * of ½σ²λ² + (r − q − ½σ²)λ − r = 0 (Merton 1973). Infinite if a perpetual put is never exercised.
 */
export function perpetualDepth({ rate, dividendYield, vol }: UnitPut, logStart: number): number {
  const drift = rate - dividendYield - 0.5 * vol * vol
  const root = Math.sqrt(drift * drift + 2 * rate * vol * vol)
  const minusOneOverPower = drift < 0 ? (root - drift) / (2 * rate) : (vol * vol) / (drift + root)
  return logStart + Math.log1p(minusOneOverPower)
}

/** Returns F at node i and writes ∂F/∂y_j for all depths into row i of `matrix`. */
function pasteSmoothly(
  { rate, dividendYield, vol, years: term }: UnitPut,
  { logStart, depths }: ExerciseBoundary,
  i: number,
): number {
  const depth = depths[i] ?? 0
  const rootYears = Math.sqrt(term) * (CURVE_ROOTS[i] ?? 0)
  const years = rootYears * rootYears
  const drift = rate - dividendYield - 0.5 * vol * vol
  const boundary = Math.exp(logStart - depth)
  const dMinusAtExpiry = (logStart - depth + drift * years) / (vol * rootYears)
  let gained = 0
  let kept = Math.exp(-dividendYield * years) * normalCdf(dMinusAtExpiry + vol * rootYears)
  // −∂F/∂ln B(τ) without boundary·kept; B·e^(−qτ)·φ(d₊) = e^(−rτ)·φ(d₋) puts both densities into one form.
  let ownSlope = (Math.exp(-rate * years) * normalPdf(dMinusAtExpiry)) / (vol * rootYears)
  const row = i * CURVE_NODES
  matrix.fill(0, row, row + CURVE_NODES)
  for (let k = 0; k < RULE_NODES; k += 1) {
    const at = (i * RULE_NODES + k) * CURVE_NODES
    const thenDepth = readDepth(CURVE, at, squares)
    const thenBoundary = Math.exp(logStart - thenDepth)
    const rootWait = rootYears * (RULE.cosines[k] ?? 0)
    const wait = rootWait * rootWait
    const spread = vol * rootWait
    const dMinus = (thenDepth - depth + drift * wait) / spread
    // du/√w in terms of the angle.
    const overRoot = 2 * (RULE.weights[k] ?? 0) * (RULE.sines[k] ?? 0) * rootYears
    const density = (overRoot / vol) * Math.exp(-rate * wait) * normalPdf(dMinus)
    const gain = density * (rate - dividendYield * thenBoundary)
    gained += gain
    if (dividendYield !== 0) {
      kept += dividendYield * overRoot * rootWait * Math.exp(-dividendYield * wait) * normalCdf(dMinus + spread)
    }
    // Only the derivative through d₋: the terms that the yield adds to ∂F/∂ln B(u) cancel.
    const slope = (gain * dMinus) / spread
    ownSlope += slope + dividendYield * thenBoundary * density
    if (thenDepth > 0) {
      const share = slope / thenDepth
      for (let j = 0; j < CURVE_NODES; j += 1) matrix[row + j] = (matrix[row + j] ?? 0) - share * (CURVE[at + j] ?? 0)
    }
  }
  // y(u)² = Σ weights·y_j², so ∂y(u)/∂y_j = weight·y_j/y(u); the loop omits the factor y_j.
  for (let j = 0; j < CURVE_NODES; j += 1) matrix[row + j] = (matrix[row + j] ?? 0) * (depths[j] ?? 0)
  matrix[row + i] = (matrix[row + i] ?? 0) + ownSlope + boundary * kept
  return gained - boundary * kept
}
