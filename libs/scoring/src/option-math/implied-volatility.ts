import { type ContractTerms, discountedLegs, type PricingModel } from './contract.ts'
import { solveTotalVolatility } from './total-volatility.ts'

export interface PriceToInvert extends ContractTerms {
  readonly price: number
}

/** Why a price has no volatility, by code less 1. Bounds are the European ones of the model. */
export const NO_VOLATILITY_REASONS = [
  'invalid',
  'expired',
  'below_lower_bound',
  'no_time_value',
  'above_upper_bound',
  'not_converged',
] as const
export type NoVolatilityReason = (typeof NO_VOLATILITY_REASONS)[number]

const codeOf = (reason: NoVolatilityReason): number => NO_VOLATILITY_REASONS.indexOf(reason) + 1
const INVALID = codeOf('invalid')
const EXPIRED = codeOf('expired')
const BELOW_LOWER_BOUND = codeOf('below_lower_bound')
const NO_TIME_VALUE = codeOf('no_time_value')
const ABOVE_UPPER_BOUND = codeOf('above_upper_bound')
const NOT_CONVERGED = codeOf('not_converged')

/** The reason of a code in a column; null for 0, where there is a volatility. */
export function noVolatilityReason(code: number): NoVolatilityReason | null {
  return NO_VOLATILITY_REASONS[code - 1] ?? null
}

export type ImpliedVolatility =
  | { readonly vol: number; readonly model: PricingModel }
  | { readonly vol: null; readonly model: PricingModel; readonly reason: NoVolatilityReason }

/** Rounding that a price may carry against its bounds, in units of the larger leg. */
const BOUND_NOISE = 4 * Number.EPSILON
/** Smallest number that a double holds with all its digits. */
const FEWER_DIGITS_BELOW = 2 ** -1022

/**
 * Volatility at which a European option is worth `price`: `priceEuropean` read backwards. A price at or outside its
 * bounds (between what the option is worth without any volatility and with an endless one) has none. Dividends are
 * escrowed, and `model` says so.
 * Units: dollars per share, years, decimals. Never throws: what cannot be inverted is `vol: null` with a reason.
 * Source: `solveTotalVolatility`. Verified on golden/implied_vol.csv within a tenth of its tolerances, and on edges.json.
 */
export function impliedEuropeanVolatility(quote: PriceToInvert): ImpliedVolatility {
  const { type, price, spot, strike, years, rate, dividendYield = 0 } = quote
  const refused = refuse(price, spot, strike, years, rate, dividendYield)
  if (refused > 0) return withoutVolatility('bsm', refused)
  const legs = discountedLegs(quote)
  const volOrCode = volatilityOrCode(type === 'call', price, legs.stock, legs.strike, years)
  if (volOrCode > 0) return { vol: volOrCode, model: legs.model }
  return withoutVolatility(legs.model, -volOrCode)
}

function withoutVolatility(model: PricingModel, code: number): ImpliedVolatility {
  return { vol: null, model, reason: noVolatilityReason(code) ?? 'not_converged' }
}

/** The code of what is wrong with the terms of a quote whatever its price means, 0 when nothing is. */
export function refuse(
  price: number,
  spot: number,
  strike: number,
  years: number,
  rate: number,
  dividendYield: number,
): number {
  if (!(spot > 0 && strike > 0 && Number.isFinite(spot + strike + price + years + rate + dividendYield))) return INVALID
  return years > 0 ? 0 : EXPIRED
}

/**
 * The volatility behind a price, or minus the code of the reason why there is none. `stock` and `strike` are the
 * discounted legs. By put-call parity the time value is the price of the out-of-the-money option of the strike.
 */
export function volatilityOrCode(isCall: boolean, price: number, stock: number, strike: number, years: number): number {
  if (!(stock > 0)) return -INVALID
  const intrinsic = isCall ? stock - strike : strike - stock
  const noise = BOUND_NOISE * Math.max(stock, strike)
  const timeValue = price - Math.max(0, intrinsic)
  // Out of the money nothing is subtracted, so nothing is rounded.
  const margin = intrinsic > 0 ? noise : 0
  if (timeValue < -margin) return -BELOW_LOWER_BOUND
  const beta = timeValue / Math.sqrt(stock * strike)
  if (timeValue <= margin || beta < FEWER_DIGITS_BELOW) return -NO_TIME_VALUE
  if (price >= (isCall ? stock : strike) - 4 * noise) return -ABOVE_UPPER_BOUND
  const totalVol = solveTotalVolatility(beta, -Math.abs(Math.log(stock / strike)))
  return totalVol > 0 ? totalVol / Math.sqrt(years) : -NOT_CONVERGED
}
