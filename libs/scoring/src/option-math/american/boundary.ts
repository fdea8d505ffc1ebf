import { type GreekValues, type PricedContract, requirePricedContract } from '../contract.ts'
import { computeEuropeanGreeks, priceEuropean } from '../european.ts'
import {
  countBoundaries,
  exerciseValue,
  isNearRateKink,
  slopeByRate,
  toUnitPut,
  type YieldContract,
} from './american-contract.ts'
import { computePremium, GREEKS_RULE, isExercised, PRICE_RULE, type SolvedPut } from './boundary-curve.ts'
import { solveExerciseBoundary } from './exercise-boundary.ts'

/**
 * Price of an American option without volatility: the stock follows S·e^((r−q)t), so the holder chooses the time t from 0 to
 * T that maximizes w·(S·e^(−qt) − K·e^(−rt)), w = 1 for a call and −1 for a put, or never exercises.
 * Units and domain: `contract.ts`, years > 0, any rate and yield. Verified by hand-worked cases in `boundary-curve.test.ts`.
 */
export function priceOnCertainPath(contract: YieldContract): number {
  return Math.max(0, valueAt(contract, bestYears(contract)))
}

/**
 * Derivatives of `priceOnCertainPath`: those of immediate exercise (delta ±1); those of the European option, if held to
 * expiration; or those of exercise in between, at a share price that does not depend on the time (theta 0).
 * Gamma and vega are 0. Same units, domain and verification as `priceOnCertainPath`.
 */
export function computeGreeksOnCertainPath(contract: YieldContract): GreekValues {
  const years = bestYears(contract)
  if (years === 0) {
    const delta = contract.type === 'put' ? -1 : 1
    return { price: valueAt(contract, 0), delta, gamma: 0, theta: 0, vega: 0, rho: 0 }
  }
  const { price, delta, theta, rho } = computeEuropeanGreeks({ ...contract, vol: 0, years })
  return { price, delta, gamma: 0, theta: years === contract.years ? theta : 0, vega: 0, rho }
}

/** The time at which exercise is worth most; the whole term if exercise never pays. */
function bestYears(contract: YieldContract): number {
  const { spot, strike, years, rate, dividendYield } = contract
  // Where r·K·e^(−rt) = q·S·e^(−qt) the value is stationary; NaN if it never is.
  const still = Math.log((rate * strike) / (dividendYield * spot)) / (rate - dividendYield)
  let best = years
  let most = Math.max(0, valueAt(contract, years))
  for (const time of [0, still]) {
    const value = time >= 0 && time < years ? valueAt(contract, time) : 0
    if (value > 0 && value >= most) {
      best = time
      most = value
    }
  }
  return best
}

function valueAt({ type, spot, strike, rate, dividendYield }: YieldContract, time: number): number {
  const sign = type === 'put' ? -1 : 1
  return sign * (spot * Math.exp(-dividendYield * time) - strike * Math.exp(-rate * time))
}

/*
 * American options under a continuous dividend yield, by their exercise boundary.
 *
 * The holder of an American put may exercise for K − S on any day. While the stock is high, that would give up time value;
 * once it has fallen far enough, the interest earned on K is worth more than the remaining optionality. In between is a
 * price B(τ), the exercise boundary, that depends only on the remaining time τ: exercise at or below it, hold above it. An
 * instant before expiration it is K (or K·r/q, if the lost dividends outweigh the interest until the stock is that low);
 * with more time left it is lower.
 *
 * The boundary determines the price. A holder who exercises below B has K in the bank and no stock. Compared with a European
 * holder, who waits, that earns r·K and gives up q·S a year, for as long as the stock stays below the boundary (if it rises
 * above, stock and option can be bought back at no loss, since both are worth the same there). Therefore
 *   American = European + ∫ over the term of (r·K − q·S), discounted and expected over the prices under the boundary
 * (Kim 1990; Jacka 1991; Carr, Jarrow and Myneni 1992). The second term is the early exercise premium.
 *
 * In the formulas, τ is the remaining time, u a later remaining time and w = τ − u the time until then. The unit put has
 * strike 1, so S, B and the European put p are in units of the strike. N(x) is the probability that a standard normal number
 * is below x (`normalCdf`), φ(x) its density (`normalPdf`), and
 *   d₊ = (ln(S/X) + (r − q + σ²/2)·w)/(σ√w),  d₋ = d₊ − σ√w
 * for a share at S and a price X after the time w: N(−d₋) is the probability that the share is then below X.
 *
 * Reading order:
 *   boundary.ts           price and Greeks, the cases with nothing to solve, and the certain path without volatility
 *   american-contract.ts  which options are ever exercised early; converts contracts to puts with strike 1
 *   boundary-curve.ts     the boundary as a curve through 8 Chebyshev points, the rule for the integrals over it
 *                         (gauss-legendre.ts), and the integral above with its slope and curvature
 *   exercise-boundary.ts  a first guess of the 8 points, and Newton's iteration to them
 */

/** Below this vol·√T, the path is treated as certain: prices change by less than this fraction of the strike. */
const CERTAIN_TOTAL_VOL = 1e-8
/** Early exercise is ignored if it earns at most this fraction of the strike. */
const NO_GAIN = 1e-13
/**
 * Step sizes for the differences in volatility (relative) and in rate: a hundredth of the volatility, a basis point.
 * Only the premium is differenced, and it curves on the scale of the volatility and of vol/√T: the step causes a
 * relative error near 1e-4, and noise of 1e-9 K in the price becomes less than 1e-5 K per unit.
 */
const VOL_STEP = 0.01
const RATE_STEP = 1e-4
const RATE_STEP_IN_DEVIATIONS = 0.02

/**
 * Price per share of an American call or put with a continuous dividend yield; ignores `dividends`. Equal to
 * `priceEuropean` if early exercise never pays, exactly intrinsic in the exercise region, and the payoff at
 * expiration. Without volatility, it is the value on the best day of a known path. Suitable for implied volatility
 * searches that start at 0: a higher volatility never lowers the price by more than the numerical noise, 1e-8 of the
 * strike. Units: `contract.ts`. Domain: any rate and yield with at most one boundary. Throws RangeError if there are
 * two (`countBoundaries`), and on any contract that `requirePricedContract` rejects. Source: Andersen, Lake and
 * Offengenden, High-performance American option pricing, Journal of Computational Finance 20 (2016); Kim, The
 * analytic valuation of American options, Review of Financial Studies 3 (1990). Verified in `boundary.test.ts`:
 * golden/american_yield.csv within 4e-7 K, published and independent figures within 4e-7 K. In
 * `exercise-boundary.test.ts`, it agrees with the grid within 6e-5 of the larger of strike and share (the grid's own
 * worst error) for rates and yields under 10% and total volatilities 0.05-1.
 */
export function priceByBoundary(contract: PricedContract): number {
  requirePricedContract(contract)
  const terms = withoutCash(contract)
  if (isEuropean(terms)) return priceEuropean(terms)
  if (isCertain(terms)) return priceOnCertainPath(terms)
  const option = solveOption(terms)
  if (option === null) return exerciseValue(terms)
  const premium = option.unit * computePremium(option, PRICE_RULE).value
  return Math.max(exerciseValue(terms), priceEuropean({ ...terms, years: option.put.years }) + premium)
}

/**
 * Price and the five Greeks in natural units; same domain, errors and degenerate cases as `priceByBoundary`. In the
 * exercise region delta is ±1 and the others are 0. Delta and gamma are the integral differentiated under its sign;
 * theta follows from the pricing equation, theta = r·V − (r − q)·S·delta − ½σ²S²·gamma; vega and rho are the European
 * ones plus central differences of the premium.
 * Verified in `boundary.test.ts` on golden/american_yield.csv and by differences of `priceByBoundary`.
 */
export function computeGreeksByBoundary(contract: PricedContract): GreekValues {
  requirePricedContract(contract)
  const terms = withoutCash(contract)
  const european = computeEuropeanGreeks(terms)
  if (terms.years <= 0) return european
  if (isCertain(terms)) return computeGreeksOnCertainPath(terms)
  const option = isEuropean(terms) ? european : computeHeld(terms)
  if (option === null) {
    const delta = terms.type === 'put' ? -1 : 1
    return { price: exerciseValue(terms), delta, gamma: 0, theta: 0, vega: 0, rho: 0 }
  }
  const { price, delta, gamma, theta } = option
  const vega = european.vega + premiumPerVol(terms)
  const rho = european.rho + premiumPerRate(terms)
  return { price, delta, gamma, theta, vega, rho }
}

/** Price, delta, gamma and theta outside the exercise region; null inside. */
function computeHeld(terms: YieldContract): Omit<GreekValues, 'vega' | 'rho'> | null {
  const option = solveOption(terms)
  if (option === null) return null
  const { put, unit, moneyness } = option
  const { value } = computePremium(option, PRICE_RULE)
  const { slope, curvature } = computePremium(option, GREEKS_RULE)
  const european = computeEuropeanGreeks({ ...terms, years: put.years })
  const price = Math.max(exerciseValue(terms), european.price + unit * value)
  // The premium of a put is K·f(S/K), of a call S·f(K/S).
  const isPut = terms.type === 'put'
  const delta = european.delta + (isPut ? slope : value - moneyness * slope)
  const gamma = european.gamma + (curvature / unit) * (isPut ? 1 : moneyness * moneyness)
  const { spot, rate, dividendYield, vol } = terms
  const theta = rate * price - (rate - dividendYield) * spot * delta - 0.5 * (vol * spot) ** 2 * gamma
  return { price, delta, gamma, theta }
}

/** Converts the contract to a unit put with its exercise boundary; null if it is exercised at once. */
function solveOption(terms: YieldContract): SolvedPut | null {
  const scaled = toUnitPut(terms)
  const boundary = solveExerciseBoundary(scaled.put)
  return isExercised(boundary, scaled.moneyness) ? null : { ...scaled, boundary }
}

function withoutCash({ type, spot, strike, years, rate, dividendYield = 0, vol }: PricedContract): YieldContract {
  return { type, spot, strike, years, rate, dividendYield, vol }
}

/** True if early exercise earns nothing, or a negligible amount for a put, which earns at most r·K and −q·S a year. */
function isEuropean({ type, years, rate, dividendYield }: YieldContract): boolean {
  if (years <= 0 || countBoundaries(type, rate, dividendYield) === 0) return true
  const earned = type === 'put' ? rate - Math.min(0, dividendYield) : dividendYield - Math.min(0, rate)
  return earned * years < NO_GAIN
}

function isCertain({ vol, years }: YieldContract): boolean {
  return vol * Math.sqrt(years) < CERTAIN_TOTAL_VOL
}

function premiumPerVol(terms: YieldContract): number {
  const step = VOL_STEP * terms.vol
  const above = earlyExercisePremium({ ...terms, vol: terms.vol + step })
  const below = earlyExercisePremium({ ...terms, vol: terms.vol - step })
  return (above - below) / (2 * step)
}

/**
 * Derivative of the premium with respect to the rate: one-sided if the other side has two boundaries, `slopeByRate`
 * around a kink.
 */
function premiumPerRate(terms: YieldContract): number {
  const { type, rate, dividendYield, vol, years } = terms
  const step = Math.min(RATE_STEP, (RATE_STEP_IN_DEVIATIONS * vol) / Math.sqrt(years))
  if (isNearRateKink(rate, dividendYield)) {
    return slopeByRate((at) => earlyExercisePremium({ ...terms, rate: at }), rate, step)
  }
  const low = countBoundaries(type, rate - step, dividendYield) === 2 ? rate : rate - step
  const high = countBoundaries(type, rate + step, dividendYield) === 2 ? rate : rate + step
  return (earlyExercisePremium({ ...terms, rate: high }) - earlyExercisePremium({ ...terms, rate: low })) / (high - low)
}

function earlyExercisePremium(terms: YieldContract): number {
  return priceByBoundary(terms) - priceEuropean(terms)
}
