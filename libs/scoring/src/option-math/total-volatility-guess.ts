import { SQRT_TWO_PI } from './normal.ts'

/**
 * Where `guessNearTheMoney` ends and `guessFromBounds` takes over. |x|: there the series of sinh is off by 5e-5. The
 * logarithm of the ratio of the in-the-money price to the other: the end of the first fit. w²: a little beyond that of
 * the second, at s = 2.9.
 */
const NEAR_LOG_MONEYNESS = 3
const NEAR_PRICE_RATIO = 31
const NEAR_VARIANCE = 5
/**
 * The share of its ceiling up to which a price counts as near its floor. The price is steepest at s = √(2|x|), where it
 * has reached 0.36 of its ceiling at x = −3, 0.41 at −10 and close to 0.5 far out: the two bounds meet there.
 */
const LOWER_SHARE = 0.4

/**
 * A first guess of the total volatility s = vol·√T whose normalised price is beta (see `solveTotalVolatility`, with the
 * domain of x and beta): within 0.0006 of it (relative) for |x| ≤ 1, |x| ≤ 6s and s ≤ 2.5, within 0.45 wherever
 * s > 1e-6. One logarithm for an ordinary option. Verified in `total-volatility.test.ts`.
 */
export function guessTotalVolatility(beta: number, x: number): number {
  const guess = x >= -NEAR_LOG_MONEYNESS ? guessNearTheMoney(beta, x) : Number.NaN
  return guess > 0 ? guess : guessFromBounds(beta, x)
}

/**
 * Reads the price as one of the normal model (Bachelier: the price itself diffuses, not its logarithm), where the
 * volatility is a function of one number, and turns that into the lognormal volatility. NaN outside its range.
 *
 * 1. Normal model: the volatility is the straddle times √(π/2) at the money, and less the further the two prices of the
 *    straddle are apart; here a rational function of the logarithm of their ratio. Idea: Choi, Kim and Kwak, Numerical
 *    approximation of the implied volatility under arithmetic Brownian motion (2009). Own fit: 4,000 Chebyshev points
 *    of the logarithm from 0 to 31 (0 to 7 deviations from the money), largest relative error 2.2e-4.
 * 2. Lognormal: with w = normal volatility·ln(F/K)/(F − K), s = w·(1 + w²/24 + …) almost whatever the strike: Hagan,
 *    Kumar, Lesniewski and Woodward, Managing smile risk (2002), appendix B. Own fit in place of the series: 1,200
 *    points with s up to 2.7, |x| up to 1 and up to 6s, dense at the edges, largest relative error 1.7e-4.
 *
 * Both fits are linear least squares made over and over, each point weighted by its error so far, until the largest
 * error is as small as it gets (Lawson 1961; Loeb for the quotient).
 */
function guessNearTheMoney(beta: number, x: number): number {
  const xx = x * x
  // |F − K|/√(FK) = 2 sinh(|x|/2) = |x|·sinhc
  const sinhc = 1 + xx * (1 / 24 + xx * (1 / 1920 + xx / 322560))
  const distance = -x * sinhc
  const halfStraddle = beta + 0.5 * distance
  const ratio = Math.log(1 + distance / beta)
  if (!(ratio < NEAR_PRICE_RATIO)) return Number.NaN
  const numerator = 1.0002177 + ratio * (0.0729231 + ratio * (0.03498863 + ratio * 0.00033372))
  const denominator = 1 + ratio * (0.0757352 + ratio * (0.10892243 + ratio * 0.01008317))
  const w = (SQRT_TWO_PI * halfStraddle * numerator) / (denominator * sinhc)
  const ww = w * w
  if (ww > NEAR_VARIANCE) return Number.NaN
  return w * (1 + (ww * (0.042047 - 0.0017625 * ww - 0.0004834 * xx)) / (1 - 0.123038 * ww))
}

/**
 * Far from the money or close to a bound the price is governed by its exponential, with h = x/s and t = s/2:
 * beta ≈ e^(−(h² + t²)/2) near the floor, ceiling − beta likewise near the ceiling e^(x/2). As 2·h·t = x, either gives
 * |h| + t and |h| − t.
 */
function guessFromBounds(beta: number, x: number): number {
  const ceiling = Math.exp(0.5 * x)
  const isLower = beta < LOWER_SHARE * ceiling
  const exponent = -2 * Math.log(isLower ? beta : ceiling - beta)
  const sum = Math.sqrt(exponent - x)
  const difference = Math.sqrt(Math.max(0, exponent + x))
  return isLower ? (-2 * x) / (sum + difference) : sum + difference
}
