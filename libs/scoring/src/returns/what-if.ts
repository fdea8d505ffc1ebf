import { DAYS_PER_YEAR } from '../calendar/iso-date.ts'
import { requireFinite, requireNotNegative, requirePositive } from '../guards.ts'
import { priceAmerican } from '../option-math/american/american.ts'
import type { DividendModel, PricingModel } from '../option-math/contract.ts'
import type { TimedDividend } from '../option-math/dividends.ts'
import { atMost } from '../thresholds.ts'
import { type CoveredPosition, sizeOfPosition } from './covered-position.ts'

/** A covered position today, with what pricing its call needs. Rates and `vol` are decimals a year. */
export interface PricedPosition extends CoveredPosition {
  /** Time to expiration today, in years of 365 days. */
  readonly years: number
  readonly rate: number
  readonly vol: number
  /** Known cash dividends by ex-date, from today. */
  readonly dividends?: readonly TimedDividend[]
  readonly dividendModel?: DividendModel
}

/** The question: this stock price, so many calendar days from today, at this change of volatility. */
export interface Scenario {
  readonly price: number
  readonly daysForward: number
  /** Added to `vol`, decimal: 0.05 is five points up. Volatility ends at 0, not below. Left out: unchanged. */
  readonly volChange?: number
}

export interface WhatIfValue {
  readonly price: number
  readonly daysForward: number
  /** The volatility used, after the change. */
  readonly vol: number
  /** One call, dollars per share; from expiration on its exercise value. */
  readonly callValue: number
  /** Shares less the calls owed, dollars. */
  readonly positionValueUsd: number
  /** Dividends with ex-date within the days forward and the term, dollars; in `profitUsd`, not in the value. */
  readonly dividendsReceivedUsd: number
  /** Against what the shares cost, premium, dividends received and fees counted, dollars. */
  readonly profitUsd: number
  /** The formula behind `callValue`; `payoff` from expiration on. */
  readonly model: PricingModel | 'payoff'
}

/**
 * What shares and short calls are worth, and what they have earned, at one price on one later day at one volatility:
 * shares·price − covered·call, and that less what the shares cost, plus premium and dividends received, less fees. The
 * call is an American one with the dividends still to come; from expiration on it is the payoff, and `daysForward` beyond
 * it changes nothing. Interest on the premium is left out.
 * Throws RangeError on a price that is not positive, negative days or volatility, or as `sizeOfPosition` and `priceAmerican`.
 * Verified in `what-if.test.ts`: closed form without dividends, golden/american_discrete.csv some days on, today's mark,
 * the payoff at expiration, by hand with a dividend on the way.
 */
export function computeWhatIf(position: PricedPosition, scenario: Scenario): WhatIfValue {
  const { price, daysForward, volChange = 0 } = scenario
  requirePositive('price', price)
  requireNotNegative('daysForward', daysForward)
  requireFinite('volChange', volChange)
  requireNotNegative('vol', position.vol)
  const { shares, coveredShares } = sizeOfPosition(position)
  const vol = Math.max(0, position.vol + volChange)
  const forward = daysForward / DAYS_PER_YEAR
  const call = valueCall(position, price, forward, vol)
  const positionValueUsd = shares * price - coveredShares * call.value
  const dividendsReceivedUsd = shares * dividendsWithin(position, forward)
  const laidOutUsd = shares * position.entryPrice - coveredShares * position.entryPremium + (position.feesUsd ?? 0)
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
  position: PricedPosition,
  price: number,
  forward: number,
  vol: number,
): { readonly value: number; readonly model: WhatIfValue['model'] } {
  const { strike, rate, dividends = [], dividendModel = 'spot' } = position
  const years = position.years - forward
  if (atMost(years, 0)) return { value: Math.max(0, price - strike), model: 'payoff' }
  const toCome = dividends
    .filter((dividend) => !atMost(dividend.years, forward))
    .map(({ years: exYears, cash }) => ({ years: exYears - forward, cash }))
  const priced = priceAmerican({
    type: 'call',
    spot: price,
    strike,
    years,
    rate,
    vol,
    dividends: toCome,
    dividendModel,
  })
  return { value: priced.price, model: priced.model }
}

/** Dollars per share with ex-date after today, by the day asked about and by expiration. */
function dividendsWithin({ dividends = [], years }: PricedPosition, forward: number): number {
  const received = dividends.filter((one) => one.years > 0 && atMost(one.years, forward) && atMost(one.years, years))
  return received.reduce((sum, { cash }) => sum + cash, 0)
}

/** A row of a table: one stock price, and a value for each column asked for. */
export interface WhatIfRow {
  readonly price: number
  readonly cells: readonly WhatIfValue[]
}

/** What-if table of price × day: one row per price, one cell per number of days forward, one volatility for all. */
export function tabulateByDate(
  position: PricedPosition,
  axes: { readonly prices: readonly number[]; readonly daysForward: readonly number[]; readonly volChange?: number },
): WhatIfRow[] {
  const { prices, daysForward, volChange = 0 } = axes
  return prices.map((price) => ({
    price,
    cells: daysForward.map((days) => computeWhatIf(position, { price, daysForward: days, volChange })),
  }))
}

/** What-if table of price × volatility on one day: one row per price, one cell per change of volatility. */
export function tabulateByVolatility(
  position: PricedPosition,
  axes: { readonly prices: readonly number[]; readonly volChanges: readonly number[]; readonly daysForward: number },
): WhatIfRow[] {
  const { prices, volChanges, daysForward } = axes
  return prices.map((price) => ({
    price,
    cells: volChanges.map((volChange) => computeWhatIf(position, { price, daysForward, volChange })),
  }))
}
