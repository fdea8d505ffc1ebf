import { type AmericanContract, type GreekValues, type PricingModel, requirePricedContract } from '../contract.ts'
import { computeEuropeanDelta, computeEuropeanGreeks, type NaturalGreeks, priceEuropean } from '../european.ts'
import { chooseMethod, type MethodChoice } from './american-method.ts'
import { computeGreeksByBoundary, priceByBoundary } from './boundary/boundary.ts'
import { computeGreeksOnGrid, priceOnGrid } from './grid/grid.ts'
import { computeOneDividendCall } from './one-dividend/one-dividend.ts'

/** A price per share and the formula it comes from. */
export interface AmericanPrice {
  readonly price: number
  readonly model: PricingModel
}

/**
 * Price per share of an option that may be exercised on any day, by the cheapest exact formula (`chooseMethod`), which
 * `model` names. Cash dividends drop the price on the ex-date unless `dividendModel` is `escrowed`; exercise is possible
 * up to the instant before the drop. At expiration the payoff. Throws RangeError on a spot or strike that is not
 * positive, a negative volatility or dividend, or anything not finite. Verified on golden/american_*.csv and edges.json
 * in `american.test.ts`.
 */
export function priceAmerican(contract: AmericanContract): AmericanPrice {
  requirePricedContract(contract)
  const choice = chooseMethod(contract)
  return { price: priceBy(choice, contract), model: choice.model }
}

/** Price and the five Greeks in natural units. Formula, guards and degenerate cases as `priceAmerican`. */
export function computeAmericanGreeks(contract: AmericanContract): NaturalGreeks {
  requirePricedContract(contract)
  const choice = chooseMethod(contract)
  return { ...greeksBy(choice, contract), model: choice.model }
}

/** Delta alone, at the least cost: for the search through a chain that needs nothing else. As `computeAmericanGreeks`. */
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
  if (method === 'bsm') return computeEuropeanGreeks(contract)
  return method === 'american_boundary' ? computeGreeksByBoundary(contract) : computeGreeksOnGrid(contract)
}
