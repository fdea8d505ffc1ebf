/** A future cash dividend: ex-date in years from now, dollars per share. */
export interface TimedDividend {
  readonly years: number
  readonly cash: number
  /**
   * True if the dividend is not declared: the price is expected to drop by this amount, but the payment is not
   * certain.
   */
  readonly estimated?: boolean
}

/** True if a dividend affects a contract: after today, not after expiration, and above 0. */
export function isInTerm({ years, cash }: TimedDividend, term: number): boolean {
  return years > 0 && years <= term && cash > 0
}

/**
 * Σ cash·e^(−r·years) over the dividends with 0 < years ≤ term. A dividend with an ex-date today or after expiration
 * has no effect. Units: dollars per share. Source: the escrowed model of `golden/README.md`. Verified in
 * `european.test.ts`.
 */
export function presentValueOfDividends(dividends: readonly TimedDividend[], term: number, rate: number): number {
  let sum = 0
  for (const dividend of dividends) {
    if (isInTerm(dividend, term)) sum += dividend.cash * Math.exp(-rate * dividend.years)
  }
  return sum
}

/**
 * d/dt and d/dr of the escrowed amount: Σ r·PV and Σ years·PV. Spot less PV changes by −r·PV per year and by +years·PV per
 * unit of rate.
 */
export function dividendSlopes(
  dividends: readonly TimedDividend[],
  term: number,
  rate: number,
): { readonly perYear: number; readonly perRate: number } {
  let perYear = 0
  let perRate = 0
  for (const dividend of dividends) {
    if (!isInTerm(dividend, term)) continue
    const presentValue = dividend.cash * Math.exp(-rate * dividend.years)
    perYear += rate * presentValue
    perRate += dividend.years * presentValue
  }
  return { perYear, perRate }
}
