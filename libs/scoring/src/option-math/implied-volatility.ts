import { type ContractTerms, escrowedSpot, isDividend, type PricingModel } from './contract.ts'
import { logMoneyness } from './european-kernel.ts'
import { solveTotalVolatility } from './total-volatility.ts'

export interface PriceToInvert extends ContractTerms {
  readonly price: number
}

/** Reasons that a price has no volatility, indexed by code − 1. The bounds are those of a European option. */
export const NO_VOLATILITY_REASONS = [
  'invalid',
  'expired',
  'below_lower_bound',
  'no_time_value',
  'above_upper_bound',
] as const
export type NoVolatilityReason = (typeof NO_VOLATILITY_REASONS)[number]

const codeOf = (reason: NoVolatilityReason): number => NO_VOLATILITY_REASONS.indexOf(reason) + 1
const INVALID = codeOf('invalid')
const EXPIRED = codeOf('expired')
const BELOW_LOWER_BOUND = codeOf('below_lower_bound')
const NO_TIME_VALUE = codeOf('no_time_value')
const ABOVE_UPPER_BOUND = codeOf('above_upper_bound')

/** Reason for a code in a column; null for 0, which means that there is a volatility. */
export function noVolatilityReason(code: number): NoVolatilityReason | null {
  return NO_VOLATILITY_REASONS[code - 1] ?? null
}

export type ImpliedVolatility =
  | { readonly vol: number; readonly model: PricingModel }
  | { readonly vol: null; readonly model: PricingModel; readonly reason: NoVolatilityReason }

/**
 * Possible rounding error when the intrinsic value is subtracted from an in-the-money price, as a multiple of the
 * larger leg.
 */
const INTRINSIC_NOISE = 4 * Number.EPSILON
/**
 * A price this close to its ceiling, as a fraction of the ceiling, is treated as being at the ceiling. The distance
 * is the difference between ceiling and price in units of √(F·K), each rounded up to four times; at four times this
 * limit, one digit of the distance is reliable.
 */
const CEILING_NOISE = 16 * Number.EPSILON
/** Smallest normal double. Below it, numbers have fewer digits. */
const FEWER_DIGITS_BELOW = 2 ** -1022

/**
 * Volatility at which a European option is worth `price`: the inverse of `priceEuropean`. A price at or outside its
 * bounds (the values at zero and infinite volatility) implies none. Dividends are escrowed, as named in `model`.
 * Units: dollars per share, years, decimals. Never throws: a price without a volatility gives `vol: null` with a reason,
 * `invalid` if `priceEuropean` would throw or the product of the two legs overflows.
 * Source: `solveTotalVolatility`. Verified against golden/implied_vol.csv within a tenth of its tolerances, and on
 * edges.json.
 */
export function impliedEuropeanVolatility(quote: PriceToInvert): ImpliedVolatility {
  const { type, price, strike, years, rate, dividendYield = 0 } = quote
  if (!hasDividends(quote)) return { vol: null, model: 'bsm', reason: 'invalid' }
  const { spot, model } = escrowedSpot(quote)
  const volOrCode = volatilityOrCode(type === 'call', price, spot, strike, years, rate, dividendYield)
  if (volOrCode > 0) return { vol: volOrCode, model }
  return { vol: null, model, reason: noVolatilityReason(-volOrCode) ?? 'invalid' }
}

/** True if every input is valid for a contract, whatever the price. */
export function isPriceToInvert(quote: PriceToInvert): boolean {
  const { price, spot, strike, years, rate, dividendYield = 0 } = quote
  return areTerms(price, spot, strike, years, rate, dividendYield) && hasDividends(quote)
}

function hasDividends({ dividends }: PriceToInvert): boolean {
  return dividends === undefined || dividends.every(isDividend)
}

function areTerms(price: number, spot: number, strike: number, years: number, r: number, q: number): boolean {
  return spot > 0 && strike > 0 && Number.isFinite(spot + strike + price + years + r + q)
}

/**
 * Implied volatility of a price, or the negated code of the reason that there is none. By put-call parity, the time
 * value is the price of the out-of-the-money option with the same strike.
 */
export function volatilityOrCode(
  isCall: boolean,
  price: number,
  spot: number,
  strike: number,
  years: number,
  r: number,
  q: number,
): number {
  if (!areTerms(price, spot, strike, years, r, q)) return -INVALID
  if (!(years > 0)) return -EXPIRED
  const stock = spot * Math.exp(-q * years)
  const strikeLeg = strike * Math.exp(-r * years)
  const product = stock * strikeLeg
  if (!(product >= FEWER_DIGITS_BELOW && product < Number.POSITIVE_INFINITY)) return -INVALID
  const intrinsic = isCall ? stock - strikeLeg : strikeLeg - stock
  const timeValue = price - Math.max(0, intrinsic)
  // Out of the money, nothing is subtracted, so no rounding error arises.
  const noise = intrinsic > 0 ? INTRINSIC_NOISE * Math.max(stock, strikeLeg) : 0
  if (timeValue < -noise) return -BELOW_LOWER_BOUND
  const beta = timeValue / Math.sqrt(product)
  if (timeValue <= noise || beta < FEWER_DIGITS_BELOW) return -NO_TIME_VALUE
  if (price >= (isCall ? stock : strikeLeg) * (1 - CEILING_NOISE)) return -ABOVE_UPPER_BOUND
  const totalVol = solveTotalVolatility(beta, -Math.abs(logMoneyness(spot, strike, (r - q) * years)))
  // If stock and strike differ by e^100, rounding can put a price on its ceiling, where there is no root.
  return totalVol > 0 ? totalVol / Math.sqrt(years) : -ABOVE_UPPER_BOUND
}
