import { cdfFromTail, millsRatio, normalCdf, normalPdf } from '../../normal.ts'
import {
  type AngleRule,
  angleRule,
  CURVE_NODES,
  curveWeights,
  type ExerciseBoundary,
  readDepth,
} from './boundary-curve.ts'
import type { ScaledUnitPut } from './unit-put.ts'

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
