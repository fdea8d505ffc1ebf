import { normalCdf, normalPdf } from '../normal.ts'
import type { UnitPut } from './american-contract.ts'
import {
  angleRule,
  CURVE_NODES,
  CURVE_ROOTS,
  curveWeights,
  type ExerciseBoundary,
  readDepth,
} from './boundary-curve.ts'

/**
 * Solves A·x = b for a small dense system by Gaussian elimination with row exchanges. `matrix` holds A row by row. Both
 * arrays are overwritten: `right` becomes x. A singular A gives NaN or infinity in x.
 * Source: Golub and Van Loan, Matrix Computations, 3.4. Verified in `boundary-curve.test.ts`.
 */
export function solveLinearSystem(matrix: Float64Array, right: Float64Array): void {
  const size = right.length
  for (let column = 0; column < size; column += 1) {
    bringUpLargest(matrix, right, column)
    const pivot = matrix[column * size + column] ?? 0
    for (let row = column + 1; row < size; row += 1) {
      const factor = (matrix[row * size + column] ?? 0) / pivot
      for (let k = column + 1; k < size; k += 1) {
        matrix[row * size + k] = (matrix[row * size + k] ?? 0) - factor * (matrix[column * size + k] ?? 0)
      }
      right[row] = (right[row] ?? 0) - factor * (right[column] ?? 0)
    }
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let value = right[row] ?? 0
    for (let k = row + 1; k < size; k += 1) value -= (matrix[row * size + k] ?? 0) * (right[k] ?? 0)
    right[row] = value / (matrix[row * size + row] ?? 0)
  }
}

/** Swaps row `column` with the row, at or below it, whose entry in that column is the largest. */
function bringUpLargest(matrix: Float64Array, right: Float64Array, column: number): void {
  const size = right.length
  let best = column
  for (let row = column + 1; row < size; row += 1) {
    if (Math.abs(matrix[row * size + column] ?? 0) > Math.abs(matrix[best * size + column] ?? 0)) best = row
  }
  if (best === column) return
  for (let k = column; k < size; k += 1) exchange(matrix, column * size + k, best * size + k)
  exchange(right, column, best)
}

function exchange(values: Float64Array, a: number, b: number): void {
  const kept = values[a] ?? 0
  values[a] = values[b] ?? 0
  values[b] = kept
}

/** The approximation is off by 2%, so solving it more precisely gains nothing. */
const CLOSE_ENOUGH = 0.02
const MAX_NEWTON_STEPS = 30
/** Below this value, 1 − e^(−rτ) is replaced by r·τ, which also covers r = 0. */
const NO_GROWTH = 1e-12

/**
 * First guess of the exercise boundary at the nodes of its curve, as depths ln(B(0+)/B(τ)): off by 2% in the median case,
 * 20% in the worst. `logStart` is ln B(0+), `deepest` the maximum depth of the boundary.
 *
 * The idea (MacMillan 1986; Barone-Adesi and Whaley 1987; refined by Li 2010): where a put is held, it is worth the European
 * put p plus a premium that is nearly a power S^λ, λ < 0. At the boundary, value and slope must equal those of exercise,
 * 1 − S. That gives one equation for B,
 *   (1 − e^(−qτ) N(−d₊))·B + (λ + c)·(1 − B − p) = 0,
 * with p and d₊ for a share at B, strike 1 and time τ (`boundary.ts`), and c Li's correction of the power.
 * c·(1 − B − p) is written here as a fraction of 1 − B − p minus a multiple of ∂p/∂t, which also works at a rate of 0.
 * Source: Li, Analytical approximations for the critical stock prices of American options: a performance comparison,
 * Review of Derivatives Research 13 (2010), QD+. Verified in `exercise-boundary.test.ts` against the solved boundary.
 */
export function guessDepths(put: UnitPut, logStart: number, deepest: number): Float64Array {
  const depths = new Float64Array(CURVE_NODES)
  let guess = 2 * put.vol * Math.sqrt(put.years) * (CURVE_ROOTS[0] ?? 0)
  for (let j = 0; j < CURVE_NODES; j += 1) {
    const root = CURVE_ROOTS[j] ?? 0
    const atNode = { ...put, years: put.years * root * root }
    const depth = solveDepth(atNode, logStart, deepest, Math.min(guess, deepest))
    depths[j] = depth
    // A depth grows with √τ at first, then more slowly.
    guess = (depth * (CURVE_ROOTS[j + 1] ?? 0)) / root
  }
  return depths
}

/** Newton's iteration on Li's equation, in the depth y of B = B(0+)·e^(−y), for a put with `years` left. */
function solveDepth(put: UnitPut, logStart: number, deepest: number, guess: number): number {
  const { rate, dividendYield, vol, years } = put
  const variance = vol * vol
  const carry = rate - dividendYield
  const totalVol = vol * Math.sqrt(years)
  const rateDiscount = Math.exp(-rate * years)
  const yieldDiscount = Math.exp(-dividendYield * years)
  // λ is the negative root of λ² + linear·λ − constant = 0, linear = 2(r − q)/σ² − 1, constant = 2r/(σ²(1 − e^(−rτ))).
  const linear = (2 * carry) / variance - 1
  const grown = -Math.expm1(-rate * years)
  const constant = grown < NO_GROWTH ? 2 / (variance * years) : (2 * rate) / (variance * grown)
  const root = Math.sqrt(linear * linear + 4 * constant)
  const share = -0.5 * (linear + root) + (rateDiscount / root) * (constant - (constant / root) ** 2)
  const decay = 2 / (variance * root)
  let depth = guess
  for (let step = 0; step < MAX_NEWTON_STEPS; step += 1) {
    const boundary = Math.exp(logStart - depth)
    const dPlus = (logStart - depth + (carry + 0.5 * variance) * years) / totalVol
    const stockLeg = boundary * yieldDiscount * normalCdf(-dPlus)
    const strikeLeg = rateDiscount * normalCdf(totalVol - dPlus)
    // B²·gamma of the European put, and its theta.
    const curvature = (boundary * yieldDiscount * normalPdf(dPlus)) / totalVol
    const theta = rate * strikeLeg - dividendYield * stockLeg - 0.5 * variance * curvature
    const residual = boundary - stockLeg + share * (1 - boundary - strikeLeg + stockLeg) - decay * theta
    // Derivatives of the same three terms with respect to ln B.
    const thetaSlope =
      curvature * ((0.5 * variance * dPlus) / totalVol - carry - 0.5 * variance) - dividendYield * stockLeg
    const slope = (1 - share) * (boundary - stockLeg) + curvature - decay * thetaSlope
    const next = limitStep(depth + residual / slope, depth, deepest)
    const change = Math.abs(next - depth)
    depth = next
    if (change < CLOSE_ENOUGH * depth) break
  }
  return depth
}

/** Limits a Newton step to depths between 0 and `deepest`, and to a factor of three. */
export function limitStep(next: number, from: number, deepest: number): number {
  if (!(next > from / 3)) return from / 3
  return Math.min(next, from * 3, deepest)
}

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
  const dMinusAtExpiration = (logStart - depth + drift * years) / (vol * rootYears)
  let gained = 0
  let kept = Math.exp(-dividendYield * years) * normalCdf(dMinusAtExpiration + vol * rootYears)
  // −∂F/∂ln B(τ) without boundary·kept; B·e^(−qτ)·φ(d₊) = e^(−rτ)·φ(d₋) puts both densities into one form.
  let ownSlope = (Math.exp(-rate * years) * normalPdf(dMinusAtExpiration)) / (vol * rootYears)
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
