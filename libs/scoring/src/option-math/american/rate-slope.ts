/** The smallest step of a quoted rate. */
const BASIS_POINT = 1e-4
/** So many steps to either side `slopeByRate` looks. */
const REACH = 4

/**
 * Whether the price may have a kink in the rate within reach. Without a yield early exercise begins to pay at rate 0, of
 * a put above it and of a call below it: there the price takes another slope within less than a basis point.
 */
export function isNearRateKink(rate: number, dividendYield: number): boolean {
  return dividendYield === 0 && Math.abs(rate) < REACH * BASIS_POINT
}

/**
 * Rho where the price has a kink: not the slope of one side, which would hold at that rate alone, but a difference over one
 * and two basis points each way, with Richardson's extrapolation: of c(h) = [8·(f(h) − f(−h)) − (f(2h) − f(−2h))]/(12h),
 * (16·c(h) − c(2h))/15. Wherever the price is smooth that is its slope.
 * `priceAt` gives the price at a rate; decimal per year, result per 1.00 of rate. `step` is a basis point, or less where
 * the price bends on a smaller scale.
 * Source: the differences of golden/american_yield.csv. Verified in `american.test.ts`, and on that file.
 */
export function slopeByRate(priceAt: (rate: number) => number, rate: number, step: number = BASIS_POINT): number {
  const difference = (by: number) => priceAt(rate + by) - priceAt(rate - by)
  return (256 * difference(step) - 40 * difference(2 * step) + difference(4 * step)) / (360 * step)
}
