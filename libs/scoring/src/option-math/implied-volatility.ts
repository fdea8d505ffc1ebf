import { type ContractTerms, discountedLegs, type PricingModel } from './contract.ts'
import { erfcx } from './normal.ts'

export interface PriceToInvert extends ContractTerms {
  readonly price: number
}

/** Why a price has no volatility. Bounds are the European ones of the model. */
export type NoVolatilityReason =
  | 'invalid'
  | 'expired'
  | 'below_lower_bound'
  | 'no_time_value'
  | 'above_upper_bound'
  | 'not_converged'

export type ImpliedVolatility =
  | { readonly vol: number; readonly model: PricingModel }
  | { readonly vol: null; readonly model: PricingModel; readonly reason: NoVolatilityReason }

const SQRT_HALF = Math.SQRT1_2
const SQRT_TWO_PI = 2.5066282746310007
const SQRT_HALF_PI = 1.2533141373155003
/** Rounding that a price may carry against its bounds, in units of the larger leg. */
const BOUND_NOISE = 4 * Number.EPSILON
const MAX_STEPS = 64
/** Total volatility past which b equals its ceiling in double precision. */
const MAX_TOTAL_VOL = 40
/** A third-order step this small (relative) leaves an error under the last bit. */
const LAST_STEP = 1e-6

/**
 * Volatility that reproduces a price: root of the normalised Black function of the out-of-the-money side,
 * b(s) = e^(x/2) N(x/s + s/2) − e^(−x/2) N(x/s − s/2) with x = −|ln(F/K)|, s = vol·√T, by Halley steps that start at
 * the inflection point s² = 2|x|, kept inside a bracket. Discrete dividends: escrowed, and `model` says so.
 * Units: dollars per share, years, decimals. Never throws: what cannot be inverted is `vol: null` with a reason.
 * Source: Jäckel, Let's Be Rational (2015), for the objective functions. Verified on golden/implied_vol.csv.
 */
export function impliedEuropeanVolatility(quote: PriceToInvert): ImpliedVolatility {
  const { price, spot, strike, years, rate, dividendYield = 0 } = quote
  if (!(spot > 0 && strike > 0 && Number.isFinite(spot + strike + price + years + rate + dividendYield))) {
    return { vol: null, model: 'bsm', reason: 'invalid' }
  }
  if (years <= 0) return { vol: null, model: 'bsm', reason: 'expired' }
  const legs = discountedLegs(quote)
  const { model } = legs
  if (legs.stock === 0) return { vol: null, model, reason: 'invalid' }
  const isCall = quote.type === 'call'
  const intrinsic = isCall ? legs.stock - legs.strike : legs.strike - legs.stock
  const noise = BOUND_NOISE * Math.max(legs.stock, legs.strike)
  const timeValue = price - Math.max(0, intrinsic)
  if (intrinsic > 0 ? timeValue < -noise : timeValue < 0) return { vol: null, model, reason: 'below_lower_bound' }
  if (intrinsic > 0 ? timeValue <= noise : timeValue === 0) return { vol: null, model, reason: 'no_time_value' }
  if (price >= (isCall ? legs.stock : legs.strike) - 4 * noise) return { vol: null, model, reason: 'above_upper_bound' }
  const x = -Math.abs(Math.log(legs.stock / legs.strike))
  const totalVol = solveTotalVol(timeValue / Math.sqrt(legs.stock * legs.strike), x)
  return totalVol === null ? { vol: null, model, reason: 'not_converged' } : { vol: totalVol / Math.sqrt(years), model }
}

/**
 * b(s) / b′(s) for x ≤ 0 = √(π/2)·(erfcx(−(h + t)/√2) − erfcx((t − h)/√2)) with h = x/s, t = s/2: needs no exponential
 * and keeps its relative accuracy where b itself underflows.
 */
function valueOverSlope(h: number, t: number): number {
  return SQRT_HALF_PI * (erfcx(-(h + t) * SQRT_HALF) - erfcx((t - h) * SQRT_HALF))
}

/** Root s of b(s) = beta for x ≤ 0 and 0 < beta < e^(x/2); null when the steps do not settle. */
function solveTotalVol(beta: number, x: number): number | null {
  const inflection = Math.sqrt(-2 * x)
  if (x < 0) {
    const h = x / inflection
    const t = 0.5 * inflection
    if (beta < (valueOverSlope(h, t) * Math.exp(-0.5 * (h * h + t * t))) / SQRT_TWO_PI) return solveLower(beta, x)
  }
  return solveUpper(beta, x, Math.max(inflection, beta * SQRT_TWO_PI))
}

/** Third-order step from Newton's step and half the ratio of second to first derivative, never more than four times longer. */
function halley(newton: number, bend: number): number {
  const damping = 1 + 0.5 * newton * bend
  return newton / Math.max(damping, 0.25)
}

/** Below the inflection: ln b is almost a straight line in u = 1/s², with slope −x²/2. */
function solveLower(beta: number, x: number): number | null {
  const logBeta = Math.log(beta)
  let u = -0.5 / x
  let low = u
  let high = Number.POSITIVE_INFINITY
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const s = 1 / Math.sqrt(u)
    const h = x / s
    const t = 0.5 * s
    const curve = h * h - t * t
    const ratio = valueOverSlope(h, t)
    const excess = Math.log(ratio / SQRT_TWO_PI) - 0.5 * (h * h + t * t) - logBeta
    if (excess > 0) low = u
    else high = u
    const move = halley((2 * excess * ratio * u) / s, -(3 + curve - s / ratio) / (2 * u))
    const proposed = u + move
    if (Math.abs(move) <= LAST_STEP * u) return 1 / Math.sqrt(proposed)
    if (proposed > low && proposed < high) u = proposed
    else u = high === Number.POSITIVE_INFINITY ? 4 * u : 0.5 * (low + high)
  }
  return null
}

/** From the inflection on: b itself, or ln(top − b) where b comes close to its ceiling. */
function solveUpper(beta: number, x: number, start: number): number | null {
  const top = Math.exp(0.5 * x)
  const nearTop = beta > 0.5 * top
  let s = start
  let low = start
  let high = MAX_TOTAL_VOL
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const h = x / s
    const t = 0.5 * s
    const slope = Math.exp(-0.5 * (h * h + t * t)) / SQRT_TWO_PI
    const left = top - valueOverSlope(h, t) * slope
    const missing = left - (top - beta)
    if (nearTop && Math.abs(missing) <= 4 * Number.EPSILON * top) return s
    if (missing > 0) low = s
    else high = s
    const bend = (h * h - t * t) / s
    const move = nearTop
      ? halley((left / slope) * Math.log(left / (top - beta)), bend + slope / left)
      : halley(missing / slope, bend)
    const proposed = s + move
    if (Math.abs(move) <= LAST_STEP * s) return proposed
    s = proposed > low && proposed < high ? proposed : 0.5 * (low + high)
  }
  return null
}
