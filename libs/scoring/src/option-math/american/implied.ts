import type { AmericanContract, PricingModel } from '../contract.ts'
import {
  impliedEuropeanVolatility,
  isPriceToInvert,
  type NoVolatilityReason,
  type PriceToInvert,
} from '../implied-volatility.ts'
import { priceBy } from './american.ts'
import { chooseMethod, type MethodChoice } from './american-method.ts'
import { exerciseHorizons } from './implied-horizons.ts'
import { closestYardstick, type Yardstick, yardstickVega, yardstickVol } from './implied-yardstick.ts'
import { computeOneDividendCall } from './one-dividend/one-dividend.ts'

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
const MAX_STEPS = 60
/** A Newton step this small (relative) leaves an error a hundred times smaller than a quote can tell. */
const LAST_NEWTON_STEP = 3e-4
/** The first step of a secant only guesses the slope. */
const LAST_GUESSED_STEP = 1e-6
const LAST_SECANT_STEP = 1e-4
/** Total volatility past which every price is at its ceiling. */
const MAX_TOTAL_VOL = 40

/**
 * Volatility at which an American option is worth `price`. Where early exercise is never worth it, the European inversion.
 * Otherwise the price is read as the volatility of a yardstick, the European option (of all fixed days of exercise) that
 * comes closest, and the root is sought there: the yardstick's volatility at the American price of volatility v is
 * almost v itself, so that Newton's step (one dividend, where vega comes with the price) or a secant settles in one to
 * three prices. The steps stay inside a bracket. Dividends and `model` as `priceAmerican`. A time value of `minTimeValue`
 * dollars or less (by default its rounding) carries no volatility.
 *
 * Units: dollars per share, years, decimals. Never throws: what cannot be inverted is `vol: null` with a reason.
 * Verified on golden/american_iv.csv, american_yield.csv and edges.json in `implied.test.ts`.
 */
export function impliedAmericanVolatility(quote: AmericanPriceToInvert, minTimeValue = 0): AmericanImpliedVolatility {
  if (!isPriceToInvert(quote)) return { vol: null, model: 'bsm', reason: 'invalid' }
  const { type, price, spot, strike, years } = quote
  const choice = chooseMethod(quote)
  const { model } = choice
  if (years <= 0) return { vol: null, model, reason: 'expired' }
  const sign = type === 'call' ? 1 : -1
  const intrinsic = Math.max(0, sign * (spot - strike))
  const horizons = exerciseHorizons(quote)
  let floor = intrinsic
  for (const { stock, strike: strikeLeg } of horizons) floor = Math.max(floor, sign * (stock - strikeLeg))
  const noise = floor > 0 ? BOUND_NOISE * Math.max(spot, strike) : 0
  const margin = Math.max(minTimeValue, noise)
  if (intrinsic > 0 && price < intrinsic - margin) return { vol: null, model, reason: 'below_intrinsic' }
  if (price < floor - margin) return { vol: null, model, reason: 'below_lower_bound' }
  if (price <= floor + margin) {
    return { vol: null, model, reason: intrinsic > 0 && floor <= intrinsic + noise ? 'not_unique' : 'no_time_value' }
  }
  if (price >= ceilingOf(quote) * (1 - BOUND_NOISE)) return { vol: null, model, reason: 'above_upper_bound' }
  if (choice.method === 'bsm') return impliedEuropeanVolatility(quote)
  const yardstick =
    closestYardstick(sign, price, horizons) ?? closestYardstick(sign, price, [{ years, stock: spot, strike }])
  const vol = yardstick === null ? null : solveAlong(yardstick, choice, { ...quote, vol: yardstick.target })
  return vol === null ? { vol, model, reason: 'not_converged' } : { vol, model }
}

/** No option is worth more than what it pays for: the stock, or the strike, today or at expiration. */
function ceilingOf({ type, spot, strike, years, rate, dividendYield = 0 }: AmericanPriceToInvert): number {
  return type === 'call'
    ? spot * Math.max(1, Math.exp(-dividendYield * years))
    : strike * Math.max(1, Math.exp(-rate * years))
}

type Trial = { -readonly [K in keyof AmericanContract]: AmericanContract[K] }

/** The volatility at which the yardstick reads its target; the search writes its trials into `trial.vol`. */
function solveAlong(yardstick: Yardstick, choice: MethodChoice, trial: Trial): number | null {
  const { target, rootYears } = yardstick
  const isEscrowed = trial.dividendModel === 'escrowed'
  let low = 0
  let high = Number.POSITIVE_INFINITY
  let lastVol = 0
  let lastSeen = 0
  for (let step = 0; step < MAX_STEPS && low * rootYears < MAX_TOTAL_VOL; step += 1) {
    const { vol } = trial
    const valued = choice.dividend === null ? null : computeOneDividendCall(trial, choice.dividend, isEscrowed)
    const seen = yardstickVol(yardstick, valued?.price ?? priceBy(choice, trial))
    if (seen === target) return vol
    if (seen > target) high = vol
    else low = vol
    let slope = 1
    let lastStep = LAST_GUESSED_STEP
    if (valued !== null) {
      slope = valued.vega / yardstickVega(yardstick, seen)
      lastStep = LAST_NEWTON_STEP
    } else if (step > 0) {
      slope = (seen - lastSeen) / (vol - lastVol)
      lastStep = LAST_SECANT_STEP
    }
    // At a bound of the yardstick there is no slope to go by.
    if (seen === 0 || seen === Number.POSITIVE_INFINITY) slope = Number.NaN
    const proposed = vol + (target - seen) / slope
    if (Math.abs(proposed - vol) <= lastStep * vol) return proposed
    lastVol = vol
    lastSeen = seen
    if (proposed > low && proposed < high) trial.vol = proposed
    else trial.vol = high === Number.POSITIVE_INFINITY ? 2 * vol : 0.5 * (low + high)
    if (trial.vol === vol) return null
  }
  return null
}
