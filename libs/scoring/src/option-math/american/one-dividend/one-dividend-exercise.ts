import { INVERSE_SQRT_TWO_PI, millsRatio, normalPdf, SQRT_TWO_PI } from '../../normal.ts'

const MAX_STEPS = 30
/**
 * Size of the last step, in standard deviations: the next step would be a thousandth of it, and the price is flat
 * there.
 */
const LAST_STEP = 3e-3
/** Standard deviations beyond which the put equals its intrinsic value to the last bit. */
const CERTAIN = 9
/** Value of λ at which `firstGuess` switches formulas. */
const TAIL = 0.25
const TAIL_SHIFT = 0.75

/**
 * Stock x* at which a European put of `strike` (already discounted) and total volatility `totalVol` is worth `gain`. Above
 * it the put is worth less, and exercising the call just before the drop gains more than it gives up.
 * Newton's method on ln P in y = ln(x/strike), which is concave and falling, so it converges from the right. In units of
 * strike·φ(d₂), the put and its slope are N(−d₂)/φ(d₂) − N(−d₁)/φ(d₁) and −N(−d₁)/φ(d₁), which do not underflow. The result
 * is 0 or below if gain ≥ strike, since every stock is then above it.
 * Units: dollars. Accuracy 1e-5 of a standard deviation. Verified through the price in `one-dividend.test.ts`.
 */
export function stockToExercise(gain: number, strike: number, totalVol: number): number {
  const share = gain / strike
  if (share >= 1 || totalVol === 0) return strike - gain
  const floor = Math.log1p(-share)
  if (-floor > totalVol * (CERTAIN + totalVol)) return strike - gain
  // A put is worth at most strike·N(−d₂), so N(−d₂) ≥ share at the solution: d₂ ≤ √(−2 ln 2·share), or 0 from ½ on.
  const ceiling = totalVol * (Math.sqrt(Math.max(0, -2 * Math.log(2 * share))) + 0.5 * totalVol)
  let y = Math.min(firstGuess(share, totalVol), ceiling)
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const d1 = y / totalVol + 0.5 * totalVol
    const d2 = d1 - totalVol
    const slope = tailOverDensity(d1)
    const price = tailOverDensity(d2) - slope
    const move = ((Math.log(price / (SQRT_TWO_PI * share)) - 0.5 * d2 * d2) * price) / slope
    y = Math.min(Math.max(y + move, floor), ceiling)
    if (Math.abs(move) <= LAST_STEP * totalVol) break
  }
  return strike * Math.exp(y)
}

/** N(−z)/φ(z) for any z. */
function tailOverDensity(z: number): number {
  return z < 0 ? 1 / normalPdf(z) - millsRatio(-z) : millsRatio(z)
}

/**
 * First guess from a normal instead of a lognormal stock: a put that is u deviations out of the money is worth
 * L(u) = φ(u) − u·N(−u) deviations, and L(u) = λ must be solved. In the tail L is φ(u)/u², so u is √(−2 ln λ√2π) minus a
 * correction for ln u²: 0.7 to 0.8 for λ from 1e-2 to 1e-8. Elsewhere u = φ(0)²/λ − λ, a hyperbola through L(0) = φ(0) with
 * the right limit u = −λ far in the money. Both formulas have the same error at λ near ¼.
 */
function firstGuess(share: number, totalVol: number): number {
  const scaled = share / totalVol
  if (scaled < TAIL) return totalVol * (Math.sqrt(-2 * Math.log(scaled * SQRT_TWO_PI)) - TAIL_SHIFT)
  return Math.log1p(-share + (INVERSE_SQRT_TWO_PI ** 2 * totalVol) / scaled)
}
