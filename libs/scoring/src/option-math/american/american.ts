import { type AmericanContract, type GreekValues, type PricingModel, requirePricedContract } from '../contract.ts'
import { computeEuropeanDelta, computeEuropeanGreeks, type NaturalGreeks, priceEuropean } from '../european.ts'
import { chooseMethod, type MethodChoice } from './american-method.ts'
import { computeGreeksByBoundary, priceByBoundary } from './boundary/boundary.ts'
import { computeGreeksOnGrid, priceOnGrid } from './grid/grid.ts'
import { computeOneDividendCall } from './one-dividend/one-dividend.ts'

/** The smallest step of a quoted rate. */
const BASIS_POINT = 1e-4

/** A price per share and the formula it comes from. */
export interface AmericanPrice {
  readonly price: number
  readonly model: PricingModel
}

/**
 * Price per share of an option that may be exercised on any day, by the cheapest exact formula (`chooseMethod`), which
 * `model` names. Cash dividends drop the price on the ex-date unless `dividendModel` is `escrowed`; exercise is
 * possible up to the instant before the drop. At expiration the payoff. Throws RangeError on a spot or strike that is
 * not positive, a negative volatility or dividend, or anything not finite. Verified on golden/american_*.csv and
 * edges.json in `american.test.ts`.
 */
export function priceAmerican(contract: AmericanContract): AmericanPrice {
  requirePricedContract(contract)
  const choice = chooseMethod(contract)
  return { price: priceBy(choice, contract), model: choice.model }
}

/**
 * Price and the five Greeks in natural units. Formula, guards and degenerate cases as `priceAmerican`.
 *
 * Rho of `bsm` within a basis point of rate 0: on one side of 0 early exercise begins to pay (a put above it, a call
 * without a yield below it), and within less than a basis point the price takes another slope. The European rho would
 * hold at that one rate only, so it is the one of `computeGreeksByBoundary`, a difference over a basis point each way.
 * Verified in `american.test.ts` by differences of the boundary price, and on golden/american_yield.csv.
 */
export function computeAmericanGreeks(contract: AmericanContract): NaturalGreeks {
  requirePricedContract(contract)
  const choice = chooseMethod(contract)
  return { ...greeksBy(choice, contract), model: choice.model }
}

/**
 * Delta alone, at the least cost, for the search through a chain that needs nothing else. As `computeAmericanGreeks`.
 */
export function computeAmericanDelta(contract: AmericanContract): number {
  requirePricedContract(contract)
  const choice = chooseMethod(contract)
  return choice.method === 'bsm' ? computeEuropeanDelta(contract) : greeksBy(choice, contract).delta
}

/** The price by a formula already chosen, of a contract already checked. */
export function priceBy({ method, dividend }: MethodChoice, contract: AmericanContract): number {
  if (dividend !== null) return computeOneDividendCall(contract, dividend, contract.dividendModel === 'escrowed').price
  if (method === 'bsm') return priceEuropean(contract)
  return method === 'american_boundary' ? priceByBoundary(contract) : priceOnGrid(contract)
}

function greeksBy({ method, dividend }: MethodChoice, contract: AmericanContract): GreekValues {
  if (dividend !== null) return computeOneDividendCall(contract, dividend, contract.dividendModel === 'escrowed')
  if (method === 'bsm') return closedFormGreeks(contract)
  return method === 'american_boundary' ? computeGreeksByBoundary(contract) : computeGreeksOnGrid(contract)
}

function closedFormGreeks(contract: AmericanContract): GreekValues {
  const european = computeEuropeanGreeks(contract)
  const { years, rate, vol } = contract
  if (years <= 0 || vol === 0 || Math.abs(rate) > BASIS_POINT) return european
  return { ...european, rho: computeGreeksByBoundary(contract).rho }
}
