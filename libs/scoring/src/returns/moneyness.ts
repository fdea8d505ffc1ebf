import { requirePositive } from '../guards.ts'
import type { OptionType } from '../option-math/contract.ts'
import { atMost } from '../thresholds.ts'

export type Moneyness = 'ITM' | 'ATM' | 'OTM'

export const AT_THE_MONEY_FRAC = 0.02

/**
 * ATM if the strike is within ±2% of the price, limits included (D19); else ITM or OTM by type. Throws RangeError on a
 * price or strike that is not positive. Verified with cases on both sides of both limits.
 */
export function moneyness(option: { type: OptionType; price: number; strike: number }): Moneyness {
  requirePositive('price', option.price)
  requirePositive('strike', option.strike)
  const distance = option.strike / option.price - 1
  if (atMost(Math.abs(distance), AT_THE_MONEY_FRAC)) return 'ATM'
  return distance > 0 === (option.type === 'call') ? 'OTM' : 'ITM'
}
