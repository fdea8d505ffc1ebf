import { DAYS_PER_YEAR, daysBetween, type IsoDate } from '../calendar/iso-date.ts'
import { newYorkDate, yearsUntilClose } from '../calendar/new-york.ts'
import { requireFinite, requireNotNegative, requirePositive, requireWhole } from '../guards.ts'
import { priceAmerican } from '../option-math/american/american.ts'
import type { ScheduledDividend } from '../option-math/chain.ts'
import type { DividendModel, PricingModel } from '../option-math/contract.ts'
import { type CoveredPosition, type PositionSize, sizeOfPosition } from './payoff.ts'

/** A covered position at an instant, with the inputs for pricing its call. Rates and `vol` are annualized decimals. */
export interface PricedPosition extends CoveredPosition {
  readonly expiration: IsoDate
  /** "Now" (D3), UTC milliseconds. */
  readonly asOfMs: number
  readonly rate: number
  readonly vol: number
  /** Future cash dividends; expected ones affect the price of the call but do not count as received. */
  readonly dividends?: readonly ScheduledDividend[]
  readonly dividendModel?: DividendModel
}

export interface Scenario {
  readonly price: number
  /** 0 is now; a whole number from 1 means the close that many calendar days later. */
  readonly daysForward: number
  /** Added to `vol`, decimal: 0.05 is five points up. The result is at least 0. Default: no change. */
  readonly volChange?: number
}

export interface WhatIfValue {
  readonly price: number
  readonly daysForward: number
  /** Volatility after the change. */
  readonly vol: number
  /** Value of one call, dollars per share; at and after expiration, its intrinsic value. */
  readonly callValue: number
  /** Value of the shares minus the short calls, dollars. */
  readonly positionValueUsd: number
  /** Dividends with an ex-date after today, up to the scenario's day and expiration, dollars. Counted in `profitUsd` only. */
  readonly dividendsReceivedUsd: number
  /** Profit over the cost of the shares, including premium, received dividends and fees, dollars. */
  readonly profitUsd: number
  /** Formula behind `callValue`; `payoff` at and after expiration. */
  readonly model: PricingModel | 'payoff'
}

/**
 * Value and profit of shares and short calls at a given price and volatility on a later day. Value: shares·price −
 * covered·call. Profit: value − cost of the shares + premium + received dividends − fees. The call is valued as an
 * American option with the remaining dividends; at expiration it becomes the payoff, and further days change nothing.
 * Interest on the premium is ignored.
 *
 * Only calendar days count, not the time of day in `asOfMs`: from its ex-date on, a dividend is no longer in the price,
 * and a scenario that reaches expiration values the call at its payoff. Throws RangeError if the price is not positive,
 * the days are not a nonnegative integer, the volatility is negative or a day is invalid, and whenever `sizeOfPosition`
 * or `priceAmerican` does. Verified against the closed form without dividends, golden/american_discrete.csv, the payoff
 * at expiration and cases worked by hand with a dividend.
 */
export function computeWhatIf(position: PricedPosition, scenario: Scenario): WhatIfValue {
  return answer(openPosition(position), scenario)
}

/** A position with its days counted once, for all cells of a table. */
interface OpenPosition {
  readonly terms: PricedPosition
  readonly size: PositionSize
  /** Years from now to the expiration day's close, and calendar days from today to that day. */
  readonly years: number
  readonly days: number
  readonly dividends: readonly CountedDividend[]
}

/** A dividend in the term with an ex-date after today. */
interface CountedDividend {
  readonly cash: number
  readonly years: number
  readonly days: number
  readonly isDeclared: boolean
}

function openPosition(terms: PricedPosition): OpenPosition {
  const { expiration, asOfMs, dividends = [] } = terms
  requireNotNegative('vol', terms.vol)
  const today = newYorkDate(asOfMs)
  const days = daysBetween(today, expiration)
  const counted = dividends.map(({ exDate, cash, estimated = false }) => {
    requireNotNegative('dividend cash', cash)
    return { cash, years: yearsUntilClose(exDate, asOfMs), days: daysBetween(today, exDate), isDeclared: !estimated }
  })
  return {
    terms,
    size: sizeOfPosition(terms),
    years: yearsUntilClose(expiration, asOfMs),
    days,
    dividends: counted.filter((dividend) => dividend.days > 0 && dividend.days <= days),
  }
}

function answer(open: OpenPosition, { price, daysForward, volChange = 0 }: Scenario): WhatIfValue {
  requirePositive('price', price)
  requireWhole('daysForward', daysForward, 0)
  requireFinite('volChange', volChange)
  const { entryPrice, premium, feesUsd = 0 } = open.terms
  const { shares, coveredShares } = open.size
  const vol = Math.max(0, open.terms.vol + volChange)
  const call = valueCall(open, price, daysForward, vol)
  const positionValueUsd = shares * price - coveredShares * call.value
  const received = open.dividends
    .filter(({ days, isDeclared }) => isDeclared && days <= daysForward)
    .reduce((sum, { cash }) => sum + cash, 0)
  const dividendsReceivedUsd = shares * received
  const laidOutUsd = shares * entryPrice - coveredShares * premium + feesUsd
  return {
    price,
    daysForward,
    vol,
    callValue: call.value,
    positionValueUsd,
    dividendsReceivedUsd,
    profitUsd: positionValueUsd + dividendsReceivedUsd - laidOutUsd,
    model: call.model,
  }
}

function valueCall(
  { terms, years: yearsNow, days, dividends }: OpenPosition,
  price: number,
  daysForward: number,
  vol: number,
): { readonly value: number; readonly model: WhatIfValue['model'] } {
  const { strike, rate, dividendModel = 'spot' } = terms
  // Between closes, count whole days.
  const yearsTo = (target: { readonly years: number; readonly days: number }): number =>
    daysForward === 0 ? target.years : (target.days - daysForward) / DAYS_PER_YEAR
  const years = yearsTo({ years: yearsNow, days })
  if (years <= 0) return { value: Math.max(0, price - strike), model: 'payoff' }
  const priced = priceAmerican({
    type: 'call',
    spot: price,
    strike,
    years,
    rate,
    vol,
    // A past ex-date gives years ≤ 0, and pricing ignores such dividends.
    dividends: dividends.map((dividend) => ({ years: yearsTo(dividend), cash: dividend.cash })),
    dividendModel,
  })
  return { value: priced.price, model: priced.model }
}

export interface WhatIfRow {
  readonly price: number
  readonly cells: readonly WhatIfValue[]
}

/** Builds a what-if table of price × day: one row per price, one cell per number of days forward, one volatility for all. */
export function tabulateByDate(
  position: PricedPosition,
  axes: { readonly prices: readonly number[]; readonly daysForward: readonly number[]; readonly volChange?: number },
): WhatIfRow[] {
  const { prices, daysForward, volChange = 0 } = axes
  const open = openPosition(position)
  return prices.map((price) => ({
    price,
    cells: daysForward.map((days) => answer(open, { price, daysForward: days, volChange })),
  }))
}

/** Builds a what-if table of price × volatility on one day: one row per price, one cell per change of volatility. */
export function tabulateByVolatility(
  position: PricedPosition,
  axes: { readonly prices: readonly number[]; readonly volChanges: readonly number[]; readonly daysForward: number },
): WhatIfRow[] {
  const { prices, volChanges, daysForward } = axes
  const open = openPosition(position)
  return prices.map((price) => ({
    price,
    cells: volChanges.map((volChange) => answer(open, { price, daysForward, volChange })),
  }))
}
