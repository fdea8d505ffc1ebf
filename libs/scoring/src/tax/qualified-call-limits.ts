/** The limits of the law on qualified covered calls, in one place. Sources at `judgeQualifiedCoveredCall`. */
export const QUALIFIED_CALL_LIMITS = {
  /** The call must have more days than this to run. */
  minTermDays: 30,
  /**
   * By the months to run, not more than these: what the applicable stock price is multiplied by, 2 % for each full quarter of
   * a year at the start of the row. A term beyond the last row does not qualify.
   */
  priceFactors: [
    { maxMonths: 12, factor: 1 },
    { maxMonths: 15, factor: 1.08 },
    { maxMonths: 18, factor: 1.1 },
    { maxMonths: 21, factor: 1.12 },
    { maxMonths: 24, factor: 1.14 },
    { maxMonths: 27, factor: 1.16 },
    { maxMonths: 30, factor: 1.18 },
    { maxMonths: 33, factor: 1.2 },
  ],
  /** Over both of these the second strike below the price counts instead of the first. */
  secondStrike: { termDays: 90, strike: 50 },
  /** The open counts instead of the close before where it is above this multiple of it. */
  openOverClose: 1.1,
  /** Up to this price the benchmark is at least this share of it. */
  shareOfPrice: { upToPrice: 25, frac: 0.85 },
  /** Up to this price the benchmark is at most so many dollars below it. */
  dollarsBelow: { upToPrice: 150, usd: 10 },
} as const
