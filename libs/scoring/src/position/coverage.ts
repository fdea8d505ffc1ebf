import { SHARES_PER_CONTRACT } from '../contract-size.ts'
import { requireNotNegative } from '../guards.ts'
import { atLeast } from '../thresholds.ts'

/** How much of a holding may be written on. */
export interface CoverageRules {
  readonly shares: number
  /** Largest part of the shares to cover, a fraction 0-1; 1 when left out. */
  readonly capFrac?: number
  /** Shares the owner means to hold; 0 when left out. */
  readonly targetShares?: number
  /** Part of the target that stays uncovered, a fraction 0-1; 0 when left out. */
  readonly floorFrac?: number
  /** Write only on the shares above the target. */
  readonly excessOnly?: boolean
}

/**
 * Calls that a holding can carry, a whole number: max(0, min(⌊shares × cap / 100⌋, ⌊shares / 100⌋ − ⌊target × floor / 100⌋)),
 * or ⌊(shares − target) / 100⌋ for the excess only. Calls already open are to be subtracted by the caller.
 * Throws RangeError on negative shares or target, or fractions outside 0-1. Source: MATHS 7 (thetagang).
 * Verified by hand in `position.test.ts`, and that no call is ever naked.
 */
export function countCoverableCalls(rules: CoverageRules): number {
  const { shares, capFrac = 1, targetShares = 0, floorFrac = 0, excessOnly = false } = rules
  requireNotNegative('shares', shares)
  requireNotNegative('targetShares', targetShares)
  requireFraction('capFrac', capFrac)
  requireFraction('floorFrac', floorFrac)
  if (excessOnly) return Math.max(0, contractsIn(shares - targetShares))
  return Math.max(
    0,
    Math.min(contractsIn(shares * capFrac), contractsIn(shares) - contractsIn(targetShares * floorFrac)),
  )
}

/** Whole contracts in a number of shares; 700 × 0.7 and its like must not lose one to the last bit. */
function contractsIn(shares: number): number {
  const contracts = shares / SHARES_PER_CONTRACT
  const nearest = Math.round(contracts)
  return atLeast(contracts, nearest) ? nearest : Math.floor(contracts)
}

function requireFraction(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} must be from 0 to 1, got ${value}`)
}
