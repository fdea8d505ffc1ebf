import { daysBetween, type IsoDate } from '../calendar/iso-date.ts'
import { SHARES_PER_CONTRACT } from '../contract-size.ts'
import { requireCount, requireNotNegative, requirePositive } from '../guards.ts'
import type { ScheduledDividend } from '../option-math/chain.ts'
import { annualizePct, type CoveredCall, ifCalledReturnPct, returnBasisUsd, staticReturnPct } from './yields.ts'

/** A return, with the basis, days and dividends that it was computed from. */
export interface ReturnFigure {
  readonly returnPct: number
  /** returnPct × 365 / max(1, days), simple (D5). */
  readonly annualizedPct: number
  /** Calendar days from the trade date, which does not count, to the expiration date. */
  readonly days: number
  readonly basis: CoveredCall['basis']
  /** Basis in dollars per share, including costs. */
  readonly basisUsd: number
  /** Dividends counted as received, dollars per share. */
  readonly dividends: number
}

function labelled(position: CoveredCall, returnPct: number, days: number): ReturnFigure {
  const { basis, dividends = 0 } = position
  const basisUsd = returnBasisUsd(position)
  return { returnPct, annualizedPct: annualizePct(returnPct, days), days, basis, basisUsd, dividends }
}

/**
 * Static and if-called returns, each also annualized, with basis, days and dividends. `days` runs from trade to
 * expiration and is 0 or more; the position's dividends cover the whole term. Throws RangeError on negative days, and
 * in the same cases as `staticReturnPct`. Source: MATHS 2. Verified with the published cases 1, 3, 5, 7, 9 and 11; in
 * the money, static and if-called returns agree.
 */
export function computeReturnFigures(
  position: CoveredCall,
  days: number,
): { readonly staticReturn: ReturnFigure; readonly ifCalledReturn: ReturnFigure } {
  return {
    staticReturn: labelled(position, staticReturnPct(position), days),
    ifCalledReturn: labelled(position, ifCalledReturnPct(position), days),
  }
}

/** Exercise of a call to get the dividend on `exDate`; `dividends` are the stock's known dividends, in any order. */
export interface EarlyExercise {
  readonly tradeDate: IsoDate
  readonly exDate: IsoDate
  readonly dividends: readonly ScheduledDividend[]
}

/**
 * Return if the call is exercised for the dividend on an ex-date. It is the if-called return with only the dividends
 * received by then (ex-dates after the trade date and before this one), over the days to the day before this ex-date.
 * Shown next to the return at expiration if a dividend falls within the term. Throws RangeError if the ex-date is not
 * after the trade date, on an invalid day, and in the same cases as `ifCalledReturnPct`. Source: MATHS 2
 * (coveredcallsadvisor's practice). Verified with the published cases 9 and 11, and by hand with two ex-dates.
 */
export function computeEarlyCalledReturn(
  position: Omit<CoveredCall, 'dividends'>,
  { tradeDate, exDate, dividends }: EarlyExercise,
): ReturnFigure {
  const days = daysBetween(tradeDate, exDate) - 1
  if (days < 0) throw new RangeError(`exDate must be after the trade date ${tradeDate}, got ${exDate}`)
  const isReceived = (one: ScheduledDividend) =>
    one.estimated !== true && daysBetween(tradeDate, one.exDate) > 0 && daysBetween(one.exDate, exDate) > 0
  const received = dividends.filter(isReceived).reduce((sum, { cash }) => sum + cash, 0)
  const called: CoveredCall = { ...position, dividends: received }
  return labelled(called, ifCalledReturnPct(called), days)
}

/**
 * Cushion: how far the stock can fall before the premium is used up, premium / S × 100, percent of the price. Sources
 * use "downside protection" for two different figures; this is the first (Power Options). Throws RangeError on a price
 * that is not positive or a negative premium. Source: MATHS 3.
 */
export function cushionPct({ price, premium }: { price: number; premium: number }): number {
  requirePositive('price', price)
  requireNotNegative('premium', premium)
  return (premium / price) * 100
}

/**
 * Time-value protection: how far the stock can fall before the static return shrinks, max(0, S − K) / S × 100, percent
 * of the price; 0 unless the call is in the money. This is the second figure called "downside protection" (Blue Collar
 * Investor). Throws RangeError on a price or strike that is not positive. Source: MATHS 3. Verified with the published
 * cases 15 and 17.
 */
export function timeValueProtectionPct({ price, strike }: { price: number; strike: number }): number {
  requirePositive('price', price)
  requirePositive('strike', strike)
  return (Math.max(0, price - strike) / price) * 100
}

/**
 * Price at expiration above which the stock alone would have earned more: K + premium. Throws RangeError on a strike
 * that is not positive or a negative premium. Source: MATHS 3.
 */
export function crossoverPrice({ strike, premium }: { strike: number; premium: number }): number {
  requirePositive('strike', strike)
  requireNotNegative('premium', premium)
  return strike + premium
}

/**
 * Profit missed by selling the call instead of only holding the stock, dollars: max(0, S_T − K − premium) × shares per
 * contract × contracts; 0 up to the crossover price. Throws RangeError on a negative price, a contract count that is
 * not a positive integer, shares per contract that are not positive, and in the same cases as `crossoverPrice`. Source:
 * MATHS 3. Verified by hand.
 */
export function missedUpsideUsd(outcome: {
  readonly priceAtExpiration: number
  readonly strike: number
  readonly premium: number
  readonly contracts: number
  readonly sharesPerContract?: number
}): number {
  const { priceAtExpiration, contracts, sharesPerContract = SHARES_PER_CONTRACT } = outcome
  requireNotNegative('priceAtExpiration', priceAtExpiration)
  requireCount('contracts', contracts)
  requirePositive('sharesPerContract', sharesPerContract)
  return Math.max(0, priceAtExpiration - crossoverPrice(outcome)) * sharesPerContract * contracts
}
