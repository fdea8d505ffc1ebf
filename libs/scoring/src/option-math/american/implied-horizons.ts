import type { AmericanContract, ContractTerms } from '../contract.ts'
import { isInTerm } from './american-method.ts'

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
 * Legs on one day. A dividend before it is taken off the stock at its present value; where the price drops on the ex-date
 * the part day − t of it is taken off the stock and the part t added to the strike, so that the European price is close
 * to the exact one (Bos and Vandermark, Finessing Fixed Dividends, Risk, September 2002).
 */
function legsOf(
  terms: ContractTerms & Pick<AmericanContract, 'dividendModel'>,
  day: number,
  isAfterDrop: boolean,
): Horizon {
  const { spot, strike, rate, dividendYield = 0, dividends = [], dividendModel } = terms
  let offStock = 0
  let onStrike = 0
  for (const dividend of dividends) {
    if (!isInTerm(dividend, day) || (dividend.years === day && !isAfterDrop)) continue
    const presentValue = dividend.cash * Math.exp(-rate * dividend.years)
    const share = dividendModel === 'escrowed' ? 0 : dividend.years / day
    offStock += (1 - share) * presentValue
    onStrike += share * presentValue
  }
  const stock = Math.max(0, spot - offStock)
  return {
    years: day,
    stock: stock * Math.exp(-dividendYield * day),
    // Dividends beyond the stock's worth are not paid.
    strike: strike * Math.exp(-rate * day) + Math.min(onStrike, stock),
  }
}
