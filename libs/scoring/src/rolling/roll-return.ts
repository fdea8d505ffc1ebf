import { requireFinite, requireNotNegative, requirePositive } from '../guards.ts'
import type { PositionMetrics } from '../position/metrics.ts'
import { above, atLeast, atMost } from '../thresholds.ts'
import { allOf, anyOf, type Truth, whenKnown } from '../truth.ts'

/** Prices of a roll: buying back an open call and selling another against the same shares. Dollars per share. */
export interface RollPrices {
  /** Bid of the new call (D6). */
  readonly newPremium: number
  /** Ask of the old call (D6). */
  readonly costToClose: number
}

/**
 * Net amount of a roll in dollars per share, a credit if positive: bid of the new call − ask of the old one − fees for
 * two legs. `feePerShareUsd` is the fee for one leg per share (fee per contract / 100); default 0.
 * Throws RangeError on a negative or non-finite argument. Source: MATHS 7. Verified by hand in `rolling.test.ts`.
 */
export function netRollUsd(roll: RollPrices & { readonly feePerShareUsd?: number }): number {
  const { newPremium, costToClose, feePerShareUsd = 0 } = roll
  requireNotNegative('newPremium', newPremium)
  requireNotNegative('costToClose', costToClose)
  requireNotNegative('feePerShareUsd', feePerShareUsd)
  return newPremium - costToClose - 2 * feePerShareUsd
}

/** A roll, with the stock's price, both strikes, and the `basis` that the return is divided by. Dollars per share. */
export interface RollToMeasure extends RollPrices {
  readonly price: number
  readonly oldStrike: number
  readonly newStrike: number
  /** The old strike if the old call is in the money; otherwise the price or the cost of the shares. */
  readonly basis: number
}

export interface RollReturn {
  /** [new premium − cost to close + max(0, min(S, K_new) − K_old)] / basis, a fraction. */
  readonly rollReturnFrac: number
  /** max(0, K_new − S) / basis, a fraction: additional return if the stock rises to the new strike. */
  readonly upsideFrac: number
}

/**
 * Return on a roll by Blue Collar Investor's method. The max term is the share value that the higher strike unlocks
 * ("bought-up" value): without it, rolling up a call in the money looks like a loss. Fractions, not annualized. Throws
 * RangeError on a price, strike or basis that is not positive, or a negative premium.
 * Source: MATHS 7. Verified with the published cases 15 and 17 (`worked-cases.test.ts`) and by properties.
 */
export function rollReturn(roll: RollToMeasure): RollReturn {
  const { newPremium, costToClose, price, oldStrike, newStrike, basis } = roll
  requirePositive('price', price)
  requirePositive('oldStrike', oldStrike)
  requirePositive('newStrike', newStrike)
  requirePositive('basis', basis)
  const boughtUp = Math.max(0, Math.min(price, newStrike) - oldStrike)
  return {
    rollReturnFrac: (netRollUsd({ newPremium, costToClose }) + boughtUp) / basis,
    upsideFrac: Math.max(0, newStrike - price) / basis,
  }
}

/** Time premium of the open call and of the new call, in the same unit (per share, contract or position). */
export interface ForwardRoll {
  readonly remainingTimePremium: number
  readonly remainingDays: number
  readonly newTimePremium: number
  readonly newDays: number
  /** Costs of the roll, in the same unit as the premiums; default 0. */
  readonly costs?: number
}

/**
 * McMillan's test of a forward roll: time premium earned per day, (new − costs) / new days against remaining / days
 * left. `rollPays` is true if the new call earns more per day, beyond the shared epsilon. Days are calendar days; the
 * divisor is at least 1 (D4). Throws RangeError on an argument that is not finite, or negative days or costs. A time
 * premium may be negative (if the quote is below intrinsic value). Source: McMillan, Options as a Strategic Investment,
 * covered call writing (MATHS 7). Verified with the published case 19 (`worked-cases.test.ts`).
 */
export function forwardRollPerDay(roll: ForwardRoll): {
  readonly remainingPerDay: number
  readonly newPerDay: number
  readonly rollPays: boolean
} {
  const { remainingTimePremium, remainingDays, newTimePremium, newDays, costs = 0 } = roll
  requireFinite('remainingTimePremium', remainingTimePremium)
  requireFinite('newTimePremium', newTimePremium)
  requireNotNegative('remainingDays', remainingDays)
  requireNotNegative('newDays', newDays)
  requireNotNegative('costs', costs)
  const remainingPerDay = remainingTimePremium / Math.max(1, remainingDays)
  const newPerDay = (newTimePremium - costs) / Math.max(1, newDays)
  return { remainingPerDay, newPerDay, rollPays: above(newPerDay, remainingPerDay) }
}

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
export function buyBackPrice({ premium, days }: { readonly premium: number; readonly days: number }): number {
  requireNotNegative('premium', premium)
  requireNotNegative('days', days)
  const { earlyFrac, lateFrac, lateDays } = BUY_BACK_GUIDELINE
  return premium * (days <= lateDays ? lateFrac : earlyFrac)
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
