/** Whether a dividend is one of a series, or paid once beside it. */
export type DividendKind = 'regular' | 'special'

/** From this cash a share on, OCC lowers the strikes of a stock's options by a dividend that is not an ordinary one. */
export const STRIKE_ADJUSTMENT_USD = 0.125

/** What is known of a dividend; an absent or null kind is unknown, as is cash of null. */
interface DividendTerms {
  readonly cash: number | null
  readonly kind?: DividendKind | null
}

/**
 * Whether the strikes of a stock's options are lowered by this dividend: a special one of at least 0.125 $ a share. Such a
 * dividend changes no option's value, and nothing is gained by exercising for it. Source: OCC by-laws, article VI section
 * 11A (cash distributions). Verified in `expected-dividends.test.ts`.
 */
export function lowersStrikes({ kind, cash }: DividendTerms): boolean {
  return kind === 'special' && (cash === null || cash >= STRIKE_ADJUSTMENT_USD)
}
