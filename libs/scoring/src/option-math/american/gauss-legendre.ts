import { requireCount } from '../../guards.ts'

/** Quadrature rule ∫₋₁¹ f(x) dx ≈ Σ weights[i]·f(nodes[i]); nodes ascend inside (−1, 1). */
export interface QuadratureRule {
  readonly nodes: Float64Array
  readonly weights: Float64Array
}

const RULES = new Map<number, QuadratureRule>()

/**
 * Gauss-Legendre rule with `count` nodes: exact for polynomials up to degree 2·count − 1. Each rule is computed once
 * and cached; callers share its arrays and must not write to them. Throws RangeError unless `count` is a positive
 * integer. Formula: the nodes are the roots of the Legendre polynomial P_n, found by Newton steps from cos(π(i +
 * ¾)/(n + ½)); the weight of a root x is 2 / ((1 − x²) P_n′(x)²). Source: Abramowitz and Stegun 25.4.29. Verified on
 * polynomials and on published nodes in `american.test.ts`.
 */
export function gaussLegendre(count: number): QuadratureRule {
  const known = RULES.get(count)
  if (known !== undefined) return known
  requireCount('count', count)
  const nodes = new Float64Array(count)
  const weights = new Float64Array(count)
  for (let i = 0; 2 * i < count; i += 1) {
    const { root, slope } = legendreRoot(count, Math.cos((Math.PI * (i + 0.75)) / (count + 0.5)))
    nodes[i] = -root
    nodes[count - 1 - i] = root
    const weight = 2 / ((1 - root * root) * slope * slope)
    weights[i] = weight
    weights[count - 1 - i] = weight
  }
  const rule = { nodes, weights }
  RULES.set(count, rule)
  return rule
}

/** Newton's method on P_n; four steps are enough for every root, ten are a safe limit. */
function legendreRoot(count: number, guess: number): { root: number; slope: number } {
  let root = guess
  for (let step = 0; step < 10; step += 1) {
    const { value, slope } = legendre(count, root)
    const change = value / slope
    root -= change
    if (Math.abs(change) < 1e-15) break
  }
  return { root, slope: legendre(count, root).slope }
}

/** P_n(x) and P_n′(x) by the three-term recurrence (k + 1) P_(k+1) = (2k + 1) x P_k − k P_(k−1). */
function legendre(count: number, x: number): { value: number; slope: number } {
  let before = 1
  let value = x
  for (let k = 1; k < count; k += 1) {
    const next = ((2 * k + 1) * x * value - k * before) / (k + 1)
    before = value
    value = next
  }
  return { value, slope: (count * (before - x * value)) / (1 - x * x) }
}
