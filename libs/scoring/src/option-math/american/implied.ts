import type { AmericanContract, PricingModel } from '../contract.ts'
import {
  impliedEuropeanVolatility,
  isPriceToInvert,
  type NoVolatilityReason,
  type PriceToInvert,
} from '../implied-volatility.ts'
import { priceBy, valueOneDividend } from './american.ts'
import { chooseMethod, type MethodChoice } from './american-method.ts'
import { exerciseHorizons, type Horizon } from './implied-horizons.ts'
import { closestYardstick, type Yardstick, yardstickVega, yardstickVol } from './implied-yardstick.ts'

export type AmericanPriceToInvert = PriceToInvert & Pick<AmericanContract, 'dividendModel'>

/**
 * Why a price has no volatility that an American option could have: under what exercise pays today, under what the best
 * fixed day of exercise pays (`below_lower_bound`), or exactly that much: with exercise today best, every volatility up
 * to some height gives the price (`not_unique`), else only none at all (`no_time_value`).
 */
export type NoAmericanVolatilityReason = NoVolatilityReason | 'below_intrinsic' | 'not_unique' | 'not_converged'

export type AmericanImpliedVolatility =
  | { readonly vol: number; readonly model: PricingModel }
  | { readonly vol: null; readonly model: PricingModel; readonly reason: NoAmericanVolatilityReason }

/** Rounding of a price in the money against its bounds, in units of the larger of stock and strike. */
const BOUND_NOISE = 1e-13
/** The same of a price off the grid that is certain to be exercised. */
const GRID_NOISE = 1e-7
const MAX_STEPS = 60
/** A Newton step this small (relative) leaves an error a hundred times smaller than a quote can tell. */
const LAST_NEWTON_STEP = 3e-4
/** The first step of a secant only guesses the slope. */
const LAST_GUESSED_STEP = 1e-6
const LAST_SECANT_STEP = 1e-4
/**
 * The price before the last step is this close to the quote, in units of the larger of stock and strike: then the one
 * after it is right to 1e-6 of them (off the grid, as smooth as that is: 1e-5), whatever the slope was taken from.
 */
const LAST_MISS = 2e-5
/** Total volatilities past which every price is at its ceiling, and under which it is what no volatility gives. */
const MAX_TOTAL_VOL = 40
const MIN_TOTAL_VOL = 1e-6

/**
 * Volatility at which an American option is worth `price`. Where early exercise is never worth it, the European inversion.
 * Otherwise the price is read as the volatility of a yardstick, the European option (of all fixed days of exercise) that
 * comes closest, and the root is sought there: the yardstick's volatility at the American price of volatility v is
 * almost v itself, so that Newton's step (one dividend, where vega comes with the price) or a secant settles in one to
 * three prices. The steps stay inside a bracket, and the last one starts from a price that is the quote but for
 * `LAST_MISS`. Dividends and `model` as `priceAmerican`. A time value of `minTimeValue` dollars or less (by default its
 * rounding) carries no volatility.
 *
 * Units: dollars per share, years, decimals. Never throws: what cannot be inverted is `vol: null` with a reason. A price
 * above all that the formula reaches is `above_upper_bound` (the grid: at a total volatility of 6, a put over 99% of the
 * strike).
 * Verified on golden/american_iv.csv, american_yield.csv and edges.json in `implied.test.ts`, where every price of a
 * wide range of contracts is found again.
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
  // Dividends with a yield make a day between the horizons the best one: the floor is then the price itself.
  const floor = priceBy(choice, { ...quote, vol: 0 })
  return { vol: null, model, reason: reasonAtFloor(price, { ...bounds, floor }) ?? found }
}

/** What exercise pays today and on the best fixed day without volatility, and how close to that a price is at it. */
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

/** Why a price that is not above the floor has no volatility; null if it is. */
function reasonAtFloor(
  price: number,
  { intrinsic, floor, noise, margin }: LowerBounds,
): NoAmericanVolatilityReason | null {
  if (price < floor - margin) return 'below_lower_bound'
  if (price > floor + margin) return null
  return intrinsic > 0 && floor <= intrinsic + noise ? 'not_unique' : 'no_time_value'
}

/** No option is worth more than what it pays for: the stock, or the strike, today or at expiration. */
function ceilingOf({ type, spot, strike, years, rate, dividendYield = 0 }: AmericanPriceToInvert): number {
  return type === 'call'
    ? spot * Math.max(1, Math.exp(-dividendYield * years))
    : strike * Math.max(1, Math.exp(-rate * years))
}

type Trial = { -readonly [K in keyof AmericanContract]: AmericanContract[K] }

/**
 * The volatility at which the yardstick reads its target, or why there is none; the search writes its trials into
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

/** At a bound of the yardstick, volatility 0 or infinite, there is no slope to go by. */
function hasSlope(seen: number): boolean {
  return seen > 0 && seen < Number.POSITIVE_INFINITY
}
