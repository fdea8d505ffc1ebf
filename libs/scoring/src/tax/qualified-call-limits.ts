/** Legal limits for qualified covered calls. For sources, see `judgeQualifiedCoveredCall`. */
export const QUALIFIED_CALL_LIMITS = {
  /** The term must be longer than this many days. */
  minTermDays: 30,
  /**
   * Multiplier for the applicable stock price, for terms up to `maxMonths`: 2% for each full quarter in the shortest
   * term of the row. A term beyond the last row does not qualify.
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
  /**
   * If term and strike are both above these limits, the second-highest strike below the price applies instead of the
   * highest.
   */
  secondStrike: { termDays: 90, strike: 50 },
  /** The open replaces the prior close if the open is above this multiple of the close. */
  openOverClose: 1.1,
  /** Up to this price, the benchmark is at least this fraction of the price. */
  shareOfPrice: { upToPrice: 25, frac: 0.85 },
  /** Up to this price, the benchmark is at most `usd` dollars below the price. */
  dollarsBelow: { upToPrice: 150, usd: 10 },
} as const
