import { requireNotNegative, requireWhole } from '../guards.ts'
import { above, atLeast, atMost } from '../thresholds.ts'
import { type CoveredPosition, sizeOfPosition } from './covered-position.ts'

/** A covered position as it stands at expiration. */
export interface HeldToExpiration extends CoveredPosition {
  /** Dividends received on the way, dollars per share. */
  readonly dividends?: number
}

export interface PayoffPoint {
  readonly price: number
  readonly profitUsd: number
  /** The points where the line bends or crosses zero. */
  readonly mark: 'strike' | 'breakeven' | null
}

/**
 * Profit or loss of the whole position when the stock closes at `price` on the expiration day, dollars:
 * shares·(price − entry + D) + covered·(premium − max(0, price − K)) − fees. Straight on both sides of the strike.
 * Throws RangeError on a negative price or dividend, or as `sizeOfPosition`. Source: MATHS 3, published case 25 (1,211 at most).
 * Verified by hand and by properties in `payoff.test.ts`.
 */
export function payoffUsd(position: HeldToExpiration, price: number): number {
  requireNotNegative('price', price)
  const { entryPrice, entryPremium, strike, dividends = 0, feesUsd = 0 } = position
  requireNotNegative('dividends', dividends)
  const { shares, coveredShares } = sizeOfPosition(position)
  const exercised = Math.max(0, price - strike)
  return shares * (price - entryPrice + dividends) + coveredShares * (entryPremium - exercised) - feesUsd
}

/**
 * The most the position can earn, dollars: (K − S + premium + D)·shares − fees. Null when shares stay uncovered, because
 * then nothing caps the profit. Source: MATHS 3. Verified with published case 25.
 */
export function maxProfitUsd(position: HeldToExpiration): number | null {
  const { shares, coveredShares } = sizeOfPosition(position)
  return shares > coveredShares ? null : payoffUsd(position, position.strike)
}

/** The most the position can lose, dollars, with the stock at zero: (S − premium − D)·shares + fees. Source: MATHS 3. */
export function maxLossUsd(position: HeldToExpiration): number {
  return -payoffUsd(position, 0)
}

/**
 * Price at expiration at which the whole position neither gains nor loses, fees, dividends and uncovered shares counted;
 * without them it is `breakeven`. The strike where the position comes to zero just there. Null when the position gains or
 * loses at every price. Verified by hand, on each side of the strike, and by properties.
 */
export function positionBreakeven(position: HeldToExpiration): number | null {
  const { strike } = position
  const { shares, coveredShares } = sizeOfPosition(position)
  const atZero = payoffUsd(position, 0)
  if (above(atZero, 0)) return null
  const belowStrike = Math.max(0, -atZero / shares)
  if (atMost(belowStrike, strike)) return Math.min(belowStrike, strike)
  // Above the strike only the uncovered shares still gain.
  return shares > coveredShares ? strike - payoffUsd(position, strike) / (shares - coveredShares) : null
}

type Marked = Pick<PayoffPoint, 'price' | 'mark'>

/**
 * Points of the payoff line for a plot, by rising price: `count` evenly spaced prices from `from` to `to`, and between
 * them the strike and the breakeven exactly, so that no bend falls between two points. Prices that are one to the last
 * bits give one point, which keeps its mark; the strike goes before the breakeven.
 * Throws RangeError when `from` is negative, `to` is not above it or `count` is under 2. Verified in `payoff.test.ts`.
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
