import type { ContractTerms, DividendModel, PricingMethod, PricingModel } from '../contract.ts'
import { isInTerm, type TimedDividend } from '../dividends.ts'
import { countBoundaries } from './boundary/unit-put.ts'

export interface MethodChoice {
  readonly method: PricingMethod
  readonly model: PricingModel
  /** The only ex-date in the term, with its total cash; null if there is no ex-date, or more than one. */
  readonly dividend: TimedDividend | null
}

const CLOSED_FORM: MethodChoice = { method: 'bsm', model: 'bsm', dividend: null }
const BOUNDARY: MethodChoice = { method: 'american_boundary', model: 'american_boundary', dividend: null }
const GRID: MethodChoice = { method: 'american_grid', model: 'american_grid', dividend: null }
const GRID_ESCROWED: MethodChoice = { ...GRID, model: 'american_grid_escrowed' }

/**
 * Chooses the cheapest formula that values early exercise exactly:
 * - no cash dividend in the term: `bsm`, the European closed form, if early exercise never pays (a call at r ≥ 0 without a
 *   yield), or `american_boundary` if one boundary separates holding from exercising (puts, yields);
 * - a call with cash on one ex-date, no yield and r ≥ 0: `american_one_dividend`, since exercise can only pay in the instant
 *   before the drop;
 * - all other contracts (several ex-dates, puts with cash dividends, negative rates with them): `american_grid`.
 * At and after expiration the payoff, `bsm`. A dividend of 0 is ignored. Verified in `american.test.ts`.
 */
export function chooseMethod(contract: ContractTerms & { readonly dividendModel?: DividendModel }): MethodChoice {
  const { type, years, rate, dividendYield = 0, dividends } = contract
  if (years <= 0) return CLOSED_FORM
  let first: TimedDividend | null = null
  if (dividends !== undefined) {
    for (const dividend of dividends) {
      if (!isInTerm(dividend, years)) continue
      if (first !== null && first.years !== dividend.years) return gridFor(contract.dividendModel)
      first = first === null ? dividend : { years: first.years, cash: first.cash + dividend.cash }
    }
  }
  if (first === null) {
    const boundaries = countBoundaries(type, rate, dividendYield)
    return boundaries === 0 ? CLOSED_FORM : boundaries === 1 ? BOUNDARY : GRID
  }
  if (type === 'put' || rate < 0 || dividendYield !== 0) return gridFor(contract.dividendModel)
  const isEscrowed = contract.dividendModel === 'escrowed'
  const model = isEscrowed ? 'american_one_dividend_escrowed' : 'american_one_dividend'
  return { method: 'american_one_dividend', model, dividend: first }
}

function gridFor(model: DividendModel | undefined): MethodChoice {
  return model === 'escrowed' ? GRID_ESCROWED : GRID
}
