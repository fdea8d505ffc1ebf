import type { AmericanContract, ContractTerms } from '../contract.ts'
import { isInTerm } from '../dividends.ts'
import { normalPdf } from '../normal.ts'
import { solveTotalVolatility } from '../total-volatility.ts'

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

/** A European option used to invert an American price, with the volatility that it would have at that price. */
export interface Yardstick {
  readonly stock: number
  readonly strike: number
  readonly rootYears: number
  /** ln(stock/strike). */
  readonly moneyness: number
  readonly intrinsic: number
  readonly target: number
}

/** Horizon with the lowest volatility at `price`: the closest European option. Null if no horizon has a volatility. */
export function closestYardstick(sign: 1 | -1, price: number, horizons: readonly Horizon[]): Yardstick | null {
  let closest: Yardstick | null = null
  for (const { years, stock, strike } of horizons) {
    if (!(stock > 0 && strike > 0)) continue
    const yardstick = {
      stock,
      strike,
      rootYears: Math.sqrt(years),
      moneyness: Math.log(stock / strike),
      intrinsic: Math.max(0, sign * (stock - strike)),
      target: 0,
    }
    const target = yardstickVol(yardstick, price)
    if (target > 0 && target < (closest?.target ?? Number.POSITIVE_INFINITY)) closest = { ...yardstick, target }
  }
  return closest
}

/** Volatility of the yardstick at a price: 0 at or below its value without volatility, infinite at its ceiling. */
export function yardstickVol({ stock, strike, rootYears, moneyness, intrinsic }: Yardstick, price: number): number {
  const timeValue = price - intrinsic
  if (!(timeValue > 0)) return 0
  const x = -Math.abs(moneyness)
  const normalized = timeValue / Math.sqrt(stock * strike)
  if (normalized >= Math.exp(0.5 * x)) return Number.POSITIVE_INFINITY
  return solveTotalVolatility(normalized, x) / rootYears
}

/** dPrice/dVol of the yardstick. */
export function yardstickVega({ stock, rootYears, moneyness }: Yardstick, vol: number): number {
  const totalVol = vol * rootYears
  return stock * rootYears * normalPdf(moneyness / totalVol + 0.5 * totalVol)
}
