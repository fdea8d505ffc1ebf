/** Kind of a dividend: part of a series, or a one-time payment. */
export type DividendKind = 'regular' | 'special'

/** Minimum amount per share at which OCC lowers the strikes for a special dividend. */
export const STRIKE_ADJUSTMENT_USD = 0.125

/** Known terms of a dividend; an absent or null value is unknown. */
interface DividendTerms {
  readonly cash: number | null
  readonly kind?: DividendKind | null
}

/**
 * True if the strikes of a stock's options are lowered for this dividend: a special one of at least $0.125 a share. Such a
 * dividend changes no option's value, so there is no reason to exercise for it. Source: OCC by-laws, article VI section
 * 11A (cash distributions). Verified in `expected-dividends.test.ts`.
 */
export function lowersStrikes({ kind, cash }: DividendTerms): boolean {
  return kind === 'special' && (cash === null || cash >= STRIKE_ADJUSTMENT_USD)
}
