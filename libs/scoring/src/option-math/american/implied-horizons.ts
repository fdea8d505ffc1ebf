import type { AmericanContract, ContractTerms } from '../contract.ts'
import { isInTerm } from '../dividends.ts'

/** A fixed day of exercise and what stock and strike of that day are worth today: the two legs of a European option. */
export interface Horizon {
  readonly years: number
  readonly stock: number
  readonly strike: number
}

/**
 * The days on which somebody who had to fix one in advance might want to exercise: a call just before an ex-date, a put
 * just after it, both at expiration and, with a yield, on the day when r·K·e^(−rt) = q·S·e^(−qt).
 * An American option is worth at least as much as the European option that ends on any of them.
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
 * Legs on one day. A dividend before it is taken off the stock at its present value (a yield on what is left until that
 * day included); where the price drops on the ex-date the part t/day of it is not taken off the stock but added to the
 * strike, so that the European price is close to the exact one (Bos and Vandermark, Finessing Fixed Dividends, Risk,
 * September 2002). In the escrowed model all dividends of the term are off what moves, and exercise brings those still
 * to come as well, as if the strike were less by them.
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
  // Dividends beyond the stock's worth are not paid.
  return { years: day, stock, strike: strike * Math.exp(-rate * day) + Math.min(onStrike, stock) }
}
