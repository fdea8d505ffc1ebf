import { SHARES_PER_CONTRACT } from '../contract-size.ts'
import { requireCount, requireNotNegative, requirePositive, requireWhole } from '../guards.ts'
import { above, atLeast, atMost } from '../thresholds.ts'

/** Shares held and calls sold against them. Dollars per share. */
export interface CoveredPosition {
  readonly entryPrice: number
  readonly premium: number
  readonly strike: number
  readonly contracts: number
  /** Shares per contract; default 100. Adjusted contracts differ. */
  readonly sharesPerContract?: number
  /** Number of shares held, if there are more than the contracts cover. */
  readonly shares?: number
  /** Fees for the whole position, dollars. */
  readonly feesUsd?: number
}

export interface PositionSize {
  readonly shares: number
  /** Shares that can be called away if the calls are assigned. */
  readonly coveredShares: number
}

/**
 * Shares held and shares covered by calls. Throws RangeError on a price or strike that is not positive, a negative
 * premium or fee, a contract count that is not a positive integer, or fewer shares than the calls need, since some
 * calls would then be naked.
 */
export function sizeOfPosition(position: CoveredPosition): PositionSize {
  const { entryPrice, strike, premium, contracts, sharesPerContract = SHARES_PER_CONTRACT, feesUsd = 0 } = position
  requirePositive('entryPrice', entryPrice)
  requirePositive('strike', strike)
  requireNotNegative('premium', premium)
  requireCount('contracts', contracts)
  requirePositive('sharesPerContract', sharesPerContract)
  requireNotNegative('feesUsd', feesUsd)
  const coveredShares = contracts * sharesPerContract
  const { shares = coveredShares } = position
  if (!(shares >= coveredShares && shares < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`shares must cover the ${contracts} contracts with at least ${coveredShares}, got ${shares}`)
  }
  return { shares, coveredShares }
}

export interface HeldToExpiration extends CoveredPosition {
  /** Dividends received until expiration, dollars per share. */
  readonly dividends?: number
}

export interface PayoffPoint {
  readonly price: number
  readonly profitUsd: number
  /** `strike`: the line bends here. `breakeven`: it crosses zero here. */
  readonly mark: 'strike' | 'breakeven' | null
}

/**
 * Profit or loss of the whole position when the stock closes at `price` on the expiration day, dollars: shares·(price −
 * entry + D) + covered·(premium − max(0, price − K)) − fees. Linear on both sides of the strike. Throws RangeError on a
 * negative price or dividend, and in the same cases as `sizeOfPosition`. Source: MATHS 3, published case 25 (1,211 at
 * most). Verified by hand and by properties in `payoff.test.ts`.
 */
export function payoffUsd(position: HeldToExpiration, price: number): number {
  requireNotNegative('price', price)
  const { entryPrice, premium, strike, dividends = 0, feesUsd = 0 } = position
  requireNotNegative('dividends', dividends)
  const { shares, coveredShares } = sizeOfPosition(position)
  const exercised = Math.max(0, price - strike)
  return shares * (price - entryPrice + dividends) + coveredShares * (premium - exercised) - feesUsd
}

/**
 * Maximum profit of the position, dollars: (K − S + premium + D)·shares − fees. Null if some shares are uncovered,
 * because the profit is then unlimited. Source: MATHS 3. Verified with published case 25.
 */
export function maxProfitUsd(position: HeldToExpiration): number | null {
  const { shares, coveredShares } = sizeOfPosition(position)
  return shares > coveredShares ? null : payoffUsd(position, position.strike)
}

/** Maximum loss of the position, dollars, with the stock at zero: (S − premium − D)·shares + fees. Source: MATHS 3. */
export function maxLossUsd(position: HeldToExpiration): number {
  return -payoffUsd(position, 0)
}

/**
 * Price at expiration at which the whole position breaks even, including fees, dividends and uncovered shares; without
 * those it equals `breakeven`. Returns the strike if the payoff is zero there. Null if the position gains or loses at
 * every price. Verified by hand, on both sides of the strike, and by properties.
 */
export function positionBreakeven(position: HeldToExpiration): number | null {
  const { strike } = position
  const { shares, coveredShares } = sizeOfPosition(position)
  const atZero = payoffUsd(position, 0)
  if (above(atZero, 0)) return null
  const belowStrike = Math.max(0, -atZero / shares)
  if (atMost(belowStrike, strike)) return Math.min(belowStrike, strike)
  // Only uncovered shares gain above the strike.
  return shares > coveredShares ? strike - payoffUsd(position, strike) / (shares - coveredShares) : null
}

type Marked = Pick<PayoffPoint, 'price' | 'mark'>

/**
 * Points of the payoff line for a plot, ascending by price: `count` evenly spaced prices from `from` to `to`, plus
 * the exact strike and breakeven, so that the line never bends between two points. Prices that differ only by
 * rounding are merged into one point, which keeps its mark; the strike's mark takes precedence over the breakeven's.
 * Throws RangeError if `from` is negative, `to` is not above it or `count` is under 2. Verified in `payoff.test.ts`.
 */
export function computePayoff(
  position: HeldToExpiration,
  { from, to, count }: { readonly from: number; readonly to: number; readonly count: number },
): PayoffPoint[] {
  requireNotNegative('from', from)
  if (!(to > from && to < Number.POSITIVE_INFINITY)) throw new RangeError(`to must be above ${from}, got ${to}`)
  requireWhole('count', count, 2)
  const grid = Array.from({ length: count }, (_entry, step) =>
    step === count - 1 ? to : from + ((to - from) * step) / (count - 1),
  )
  const marks: Marked[] = [{ price: position.strike, mark: 'strike' }]
  const isMarked = (price: number) => marks.some((one) => atLeast(price, one.price) && atMost(price, one.price))
  const zero = positionBreakeven(position)
  if (zero !== null && !isMarked(zero)) marks.push({ price: zero, mark: 'breakeven' })
  const between = grid.filter((price) => !isMarked(price)).map((price): Marked => ({ price, mark: null }))
  return [...marks, ...between]
    .filter(({ price }) => atLeast(price, from) && atMost(price, to))
    .map(({ price, mark }) => ({ price, profitUsd: payoffUsd(position, price), mark }))
    .sort((a, b) => a.price - b.price)
}
