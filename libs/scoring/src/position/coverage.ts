import { SHARES_PER_CONTRACT } from '../contract-size.ts'
import { requireNotNegative } from '../guards.ts'
import { atLeast } from '../thresholds.ts'

export interface CoverageRules {
  readonly shares: number
  /** Maximum fraction of the shares to cover, 0-1; default 1. */
  readonly capFrac?: number
  /** Number of shares the owner wants to keep; default 0. */
  readonly targetShares?: number
  /** Fraction of the target that must stay free of calls, 0-1; default 0. */
  readonly floorFrac?: number
  /** If true, calls cover only the shares above the target. */
  readonly excessOnly?: boolean
}

/**
 * Number of calls that a holding can cover: max(0, min(⌊shares × cap / 100⌋, ⌊shares / 100⌋ − ⌊target × floor / 100⌋)),
 * or ⌊(shares − target) / 100⌋ with `excessOnly`. The caller must subtract calls that are already open.
 * Throws RangeError on negative shares or target, or fractions outside 0-1. Source: MATHS 7 (thetagang).
 * Verified in `position.test.ts`: by hand, and that no call is ever naked.
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

/**
 * How many whole contracts a number of shares covers. A rounding error in the last bit of a product like 700 × 0.7
 * must not cost a contract.
 */
function contractsIn(shares: number): number {
  const contracts = shares / SHARES_PER_CONTRACT
  const nearest = Math.round(contracts)
  return atLeast(contracts, nearest) ? nearest : Math.floor(contracts)
}

function requireFraction(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} must be from 0 to 1, got ${value}`)
}
