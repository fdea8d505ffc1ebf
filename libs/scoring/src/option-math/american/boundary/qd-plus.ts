import { normalCdf, normalPdf } from '../../normal.ts'
import { CURVE_NODES, CURVE_ROOTS } from './boundary-curve.ts'
import type { UnitPut } from './unit-put.ts'

/** The approximation itself is off by 2%: there is no use in solving it more closely than that. */
const CLOSE_ENOUGH = 0.02
const MAX_STEPS = 30
/** 1 − e^(−rτ) under which it is r·τ to the last digits that matter, r = 0 included. */
const NO_GROWTH = 1e-12

/**
 * A first guess of the exercise boundary at the nodes of its curve, as depths ln(B(0+)/B(τ)): off by 2% in the middle
 * case, 20% in the worst. `logStart` is ln B(0+), `deepest` the depth the boundary never passes.
 *
 * The idea (MacMillan 1986; Barone-Adesi and Whaley 1987; refined by Li 2010): where a put is alive, it is worth the
 * European one, p, and a premium that moves nearly like a power S^λ, λ < 0. At the boundary value and slope of both must
 * be those of exercise, 1 − S. That leaves one equation for B,
 *   (1 − e^(−qτ) N(−d₊))·B + (λ + c)·(1 − B − p) = 0,
 * with p and d₊ of a share at B, the strike 1 and the time τ (`boundary.ts`), and c Li's correction of the power.
 * c·(1 − B − p) is written out here as a share of 1 − B − p less a multiple of ∂p/∂t, so that a rate of 0 does no harm.
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
    // A depth grows with √τ at first, slower later.
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
    // The same three terms differentiated by ln B.
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

/** Keeps a Newton step between 0 and the depth the boundary never passes, and within a factor of three. */
export function limitStep(next: number, from: number, deepest: number): number {
  if (!(next > from / 3)) return from / 3
  return Math.min(next, from * 3, deepest)
}
