const BASIS_POINT = 1e-4
/** How many steps `slopeByRate` takes on either side. */
const REACH = 4

/**
 * True if the price may have a kink in the rate within reach. Without a yield, early exercise starts to pay at rate 0, for a
 * put above it and for a call below it, and the slope of the price changes within less than a basis point.
 */
export function isNearRateKink(rate: number, dividendYield: number): boolean {
  return dividendYield === 0 && Math.abs(rate) < REACH * BASIS_POINT
}

/**
 * Rho at a kink of the price. The slope on one side would be valid at that rate only, so this takes differences over
 * one and two basis points each way and applies Richardson's extrapolation: (16·c(h) − c(2h))/15 with c(h) = [8·(f(h)
 * − f(−h)) − (f(2h) − f(−2h))]/(12h). It equals the slope if the price is smooth. `priceAt` gives the price at a
 * rate; decimal per year, result per 1.00 of rate. `step` is a basis point, or less if the price curves on a smaller
 * scale. Source: the differences of golden/american_yield.csv. Verified in `american.test.ts`, and on that file.
 */
export function slopeByRate(priceAt: (rate: number) => number, rate: number, step: number = BASIS_POINT): number {
  const difference = (by: number) => priceAt(rate + by) - priceAt(rate - by)
  return (256 * difference(step) - 40 * difference(2 * step) + difference(4 * step)) / (360 * step)
}
