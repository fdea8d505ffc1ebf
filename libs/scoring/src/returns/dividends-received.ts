import { isInTerm, type TimedDividend } from '../option-math/dividends.ts'

/**
 * Declared dividends that a holder of the shares receives in a term, dollars per share: those with 0 < ex-date ≤ T,
 * which includes the expiration day. All figures for a covered call held to expiration count dividends this way; for
 * early exercise, see `computeEarlyCalledReturn`. Verified in `returns.test.ts`.
 */
export function dividendsReceived(dividends: readonly TimedDividend[], term: number): number {
  return dividendsInTerm(
    dividends.filter(({ estimated = false }) => !estimated),
    term,
  )
}

/** Declared and expected dividends in a term: the total by which they lower the stock's price. */
export function dividendsInTerm(dividends: readonly TimedDividend[], term: number): number {
  return dividends.reduce((sum, dividend) => (isInTerm(dividend, term) ? sum + dividend.cash : sum), 0)
}
