import {
  type AmericanContract,
  DAYS_PER_YEAR,
  impliedAmericanVolatility,
  priceAmerican,
  type TimedDividend,
} from '../src/index.ts'
import { CONTRACTS_PER_SYMBOL, RATE, typeAt, type Universe } from './universe.ts'

/** Days to expiration of the calls that the rating considers (PERFORMANCE 2.2). */
const SCORING_DAYS = { min: 20, max: 60 }
const DAYS_PER_QUARTER = 91

/** A price with less time value than this has no implied volatility (PERFORMANCE 2.1). */
export const MIN_TIME_VALUE_USD = 1e-3

export interface PricedOption {
  readonly contract: AmericanContract
  readonly price: number
}

/** Row indexes of the calls in the scoring set. */
export function scoringCalls({ columns: { isCall, days } }: Universe): number[] {
  const { min, max } = SCORING_DAYS
  return Array.from(isCall.keys()).filter((index) => {
    const length = days[index] ?? 0
    return isCall[index] === 1 && length >= min && length <= max
  })
}

/** Quarterly cash dividends that the stock pays within the contract's term. */
export function dividendsAt({ symbols, columns }: Universe, index: number): TimedDividend[] {
  const { cash = 0, exDays = 0 } = symbols[Math.floor(index / CONTRACTS_PER_SYMBOL)] ?? {}
  const dividends: TimedDividend[] = []
  for (let day = exDays; cash > 0 && day <= (columns.days[index] ?? 0); day += DAYS_PER_QUARTER) {
    dividends.push({ years: day / DAYS_PER_YEAR, cash })
  }
  return dividends
}

export function contractAt(universe: Universe, index: number): AmericanContract {
  const at = (column: Float64Array) => column[index] ?? Number.NaN
  const { spot, strike, years, vol } = universe.columns
  return {
    type: typeAt(universe.columns, index),
    spot: at(spot),
    strike: at(strike),
    years: at(years),
    rate: RATE,
    vol: at(vol),
    dividends: dividendsAt(universe, index),
  }
}

/** The first `count` calls in the scoring set that have one ex-date before expiration, with their prices. */
export function oneDividendCalls(universe: Universe, count: number): PricedOption[] {
  return scoringCalls(universe)
    .filter((index) => dividendsAt(universe, index).length === 1)
    .slice(0, count)
    .map((index) => contractAt(universe, index))
    .map((contract) => ({ contract, price: priceAmerican(contract).price }))
}

/** Maximum round-trip error of the price, as a fraction of the strike. */
const ROUND_TRIP_TOLERANCE = 1e-6

export interface VolatilityProof {
  readonly solved: number
  /** Number of prices with a volatility, and the largest round-trip error. */
  readonly text: string
  readonly wrong: string | null
}

/** Checks that every price with time value has a volatility, and that every volatility reproduces its price. */
export function proveVolatilities(quotes: readonly PricedOption[]): VolatilityProof {
  let solved = 0
  let silent = 0
  let worst = 0
  for (const quote of quotes) {
    const { contract, price } = quote
    const { vol } = impliedAmericanVolatility({ ...contract, price })
    if (vol === null) {
      if (hasTimeValue(quote)) silent += 1
      continue
    }
    solved += 1
    const error = Math.abs(priceAmerican({ ...contract, vol }).price - price) / contract.strike
    if (!(error <= worst)) worst = error
  }
  const back = worst <= ROUND_TRIP_TOLERANCE ? null : `the round trip misses the price by ${worst} K`
  return {
    solved,
    text: `round trip of the price within ${worst.toExponential(1)} K`,
    wrong: silent > 0 ? `${silent} contracts with time value have no volatility` : back,
  }
}

/**
 * True if the price is more than a tenth of a cent above the payoff from exercise on the best fixed day: today, an
 * ex-date (a call before the drop, a put after it) or expiration. A price without time value has no implied
 * volatility.
 */
export function hasTimeValue({ contract, price }: PricedOption): boolean {
  const { type, spot, strike, years, rate, dividends = [] } = contract
  const isCall = type === 'call'
  const worthOn = (day: number): number => {
    const paid = dividends
      .filter((dividend) => dividend.years < day || (!isCall && dividend.years === day))
      .reduce((sum, dividend) => sum + dividend.cash * Math.exp(-rate * dividend.years), 0)
    const gain = spot - paid - strike * Math.exp(-rate * day)
    return isCall ? gain : -gain
  }
  const days = [0, ...dividends.map((dividend) => dividend.years), years]
  return price > Math.max(0, ...days.map(worthOn)) + MIN_TIME_VALUE_USD
}
