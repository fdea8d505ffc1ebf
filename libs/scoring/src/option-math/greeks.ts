import { DAYS_PER_YEAR } from '../calendar/iso-date.ts'
import { computeAmericanGreeks } from './american/american.ts'
import type { AmericanContract, PricingModel } from './contract.ts'
import type { NaturalGreeks } from './european.ts'

/** Greeks in screen units (D13): theta per calendar day, vega per volatility point, rho per rate point. */
export interface Greeks {
  readonly price: number
  readonly delta: number
  readonly gamma: number
  readonly thetaPerDay: number
  readonly vegaPerPoint: number
  readonly rhoPerPoint: number
  readonly model: PricingModel
}

/**
 * Price and Greeks of an American option in the units of D13: theta / 365, vega / 100, rho / 100. Same formula, domain
 * and errors as `computeAmericanGreeks`. Verified in `european.test.ts`.
 */
export function computeGreeks(contract: AmericanContract): Greeks {
  return toScreenUnits(computeAmericanGreeks(contract))
}

/**
 * Converts natural Greeks to screen units (D13): per calendar day, volatility point and rate point. Verified in
 * `european.test.ts`.
 */
export function toScreenUnits({ price, delta, gamma, theta, vega, rho, model }: NaturalGreeks): Greeks {
  return {
    price,
    delta,
    gamma,
    thetaPerDay: theta / DAYS_PER_YEAR,
    vegaPerPoint: vega / 100,
    rhoPerPoint: rho / 100,
    model,
  }
}
