import { SHARES_PER_CONTRACT } from '../contract-size.ts'
import { requireCount, requireNotNegative, requirePositive } from '../guards.ts'

/** Shares held and calls sold against them. Dollars per share. */
export interface CoveredPosition {
  readonly entryPrice: number
  readonly entryPremium: number
  readonly strike: number
  readonly contracts: number
  /** Shares per contract, default 100; adjusted contracts differ. */
  readonly sharesPerContract?: number
  /** Shares held, if more than the contracts cover. */
  readonly shares?: number
  /** Fees for the whole position, dollars. */
  readonly feesUsd?: number
}

export interface PositionSize {
  readonly shares: number
  /** Shares that assignment of the calls can take. */
  readonly coveredShares: number
}

/**
 * Shares held and shares covered by calls. Throws RangeError on a price or strike that is not positive, a negative premium
 * or fee, contracts that are not a whole number from 1, or fewer shares than the calls need, since such calls are naked.
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
