/**
 * Reverts a log deviation to the mean: unchanged within the band on either side of 0, and growing only with the
 * logarithm beyond it. Three bands become 2.1, ten become 3.3.
 */
export function holdInBand(deviation: number, band: number): number {
  const beyond = Math.abs(deviation) / band - 1
  return beyond <= 0 ? deviation : Math.sign(deviation) * band * (1 + Math.log1p(beyond))
}

/** Derivative of `holdInBand`: 1 within the band. */
export function slopeInBand(deviation: number, band: number): number {
  return Math.min(1, band / Math.abs(deviation))
}
