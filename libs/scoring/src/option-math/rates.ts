import { requireFinite } from '../guards.ts'

/**
 * Continuous rate for a bond-equivalent yield: 2·ln(1 + y/200), annualized decimal. `yieldPct` is in percent, as the
 * US Treasury publishes it (two coupons a year); 3.70% is 0.036662. Throws RangeError at −200% or less. Source: two
 * coupons a year compound to (1 + y/200)². Verified in `implied-volatility.test.ts`.
 */
export function continuousFromBondEquivalent(yieldPct: number): number {
  requireFinite('yieldPct', yieldPct)
  if (yieldPct <= -200) throw new RangeError(`yieldPct must be above -200, got ${yieldPct}`)
  return 2 * Math.log1p(yieldPct / 200)
}
