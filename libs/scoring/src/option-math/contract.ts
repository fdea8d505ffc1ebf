/*
 * Terms of option pricing. README.md in this folder explains them to newcomers and gives a reading order.
 */
import { requireFinite, requireNotNegative, requirePositive } from '../guards.ts'
import { presentValueOfDividends, type TimedDividend } from './dividends.ts'

export type OptionType = 'call' | 'put'

/**
 * Treatment of cash dividends. `spot`: the price drops by the cash on the ex-date (the default for American options).
 * `escrowed`: the price less the present value of the dividends moves lognormally.
 */
export type DividendModel = 'spot' | 'escrowed'

/** Formula behind a figure: Black-Scholes-Merton, or one of the three for American exercise. */
export type PricingMethod = 'bsm' | 'american_one_dividend' | 'american_boundary' | 'american_grid'

/**
 * Formula and dividend model. A name without the suffix means that the price drops on the ex-date, or that no
 * dividend matters.
 */
export type PricingModel = PricingMethod | `${Exclude<PricingMethod, 'american_boundary'>}_escrowed`

/** Inputs of every pricing function. Dollars per share; rates are continuous annualized decimals; Actual/365. */
export interface ContractTerms {
  readonly type: OptionType
  readonly spot: number
  readonly strike: number
  /** Time to expiration in years of 365 days; zero or less means that the option has expired. */
  readonly years: number
  readonly rate: number
  readonly dividendYield?: number
  /** Known cash dividends; only those with 0 < years ≤ `years` of the contract matter. */
  readonly dividends?: readonly TimedDividend[]
}

export interface PricedContract extends ContractTerms {
  /** Volatility, annualized decimal. */
  readonly vol: number
}

/** A contract that may be exercised on any day; the default dividend model is `spot`. */
export interface AmericanContract extends PricedContract {
  readonly dividendModel?: DividendModel
}

/**
 * Price and Greeks in natural units: theta per year of calendar time, vega per 1.00 of volatility, rho per 1.00 of
 * rate.
 */
export interface GreekValues {
  readonly price: number
  readonly delta: number
  readonly gamma: number
  readonly theta: number
  readonly vega: number
  readonly rho: number
}

/** Present values of stock and strike at delivery, the two legs that every formula uses. */
export interface DiscountedLegs {
  /** (S − PV of dividends)·e^(−qT). */
  readonly stock: number
  /** K·e^(−rT). */
  readonly strike: number
  readonly model: PricingModel
}

/** The spot that the escrowed model uses: without the dividends in the term. */
export interface EscrowedSpot {
  /** Spot less the present value of the dividends, at least 0. */
  readonly spot: number
  readonly model: 'bsm' | 'bsm_escrowed'
}

/** Spot less the present value of the dividends up to expiration; 0 if they exceed the spot. */
export function escrowedSpot({ spot, years, rate, dividends }: ContractTerms): EscrowedSpot {
  const escrowed = dividends === undefined ? 0 : presentValueOfDividends(dividends, years, rate)
  return { spot: Math.max(0, spot - escrowed), model: escrowed > 0 ? 'bsm_escrowed' : 'bsm' }
}

/** Present values of both legs (escrowed model: spot less the present value of the dividends up to expiration). */
export function discountedLegs(terms: ContractTerms): DiscountedLegs {
  const years = Math.max(0, terms.years)
  const { spot, model } = escrowedSpot(terms)
  return {
    stock: spot * Math.exp(-(terms.dividendYield ?? 0) * years),
    strike: terms.strike * Math.exp(-terms.rate * years),
    model,
  }
}

/** True if a dividend's day and amount are valid. A day in the past is valid. */
export function isDividend({ years, cash }: TimedDividend): boolean {
  return Number.isFinite(years) && cash >= 0 && cash < Number.POSITIVE_INFINITY
}

/**
 * Throws a RangeError that names the invalid argument: a spot or strike that is not positive, a negative vol or
 * dividend, or anything not finite.
 */
export function requirePricedContract(contract: PricedContract): void {
  requirePositive('spot', contract.spot)
  requirePositive('strike', contract.strike)
  requireFinite('years', contract.years)
  requireFinite('rate', contract.rate)
  requireFinite('dividendYield', contract.dividendYield ?? 0)
  requireNotNegative('vol', contract.vol)
  if (contract.dividends === undefined) return
  for (const { years, cash } of contract.dividends) {
    requireFinite('dividend years', years)
    requireNotNegative('dividend cash', cash)
  }
}
