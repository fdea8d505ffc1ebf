import { SHARES_PER_CONTRACT } from '../contract-size.ts'
import { requireCount, requireNotNegative, requirePositive } from '../guards.ts'

/** Shares held and calls sold against them. Dollars per share. */
export interface CoveredPosition {
  readonly entryPrice: number
  readonly entryPremium: number
  readonly strike: number
  readonly contracts: number
  /** Shares per contract; default 100. Adjusted contracts differ. */
  readonly sharesPerContract?: number
  /** Number of shares held, if there are more than the contracts cover. */
  readonly shares?: number
  /** Fees for the whole position, dollars. */
  readonly feesUsd?: number
}

export interface PositionSize {
  readonly shares: number
  /** Shares that can be called away if the calls are assigned. */
  readonly coveredShares: number
}

/**
 * Shares held and shares covered by calls. Throws RangeError on a price or strike that is not positive, a negative
 * premium or fee, a contract count that is not a positive integer, or fewer shares than the calls need, since some
 * calls would then be naked.
 */
export function sizeOfPosition(position: CoveredPosition): PositionSize {
  const { entryPrice, strike, entryPremium, contracts, sharesPerContract = SHARES_PER_CONTRACT, feesUsd = 0 } = position
  requirePositive('entryPrice', entryPrice)
  requirePositive('strike', strike)
  requireNotNegative('entryPremium', entryPremium)
  requireCount('contracts', contracts)
  requirePositive('sharesPerContract', sharesPerContract)
  requireNotNegative('feesUsd', feesUsd)
  const coveredShares = contracts * sharesPerContract
  const { shares = coveredShares } = position
  if (!(shares >= coveredShares && shares < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`shares must cover the ${contracts} contracts with at least ${coveredShares}, got ${shares}`)
  }
  return { shares, coveredShares }
}
