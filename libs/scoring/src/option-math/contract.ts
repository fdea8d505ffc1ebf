import { requireFinite, requireNotNegative, requirePositive } from '../guards.ts'
import { presentValueOfDividends, type TimedDividend } from './dividends.ts'

export type OptionType = 'call' | 'put'

/**
 * How cash dividends enter: `spot`, the price drops by the cash on the ex-date (the default for American options), or
 * `escrowed`, the price less the present value of the dividends is the lognormal quantity.
 */
export type DividendModel = 'spot' | 'escrowed'

/** The formula behind a figure: Black-Scholes-Merton, or one of the three for American exercise. */
export type PricingMethod = 'bsm' | 'american_one_dividend' | 'american_boundary' | 'american_grid'

/** Formula and dividend model in one word; without the suffix the price drops on the ex-date, or no dividend matters. */
export type PricingModel = PricingMethod | `${PricingMethod}_escrowed`

/** What every pricing question shares. Per share, dollars; rates continuous and decimal per year; Actual/365. */
export interface ContractTerms {
  readonly type: OptionType
  readonly spot: number
  readonly strike: number
  /** Time to expiration in years of 365 days; zero or less is expired. */
  readonly years: number
  readonly rate: number
  readonly dividendYield?: number
  /** Known cash dividends; only those with 0 < years ≤ the contract's own `years` matter. */
  readonly dividends?: readonly TimedDividend[]
}

export interface PricedContract extends ContractTerms {
  /** Volatility, decimal per year. */
  readonly vol: number
}

/** A contract that may be exercised on any day; dividends follow the `spot` model unless said otherwise. */
export interface AmericanContract extends PricedContract {
  readonly dividendModel?: DividendModel
}

/** Price and Greeks in natural units: theta per year of calendar time, vega per 1.00 of volatility, rho per 1.00 of rate. */
export interface GreekValues {
  readonly price: number
  readonly delta: number
  readonly gamma: number
  readonly theta: number
  readonly vega: number
  readonly rho: number
}

/** The two legs every formula works on: what the stock and the strike are worth today at delivery. */
export interface DiscountedLegs {
  /** (S − PV of dividends)·e^(−qT). */
  readonly stock: number
  /** K·e^(−rT). */
  readonly strike: number
  readonly model: PricingModel
}

/** Present values of both legs (escrowed model: spot less the present value of the dividends up to expiration). */
export function discountedLegs(terms: ContractTerms): DiscountedLegs {
  const years = Math.max(0, terms.years)
  const escrowed = terms.dividends ? presentValueOfDividends(terms.dividends, years, terms.rate) : 0
  return {
    stock: Math.max(0, terms.spot - escrowed) * Math.exp(-(terms.dividendYield ?? 0) * years),
    strike: terms.strike * Math.exp(-terms.rate * years),
    model: escrowed > 0 ? 'bsm_escrowed' : 'bsm',
  }
}

/** Throws RangeError, naming the argument: a spot or strike that is not positive, a negative vol or dividend, not finite. */
export function requirePricedContract(contract: PricedContract): void {
  requirePositive('spot', contract.spot)
  requirePositive('strike', contract.strike)
  requireFinite('years', contract.years)
  requireFinite('rate', contract.rate)
  requireFinite('dividendYield', contract.dividendYield ?? 0)
  requireNotNegative('vol', contract.vol)
  for (const { years, cash } of contract.dividends ?? []) {
    requireFinite('dividend years', years)
    requireNotNegative('dividend cash', cash)
  }
}
