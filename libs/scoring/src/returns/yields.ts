import { DAYS_PER_YEAR } from '../calendar/iso-date.ts'
import { requireFinite, requireNotNegative, requirePositive } from '../guards.ts'
import type { OptionType } from '../option-math/contract.ts'
import { below } from '../thresholds.ts'

/**
 * Amount that a return is divided by: the stock's price, that price less the premium, the cost of the shares, or the
 * strike.
 */
export type ReturnBasis = 'stock_price' | 'net_debit' | 'cost_basis' | 'strike'

/** A covered call, dollars per share. `premium` is the bid (D6). */
export interface CoveredCall {
  readonly price: number
  readonly strike: number
  readonly premium: number
  /** Dividends with an ex-date in the term, per share. */
  readonly dividends?: number
  readonly basis: ReturnBasis
  /** Cost per share; required for `cost_basis` only. */
  readonly costBasis?: number
  /**
   * Costs per share that raise the basis (`costsInBasis`) or lower the profit; published figures use one or the
   * other.
   */
  readonly costsInBasis?: number
  readonly costsInProfit?: number
}

/** Annualizes a return without compounding: × 365 / max(1, days) (D5). Percent in, percent out. */
export function annualizePct(returnPct: number, days: number): number {
  requireFinite('returnPct', returnPct)
  requireNotNegative('days', days)
  return (returnPct * DAYS_PER_YEAR) / Math.max(1, days)
}

/**
 * Yearly yield from selling at the bid: bid / price × 365 / max(1, days) × 100, on the stock price (D5, D6, D15).
 * SPEC's "mid minus half the spread" is the bid. Throws RangeError on a price that is not positive or a negative bid.
 */
export function annualizedYieldPct({ bid, price, days }: { bid: number; price: number; days: number }): number {
  requireNotNegative('bid', bid)
  requirePositive('price', price)
  return annualizePct((bid / price) * 100, days)
}

/**
 * Premium above intrinsic value, premium − max(0, w·(S − K)), w = 1 for a call and −1 for a put; may be negative on a bad
 * quote. Throws RangeError on a price or strike that is not positive, or a negative premium.
 * Source: MATHS 2. Verified by hand.
 */
export function timeValue(option: { type: OptionType; price: number; strike: number; premium: number }): number {
  requirePrices(option)
  const exercise = option.type === 'call' ? option.price - option.strike : option.strike - option.price
  return option.premium - Math.max(0, exercise)
}

/** Net debit for a covered call: price − premium, dollars per share. Source: MATHS 2. */
export function netDebit({ price, premium }: Pick<CoveredCall, 'price' | 'premium'>): number {
  requireFinite('price', price)
  requireFinite('premium', premium)
  return price - premium
}

/**
 * Amount that the return is divided by, in dollars per share, including costs. Throws RangeError if it is not
 * positive.
 */
export function returnBasisUsd(position: CoveredCall): number {
  const { price, strike, basis, costBasis, costsInBasis = 0 } = position
  const amounts: Record<ReturnBasis, number> = {
    stock_price: price,
    net_debit: netDebit(position),
    cost_basis: costBasis ?? Number.NaN,
    strike,
  }
  const amount = amounts[basis] + costsInBasis
  requirePositive(`return basis ${basis}`, amount)
  return amount
}

/**
 * Static return, percent, with the stock unchanged: (premium − max(0, S − K) + D − costs) / basis × 100. For a call in the money
 * it equals the if-called return, except on the cost basis.
 * Throws RangeError on a price or strike that is not positive, a negative premium or dividend, costs that are not
 * finite, and in the same cases as `returnBasisUsd`. Source: MATHS 2 (flat return). Verified with the published cases
 * 1, 3, 5, 7, 9, 11 and 15.
 */
export function staticReturnPct(position: CoveredCall): number {
  const { price, strike, premium, dividends = 0, costsInProfit = 0 } = position
  requireCoveredCall(position)
  const earned = timeValue({ type: 'call', price, strike, premium }) + dividends - costsInProfit
  return (earned / returnBasisUsd(position)) * 100
}

/**
 * If-called return, percent, with the shares sold at the strike: (K − S + premium + D − costs) / basis × 100. On the cost
 * basis, the gain is measured from the cost instead of today's price.
 * Throws RangeError in the same cases as `staticReturnPct`. Source: MATHS 2. Verified with the published cases 1, 7, 9
 * and 11.
 */
export function ifCalledReturnPct(position: CoveredCall): number {
  const { price, basis, costBasis, costsInProfit = 0 } = position
  requireCoveredCall(position)
  const amount = returnBasisUsd(position)
  const entry = basis === 'cost_basis' && costBasis !== undefined ? costBasis : price
  return ((maxProfitPerShare({ ...position, price: entry }) - costsInProfit) / amount) * 100
}

/** A covered call, without the choice of what to divide its return by. */
export type CallTerms = Pick<CoveredCall, 'price' | 'strike' | 'premium' | 'dividends'>

/**
 * Maximum profit of a covered call, dollars per share, with the stock at or above the strike: K − S + premium + D. Not
 * positive if the strike is so low that no price brings a profit.
 * Throws RangeError on a price or strike that is not positive, or a negative premium or dividend. Source: MATHS 3.
 */
export function maxProfitPerShare(call: CallTerms): number {
  const { price, strike, premium, dividends = 0 } = call
  requirePrices(call)
  requireNotNegative('dividends', dividends)
  return strike - price + premium + dividends
}

/**
 * Price at expiration at which stock, premium and dividends together break even: S − premium − D. Null if the position
 * loses at every price because the strike is below that price. Not positive if the position cannot lose.
 * Throws RangeError in the same cases as `maxProfitPerShare`. Source: MATHS 3. Verified with published case 15.
 */
export function breakeven(call: CallTerms): number | null {
  const { price, strike, premium, dividends = 0 } = call
  // With a maximum profit of 0, the breakeven is exactly the strike.
  return below(maxProfitPerShare(call), 0) ? null : Math.min(strike, price - premium - dividends)
}

function requirePrices({ price, strike, premium }: Pick<CoveredCall, 'price' | 'strike' | 'premium'>): void {
  requirePositive('price', price)
  requirePositive('strike', strike)
  requireNotNegative('premium', premium)
}

function requireCoveredCall(position: CoveredCall): void {
  const { dividends = 0, costsInBasis = 0, costsInProfit = 0 } = position
  requirePrices(position)
  requireNotNegative('dividends', dividends)
  requireFinite('costsInBasis', costsInBasis)
  requireFinite('costsInProfit', costsInProfit)
}
