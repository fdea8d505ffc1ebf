import { SHARES_PER_CONTRACT } from '../contract-size.ts'
import { requireCount, requireNotNegative, requirePositive } from '../guards.ts'

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
