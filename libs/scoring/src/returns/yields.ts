import { DAYS_PER_YEAR } from '../calendar/iso-date.ts'
import { requireFinite, requireNotNegative, requirePositive } from '../guards.ts'
import type { OptionType } from '../option-math/contract.ts'

/** What a return is measured on: the stock's price, that price less the premium, what the shares cost, or the strike. */
export type ReturnBasis = 'stock_price' | 'net_debit' | 'cost_basis' | 'strike'

/** A covered call, per share in dollars. `premium` is what selling brings: the bid (D6). */
export interface CoveredCall {
  readonly price: number
  readonly strike: number
  readonly premium: number
  /** Dividends with ex-date inside the term, per share. */
  readonly dividends?: number
  readonly basis: ReturnBasis
  /** Cost per share; needed for `cost_basis` only. */
  readonly costBasis?: number
  /** Costs per share that raise the amount laid out, and costs that lower the profit: published figures do either. */
  readonly costsInBasis?: number
  readonly costsInProfit?: number
}

/** Simple annualising, × 365 / max(1, days), never compounded (D5). Percent in, percent out. */
export function annualizePct(returnPct: number, days: number): number {
  requireFinite('returnPct', returnPct)
  requireNotNegative('days', days)
  return (returnPct * DAYS_PER_YEAR) / Math.max(1, days)
}

/**
 * Yield of selling at the bid: bid / price × 365 / max(1, days) × 100, on the stock price (D5, D6, D15).
 * SPEC's "mid minus half the spread" is the bid. Throws RangeError on a price that is not positive or a negative bid.
 */
export function annualizedYieldPct({ bid, price, days }: { bid: number; price: number; days: number }): number {
  requireNotNegative('bid', bid)
  requirePositive('price', price)
  return annualizePct((bid / price) * 100, days)
}

/** Part of an option's price above immediate exercise, price − max(0, w·(S − K)); may be negative on a bad quote. */
export function timeValue(option: { type: OptionType; price: number; strike: number; premium: number }): number {
  const exercise = option.type === 'call' ? option.price - option.strike : option.strike - option.price
  return option.premium - Math.max(0, exercise)
}

/** What a covered call lays out: price − premium, dollars per share. Source: MATHS 2. */
export function netDebit({ price, premium }: Pick<CoveredCall, 'price' | 'premium'>): number {
  return price - premium
}

/** What the return is divided by, in dollars per share, costs included. Throws RangeError where it is not positive. */
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
 * Static (flat) return, percent, the stock unchanged: (premium − max(0, S − K) + D − costs) / basis × 100. For a call in
 * the money it equals the if-called return, except on the cost basis.
 * Throws RangeError as `returnBasisUsd`. Source: MATHS 2. Verified with the published cases 1, 3, 5, 7, 9, 11 and 15.
 */
export function staticReturnPct(position: CoveredCall): number {
  const { price, strike, premium, dividends = 0, costsInProfit = 0 } = position
  const earned = timeValue({ type: 'call', price, strike, premium }) + dividends - costsInProfit
  return (earned / returnBasisUsd(position)) * 100
}

/**
 * If-called return, percent, the shares sold at the strike: (K − S + premium + D − costs) / basis × 100; on the cost
 * basis the gain is counted from the cost instead of today's price.
 * Throws RangeError as `returnBasisUsd`. Source: MATHS 2. Verified with the published cases 1, 7, 9 and 11.
 */
export function ifCalledReturnPct(position: CoveredCall): number {
  const { price, strike, premium, dividends = 0, basis, costBasis, costsInProfit = 0 } = position
  const amount = returnBasisUsd(position)
  const entry = basis === 'cost_basis' && costBasis !== undefined ? costBasis : price
  return ((strike - entry + premium + dividends - costsInProfit) / amount) * 100
}

/** Price at which stock and premium together neither gain nor lose: S − premium − D. Verified with published case 15. */
export function breakeven({ price, premium, dividends = 0 }: Pick<CoveredCall, 'price' | 'premium' | 'dividends'>) {
  return price - premium - dividends
}
