import { requireNotNegative } from '../guards.ts'
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
 * Throws RangeError on a negative price, or as `sizeOfPosition`. Source: MATHS 3 and published case 25 (maximum 1,211).
 * Verified by hand and by properties in `payoff.test.ts`.
 */
export function payoffUsd(position: HeldToExpiration, price: number): number {
  requireNotNegative('price', price)
  const { entryPrice, entryPremium, strike, dividends = 0, feesUsd = 0 } = position
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
 * without them it is `breakeven`. Null when the position gains or loses at every price.
 */
export function positionBreakeven(position: HeldToExpiration): number | null {
  const { shares, coveredShares } = sizeOfPosition(position)
  const atZero = payoffUsd(position, 0)
  if (atZero > 0) return null
  const belowStrike = -atZero / shares
  if (belowStrike <= position.strike) return belowStrike
  // Above the strike only the uncovered shares still gain.
  return shares > coveredShares
    ? position.strike - payoffUsd(position, position.strike) / (shares - coveredShares)
    : null
}

/**
 * Points of the payoff line for a plot, by rising price: `count` evenly spaced prices from `from` to `to`, and between
 * them the strike and the breakeven exactly, so that no bend falls between two points.
 * Throws RangeError when `from` is negative, `to` is not above it or `count` is under 2. Verified in `payoff.test.ts`.
 */
export function computePayoff(
  position: HeldToExpiration,
  { from, to, count }: { readonly from: number; readonly to: number; readonly count: number },
): PayoffPoint[] {
  requireNotNegative('from', from)
  if (!(to > from && to < Number.POSITIVE_INFINITY)) throw new RangeError(`to must be above ${from}, got ${to}`)
  if (!Number.isInteger(count) || count < 2) throw new RangeError(`count must be a whole number from 2, got ${count}`)
  const marks = new Map<number, PayoffPoint['mark']>()
  for (let step = 0; step < count; step += 1)
    marks.set(step === count - 1 ? to : from + ((to - from) * step) / (count - 1), null)
  const mark = (price: number | null, name: PayoffPoint['mark']) => {
    if (price !== null && price >= from && price <= to) marks.set(price, name)
  }
  mark(positionBreakeven(position), 'breakeven')
  mark(position.strike, 'strike')
  return [...marks]
    .map(([price, name]) => ({ price, profitUsd: payoffUsd(position, price), mark: name }))
    .sort((a, b) => a.price - b.price)
}
