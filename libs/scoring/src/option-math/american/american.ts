import { type AmericanContract, type GreekValues, type PricingModel, requirePricedContract } from '../contract.ts'
import { computeEuropeanDelta, computeEuropeanGreeks, type NaturalGreeks, priceEuropean } from '../european.ts'
import { chooseMethod, isNearRateKink, type MethodChoice, slopeByRate } from './american-contract.ts'
import { computeGreeksByBoundary, priceByBoundary } from './boundary.ts'
import { computeDeltaOnGrid, computeGreeksOnGrid, priceOnGrid } from './grid.ts'
import { computeOneDividendCall } from './one-dividend.ts'

/** A price per share and the formula behind it. */
export interface AmericanPrice {
  readonly price: number
  readonly model: PricingModel
}

/**
 * Price per share of an option that may be exercised on any day, from the cheapest exact formula (`chooseMethod`);
 * `model` names it. Cash dividends drop the price on the ex-date unless `dividendModel` is `escrowed`; exercise is
 * possible up to the instant before the drop. At expiration it is the payoff. Throws RangeError on a spot or strike
 * that is not positive, a negative volatility or dividend, or anything not finite. Verified against
 * golden/american_*.csv and edges.json in `american.test.ts`.
 */
export function priceAmerican(contract: AmericanContract): AmericanPrice {
  requirePricedContract(contract)
  const choice = chooseMethod(contract)
  return { price: priceBy(choice, contract), model: choice.model }
}

/**
 * Price and the five Greeks in natural units. Same formula, guards and degenerate cases as `priceAmerican`.
 *
 * Within four basis points of rate 0 and without a yield, the price has a kink, because early exercise starts to pay
 * there (for a put above 0, for a call below). Rho then comes from `slopeByRate` for every formula: for `bsm`, inside
 * `computeGreeksByBoundary`; for one dividend, from prices on the grid, because its own formula is exact on only one
 * side of 0. Verified in `american.test.ts` by differences of other prices, and on golden/american_yield.csv.
 */
export function computeAmericanGreeks(contract: AmericanContract): NaturalGreeks {
  requirePricedContract(contract)
  const choice = chooseMethod(contract)
  return { ...greeksBy(choice, contract), model: choice.model }
}

/** Delta by the fastest route, for searches through a chain. Same result as `computeAmericanGreeks`. */
export function computeAmericanDelta(contract: AmericanContract): number {
  requirePricedContract(contract)
  const choice = chooseMethod(contract)
  if (choice.method === 'bsm') return computeEuropeanDelta(contract)
  if (choice.method === 'american_boundary') return computeGreeksByBoundary(contract).delta
  return valueOneDividend(choice, contract)?.delta ?? computeDeltaOnGrid(contract)
}

/** Prices a validated contract with a formula that has already been chosen. */
export function priceBy(choice: MethodChoice, contract: AmericanContract): number {
  const { method } = choice
  if (method === 'bsm') return priceEuropean(contract)
  if (method === 'american_boundary') return priceByBoundary(contract)
  return valueOneDividend(choice, contract)?.price ?? priceOnGrid(contract)
}

/** Values a call with one ex-date at a rate of 0 or more; null for any other contract. */
export function valueOneDividend({ dividend }: MethodChoice, contract: AmericanContract): GreekValues | null {
  if (dividend === null) return null
  return computeOneDividendCall(contract, dividend, contract.dividendModel === 'escrowed')
}

function greeksBy(choice: MethodChoice, contract: AmericanContract): GreekValues {
  const { method } = choice
  if (method === 'american_boundary') return computeGreeksByBoundary(contract)
  const { years, rate, dividendYield = 0, vol } = contract
  const needsSlope = years > 0 && vol > 0 && isNearRateKink(rate, dividendYield)
  if (method === 'bsm') {
    const european = computeEuropeanGreeks(contract)
    return needsSlope ? { ...european, rho: computeGreeksByBoundary(contract).rho } : european
  }
  const greeks = valueOneDividend(choice, contract)
  if (greeks === null) return computeGreeksOnGrid(contract)
  return needsSlope ? { ...greeks, rho: slopeByRate((at) => priceOnGrid({ ...contract, rate: at }), rate) } : greeks
}
