import type { AmericanContract, PricingModel } from '../contract.ts'
import {
  impliedEuropeanVolatility,
  isPriceToInvert,
  type NoVolatilityReason,
  type PriceToInvert,
} from '../implied-volatility.ts'
import { priceBy, valueOneDividend } from './american.ts'
import { chooseMethod, type MethodChoice } from './american-contract.ts'
import {
  closestYardstick,
  exerciseHorizons,
  type Horizon,
  type Yardstick,
  yardstickVega,
  yardstickVol,
} from './implied-start.ts'

export type AmericanPriceToInvert = PriceToInvert & Pick<AmericanContract, 'dividendModel'>

/**
 * Why a price implies no American volatility: it is below the value of exercise today (`below_intrinsic`), below that
 * of exercise on the best fixed day (`below_lower_bound`), or equal to it. In the last case, if exercise today is best,
 * all low volatilities give the same price (`not_unique`), else only a volatility of 0 does (`no_time_value`).
 */
export type NoAmericanVolatilityReason = NoVolatilityReason | 'below_intrinsic' | 'not_unique' | 'not_converged'

export type AmericanImpliedVolatility =
  | { readonly vol: number; readonly model: PricingModel }
  | { readonly vol: null; readonly model: PricingModel; readonly reason: NoAmericanVolatilityReason }

/**
 * Tolerance for rounding when an in-the-money price is compared with its bounds, as a fraction of the larger of stock
 * and strike.
 */
const BOUND_NOISE = 1e-13
/** Tolerance for the grid price of an option that is certain to be exercised. */
const GRID_NOISE = 1e-7
const MAX_STEPS = 60
/** After a Newton step this small (relative), the error is a hundred times below the resolution of a quote. */
const LAST_NEWTON_STEP = 3e-4
/** Stricter limit for the first secant step, which only guesses the slope. */
const LAST_GUESSED_STEP = 1e-6
const LAST_SECANT_STEP = 1e-4
/**
 * How close the price must be to the quote before the last step, as a fraction of the larger of stock and strike.
 * After that step, the price is right to 1e-6 (on the grid, to 1e-5), whatever slope was used.
 */
const LAST_MISS = 2e-5
/**
 * Above this total volatility, every price is at its ceiling; below the minimum, every price equals that without
 * volatility.
 */
const MAX_TOTAL_VOL = 40
const MIN_TOTAL_VOL = 1e-6

/**
 * Volatility at which an American option is worth `price`. If early exercise never pays, uses the European inversion.
 * Otherwise the search runs on the volatility of a yardstick, the closest European option over all fixed days of
 * exercise: the yardstick's volatility at the American price for volatility v is almost v, so Newton's method (one
 * dividend, where vega comes with the price) or a secant converges within one to three prices. The steps stay inside a
 * bracket, and the last one starts from a price within `LAST_MISS` of the quote. Dividends and `model` work as in
 * `priceAmerican`. A time value of `minTimeValue` dollars or less (default: its rounding error) implies no volatility.
 *
 * Units: dollars per share, years, decimals. Never throws: a price without a volatility gives `vol: null` with a reason. A
 * price above the range of the formula is `above_upper_bound` (on the grid, at a total volatility of 6: a put over 99% of
 * the strike).
 * Verified against golden/american_iv.csv, american_yield.csv and edges.json in `implied.test.ts`, which also inverts
 * prices of a wide range of contracts.
 */
export function impliedAmericanVolatility(quote: AmericanPriceToInvert, minTimeValue = 0): AmericanImpliedVolatility {
  if (!isPriceToInvert(quote)) return { vol: null, model: 'bsm', reason: 'invalid' }
  const { type, price, spot, strike, years } = quote
  const choice = chooseMethod(quote)
  const { model } = choice
  if (years <= 0) return { vol: null, model, reason: 'expired' }
  const sign = type === 'call' ? 1 : -1
  const horizons = exerciseHorizons(quote)
  const bounds = boundsOf(
    quote,
    sign,
    horizons,
    choice.method === 'american_grid' ? GRID_NOISE : BOUND_NOISE,
    minTimeValue,
  )
  if (bounds.intrinsic > 0 && price < bounds.intrinsic - bounds.margin) {
    return { vol: null, model, reason: 'below_intrinsic' }
  }
  const reason = reasonAtFloor(price, bounds)
  if (reason !== null) return { vol: null, model, reason }
  if (price >= ceilingOf(quote) * (1 - BOUND_NOISE)) return { vol: null, model, reason: 'above_upper_bound' }
  if (choice.method === 'bsm') return impliedEuropeanVolatility(quote)
  const yardstick =
    closestYardstick(sign, price, horizons) ?? closestYardstick(sign, price, [{ years, stock: spot, strike }])
  if (yardstick === null) return { vol: null, model, reason: 'not_converged' }
  const found = solveAlong(yardstick, choice, { ...quote, vol: yardstick.target }, price)
  if (typeof found === 'number') return { vol: found, model }
  if (found === 'above_upper_bound') return { vol: null, model, reason: found }
  // With dividends and a yield, the best day may be between the horizons, so the floor is the price at zero volatility.
  const floor = priceBy(choice, { ...quote, vol: 0 })
  return { vol: null, model, reason: reasonAtFloor(price, { ...bounds, floor }) ?? found }
}

/** Value of exercise today and on the best fixed day without volatility, with the tolerance for a price at that bound. */
interface LowerBounds {
  readonly intrinsic: number
  readonly floor: number
  readonly noise: number
  readonly margin: number
}

function boundsOf(
  { spot, strike }: AmericanPriceToInvert,
  sign: 1 | -1,
  horizons: readonly Horizon[],
  relativeNoise: number,
  minTimeValue: number,
): LowerBounds {
  const intrinsic = Math.max(0, sign * (spot - strike))
  let floor = intrinsic
  for (const { stock, strike: strikeLeg } of horizons) floor = Math.max(floor, sign * (stock - strikeLeg))
  const noise = floor > 0 ? relativeNoise * Math.max(spot, strike) : 0
  return { intrinsic, floor, noise, margin: Math.max(minTimeValue, noise) }
}

/** Why a price at or below the floor has no volatility; null if the price is above the floor. */
function reasonAtFloor(
  price: number,
  { intrinsic, floor, noise, margin }: LowerBounds,
): NoAmericanVolatilityReason | null {
  if (price < floor - margin) return 'below_lower_bound'
  if (price > floor + margin) return null
  return intrinsic > 0 && floor <= intrinsic + noise ? 'not_unique' : 'no_time_value'
}

/** Upper bound of a price: the stock for a call, the strike for a put, today or at expiration. */
function ceilingOf({ type, spot, strike, years, rate, dividendYield = 0 }: AmericanPriceToInvert): number {
  return type === 'call'
    ? spot * Math.max(1, Math.exp(-dividendYield * years))
    : strike * Math.max(1, Math.exp(-rate * years))
}

type Trial = { -readonly [K in keyof AmericanContract]: AmericanContract[K] }

/**
 * Volatility at which the yardstick reaches its target, or the reason that there is none. The search writes its trials to
 * `trial.vol`.
 */
function solveAlong(
  yardstick: Yardstick,
  choice: MethodChoice,
  trial: Trial,
  quoted: number,
): number | 'above_upper_bound' | 'not_converged' {
  const { target, rootYears } = yardstick
  const lastMiss = LAST_MISS * Math.max(trial.spot, trial.strike)
  let low = 0
  let high = Number.POSITIVE_INFINITY
  let lastVol = 0
  let lastSeen = 0
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const { vol } = trial
    const valued = valueOneDividend(choice, trial)
    const price = valued?.price ?? priceBy(choice, trial)
    const seen = yardstickVol(yardstick, price)
    if (seen === target) return vol
    if (seen > target) high = vol
    else low = vol
    if (low * rootYears > MAX_TOTAL_VOL) return 'above_upper_bound'
    if (high * rootYears < MIN_TOTAL_VOL) return 'not_converged'
    let slope = 1
    let lastStep = LAST_GUESSED_STEP
    if (valued !== null) {
      slope = valued.vega / yardstickVega(yardstick, seen)
      lastStep = LAST_NEWTON_STEP
    } else if (hasSlope(lastSeen)) {
      slope = (seen - lastSeen) / (vol - lastVol)
      lastStep = LAST_SECANT_STEP
    }
    const proposed = hasSlope(seen) ? vol + (target - seen) / slope : Number.NaN
    const isClose = Math.abs(proposed - vol) <= lastStep * vol && Math.abs(price - quoted) <= lastMiss
    if (isClose) return proposed
    lastVol = vol
    lastSeen = seen
    if (proposed > low && proposed < high) trial.vol = proposed
    else trial.vol = high === Number.POSITIVE_INFINITY ? 2 * vol : 0.5 * (low + high)
    if (trial.vol === vol) return 'not_converged'
  }
  return 'not_converged'
}

/** False where the yardstick is at a bound (volatility 0 or infinite) and has no usable slope. */
function hasSlope(seen: number): boolean {
  return seen > 0 && seen < Number.POSITIVE_INFINITY
}
