import { isInTerm, type TimedDividend } from '../option-math/dividends.ts'

/**
 * Cash of the declared dividends that a holder of the shares receives inside a term, dollars per share: 0 < ex-date ≤ T, the
 * expiration day among them. Every figure of a covered call that is held to expiration counts dividends this way; what an
 * early exercise leaves of them says `computeEarlyCalledReturn`. Verified in `returns.test.ts`.
 */
export function dividendsReceived(dividends: readonly TimedDividend[], term: number): number {
  return dividendsInTerm(
    dividends.filter(({ estimated = false }) => !estimated),
    term,
  )
}

/** The same with the dividends that are only expected: what leaves the price of the stock in the term. */
export function dividendsInTerm(dividends: readonly TimedDividend[], term: number): number {
  return dividends.reduce((sum, dividend) => (isInTerm(dividend, term) ? sum + dividend.cash : sum), 0)
}
