import { optionExpirationFor } from '../calendar/expirations.ts'
import { addDays, DAYS_PER_YEAR, daysBetween, type IsoDate, weekday } from '../calendar/iso-date.ts'
import { requirePositive } from '../guards.ts'
import { computeEuropeanDelta, priceEuropean } from '../option-math/european.ts'
import type { PastCall, PastClose, PastDividend, TermRange } from './backtest.ts'

/** Inputs of the model at a past close. */
export interface PastMarket extends PastClose {
  /** 30-day at-the-money implied volatility at the close, annualized decimal. */
  readonly impliedVolatility: number
  /** Continuously compounded annualized decimal. */
  readonly rate: number
  /** All dividends of the period; those after the close and inside the term count. */
  readonly dividends: readonly PastDividend[]
  /** How far below the model's price the call is sold, percent 0-100: half of a typical spread. */
  readonly costPct: number
}

const FRIDAY = 5
const DAYS_PER_WEEK = 7
/** Strikes from 15% below to 60% above the price, which contain every delta from 0.05 to 0.6 at usual volatilities. */
const STRIKE_RANGE = { low: 0.85, high: 1.6 } as const
const CENTS = 100

/**
 * Calls as a model would have priced them at a past close, for a stock whose old chains are not stored: each Friday's
 * expiration in the range (the Thursday before a holiday), strikes as far apart as is usual at this price, and the
 * Black-Scholes-Merton price at that day's 30-day at-the-money volatility, less `costPct`, rounded down to a cent. The
 * dividends that were paid in the term count as known. There is no skew, so the premium of a call far out of the money is
 * less certain than that of one at the money. Calls worth less than a cent are left out. Throws RangeError on a price or
 * volatility that is not positive. Source: MATHS 4 for the price. Verified in `backtest.test.ts` against `priceEuropean`
 * and by an independent program on two recorded stocks.
 */
export function listModelledCalls(market: PastMarket, { minDays, maxDays }: TermRange): PastCall[] {
  const { date, close, impliedVolatility: vol, rate, dividends, costPct } = market
  requirePositive('close', close)
  requirePositive('impliedVolatility', vol)
  const timed = dividends.map(({ exDate, cash }) => ({ years: daysBetween(date, exDate) / DAYS_PER_YEAR, cash }))
  return listFridayExpirations(date, minDays, maxDays).flatMap((expiration) => {
    const years = daysBetween(date, expiration) / DAYS_PER_YEAR
    const terms = { type: 'call', spot: close, years, rate, dividends: timed, vol } as const
    return listStrikes(close).flatMap((strike) => {
      const sold = priceEuropean({ ...terms, strike }) * (1 - costPct / 100)
      const premium = Math.floor(sold * CENTS + Number.EPSILON) / CENTS
      return premium > 0 ? [{ expiration, strike, delta: computeEuropeanDelta({ ...terms, strike }), premium }] : []
    })
  })
}

function listFridayExpirations(date: IsoDate, minDays: number, maxDays: number): IsoDate[] {
  const daysToFriday = (FRIDAY - weekday(date) + DAYS_PER_WEEK) % DAYS_PER_WEEK
  const expirations: IsoDate[] = []
  for (let days = daysToFriday; days <= maxDays + 1; days += DAYS_PER_WEEK) {
    const expiration = optionExpirationFor(addDays(date, days))
    const term = daysBetween(date, expiration)
    if (term >= minDays && term <= maxDays) expirations.push(expiration)
  }
  return expirations
}

/** Usual distance between strikes at a price, dollars. */
function strikeStep(price: number): number {
  if (price < 25) return 0.5
  if (price < 100) return 1
  return price < 250 ? 2.5 : 5
}

function listStrikes(price: number): number[] {
  const step = strikeStep(price)
  const first = Math.ceil((price * STRIKE_RANGE.low) / step)
  const last = Math.floor((price * STRIKE_RANGE.high) / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step)
}
