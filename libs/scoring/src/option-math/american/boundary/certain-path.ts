import type { GreekValues } from '../../contract.ts'
import { computeEuropeanGreeks } from '../../european.ts'
import type { YieldContract } from './unit-put.ts'

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
