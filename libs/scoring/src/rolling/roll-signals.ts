import { requireFinite, requireNotNegative } from '../guards.ts'
import type { PositionMetrics } from '../position/metrics.ts'
import { above, atLeast, atMost } from '../thresholds.ts'
import { allOf, anyOf, type Truth, whenKnown } from '../truth.ts'

/** thetagang's limits for a roll: percent of the premium captured, and days. */
export const THETAGANG_SIGNAL = { profitPct: 90, lastDays: 15, minProfitPct: 0 } as const

/**
 * thetagang's signal to roll: 90% of the premium captured, or at most 15 days left and no loss on the call. Moneyness
 * does not matter. False for an expired call. Null if the premium needed to decide is unknown. Source: MATHS 7.
 * Verified in `rolling.test.ts`.
 */
export function isRollDue({ state, profitCapturedPct, daysToExpiration }: PositionMetrics): Truth {
  if (state === 'expired') return false
  const { profitPct, lastDays, minProfitPct } = THETAGANG_SIGNAL
  const captured = (least: number) => whenKnown(profitCapturedPct, (pct) => atLeast(pct, least))
  return anyOf([captured(profitPct), allOf([atMost(daysToExpiration, lastDays), captured(minProfitPct)])])
}

/** Blue Collar Investor's fractions of the premium; `lateFrac` applies in the last `lateDays`. */
export const BUY_BACK_GUIDELINE = { earlyFrac: 0.2, lateFrac: 0.1, lateDays: 14 } as const

/**
 * Price at which to buy a call back after the stock has fallen, dollars per share: 20% of the premium received, or
 * 10% in the last two weeks, so always 10% for a weekly. Throws RangeError on a negative argument. Source: Blue
 * Collar Investor's 20%/10% guidelines (MATHS 7). Verified on both sides of the two weeks.
 */
export function buyBackPrice({ entryPremium, days }: { readonly entryPremium: number; readonly days: number }): number {
  requireNotNegative('entryPremium', entryPremium)
  requireNotNegative('days', days)
  const { earlyFrac, lateFrac, lateDays } = BUY_BACK_GUIDELINE
  return entryPremium * (days <= lateDays ? lateFrac : earlyFrac)
}

/** Profit target after a roll, as a fraction of the first credit. */
const TARGET_OF_FIRST_CREDIT_FRAC = 0.5

/**
 * Price at which buying back a rolled call earns the original profit target, dollars per share: net credit of the
 * chain of rolls − 50% of the first credit. Example: sold for 1.00 and rolled for 0.40, 1.40 − 0.50 = 0.90. Null if
 * the chain's net credit is not above that. Throws RangeError on a negative first credit or a net credit that is not
 * finite. Source: tastylive, Profit Targets after Rolling, 2016-10-24 (MATHS 7). Verified by hand.
 */
export function profitTargetAfterRoll(chain: {
  readonly firstCredit: number
  readonly netCreditOfChain: number
}): number | null {
  requireNotNegative('firstCredit', chain.firstCredit)
  requireFinite('netCreditOfChain', chain.netCreditOfChain)
  const target = chain.netCreditOfChain - TARGET_OF_FIRST_CREDIT_FRAC * chain.firstCredit
  return above(target, 0) ? target : null
}
