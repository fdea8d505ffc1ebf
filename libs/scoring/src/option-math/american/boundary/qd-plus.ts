import { normalCdf, normalPdf } from '../../normal.ts'
import { CURVE_NODES, CURVE_ROOTS } from './boundary-curve.ts'
import type { UnitPut } from './unit-put.ts'

/** The approximation is off by 2%, so solving it more precisely gains nothing. */
const CLOSE_ENOUGH = 0.02
const MAX_STEPS = 30
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
  for (let step = 0; step < MAX_STEPS; step += 1) {
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
