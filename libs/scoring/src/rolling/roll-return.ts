import { requireFinite, requireNotNegative, requirePositive } from '../guards.ts'
import { above } from '../thresholds.ts'

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
