import type { AmericanContract, ContractTerms } from '../contract.ts'
import { isInTerm } from '../dividends.ts'

/**
 * A fixed day of exercise, with the two legs of the European option that expires then: the present values of stock
 * and strike.
 */
export interface Horizon {
  readonly years: number
  readonly stock: number
  readonly strike: number
}

/**
 * Candidate days for fixed-day exercise: for a call just before an ex-date, for a put just after it, for both at
 * expiration and, with a yield, on the day with r·K·e^(−rt) = q·S·e^(−qt).
 * An American option is worth at least as much as the European option that expires on any of them.
 */
export function exerciseHorizons(terms: ContractTerms & Pick<AmericanContract, 'dividendModel'>): Horizon[] {
  const { type, spot, strike, years, rate, dividendYield = 0, dividends = [] } = terms
  const isAfterDrop = type === 'put'
  const horizons = [legsOf(terms, years, true)]
  for (const dividend of dividends) {
    if (isInTerm(dividend, years)) horizons.push(legsOf(terms, dividend.years, isAfterDrop))
  }
  const turning = Math.log((dividendYield * spot) / (rate * strike)) / (dividendYield - rate)
  if (turning > 0 && turning < years) horizons.push(legsOf(terms, turning, true))
  return horizons
}

/**
 * The two legs for one day of exercise. Earlier dividends are subtracted from the stock at present value (including a
 * yield on the remainder until that day). If the price drops on the ex-date, the fraction t/day of a dividend is
 * added to the strike instead, which brings the European price close to the exact one (Bos and Vandermark, Finessing
 * Fixed Dividends, Risk, September 2002). In the escrowed model the moving part excludes all dividends in the term,
 * and exercise also yields the later ones, as if the strike were lower by them.
 */
function legsOf(
  terms: ContractTerms & Pick<AmericanContract, 'dividendModel'>,
  day: number,
  isAfterDrop: boolean,
): Horizon {
  const { spot, strike, years, rate, dividendYield = 0, dividends = [], dividendModel } = terms
  const isEscrowed = dividendModel === 'escrowed'
  let offStock = 0
  let onStrike = 0
  for (const dividend of dividends) {
    if (!isInTerm(dividend, years)) continue
    const presentValue = dividend.cash * Math.exp(-rate * dividend.years)
    const isBefore = dividend.years < day || (dividend.years === day && isAfterDrop)
    if (isEscrowed) {
      offStock += presentValue * Math.exp(-dividendYield * day)
      if (!isBefore) onStrike -= presentValue
    } else if (isBefore) {
      const dropped = presentValue * Math.exp(-dividendYield * (day - dividend.years))
      offStock += (1 - dividend.years / day) * dropped
      onStrike += (dividend.years / day) * dropped
    }
  }
  const stock = Math.max(0, spot * Math.exp(-dividendYield * day) - offStock)
  // The stock leg never goes below 0, however large the dividends are.
  return { years: day, stock, strike: strike * Math.exp(-rate * day) + Math.min(onStrike, stock) }
}
