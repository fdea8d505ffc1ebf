import type { ContractTerms, DividendModel, PricingMethod, PricingModel } from '../contract.ts'
import { isInTerm, type TimedDividend } from '../dividends.ts'
import { countBoundaries } from './boundary/unit-put.ts'

/** The formula a contract calls for, and the name it answers under. */
export interface MethodChoice {
  readonly method: PricingMethod
  readonly model: PricingModel
  /** The one ex-date of the term, all its cash together; null if there is none, or more than one. */
  readonly dividend: TimedDividend | null
}

const CLOSED_FORM: MethodChoice = { method: 'bsm', model: 'bsm', dividend: null }
const BOUNDARY: MethodChoice = { method: 'american_boundary', model: 'american_boundary', dividend: null }
const GRID: MethodChoice = { method: 'american_grid', model: 'american_grid', dividend: null }
const GRID_ESCROWED: MethodChoice = { ...GRID, model: 'american_grid_escrowed' }

/**
 * The cheapest formula that values early exercise exactly:
 * - no cash dividend in the term: `bsm`, the European closed form, where early exercise is never worth it (a call at
 *   r ≥ 0 without a yield), `american_boundary` where one boundary divides holding from exercising (puts, yields);
 * - a call with cash on one ex-date, no yield and r ≥ 0: `american_one_dividend`, for only the instant before the drop
 *   can be worth exercising at;
 * - everything else (several ex-dates, puts with cash dividends, negative rates with them): `american_grid`.
 * At expiration and past it the payoff, `bsm`. A dividend of nothing is none. Verified in `american.test.ts`.
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
