import { SQRT_TWO_PI } from './normal.ts'

/**
 * Limits of `guessNearTheMoney`; beyond them `guessFromBounds` is used. At the limit of |x|, the series of sinh is off
 * by 5e-5. The limit on the logarithm of the price ratio (in the money to out of the money) is the end of the first
 * fit. The limit of w² is slightly beyond the second fit, at s = 2.9.
 */
const NEAR_LOG_MONEYNESS = 3
const NEAR_PRICE_RATIO = 31
const NEAR_VARIANCE = 5
/**
 * A price up to this fraction of its ceiling is treated as near its floor. The price is steepest at s = √(2|x|),
 * where it is 0.36 of its ceiling at x = −3, 0.41 at −10 and close to 0.5 far out: the two bounds meet there.
 */
const LOWER_SHARE = 0.4

/**
 * First guess of the total volatility s = vol·√T for a normalized price beta (see `solveTotalVolatility` for the domain of
 * x and beta). Relative error at most 0.0006 for |x| ≤ 1, |x| ≤ 6s and s ≤ 2.5, at most 0.45 for all s > 1e-6. Needs one
 * logarithm for an ordinary option. Verified in `total-volatility.test.ts`.
 */
export function guessTotalVolatility(beta: number, x: number): number {
  const guess = x >= -NEAR_LOG_MONEYNESS ? guessNearTheMoney(beta, x) : Number.NaN
  return guess > 0 ? guess : guessFromBounds(beta, x)
}

/**
 * Inverts the price in the normal model (Bachelier: the price itself diffuses, not its logarithm), where volatility is a
 * function of one number, and converts the result to lognormal volatility. NaN outside its range.
 *
 * 1. Normal model: the volatility is the straddle times √(π/2) at the money, and lower the more the two prices of the
 *    straddle differ; here a rational function of the logarithm of their ratio. Idea: Choi, Kim and Kwak, Numerical
 *    approximation of the implied volatility under arithmetic Brownian motion (2009). Own fit: 4,000 Chebyshev points
 *    of the logarithm from 0 to 31 (0 to 7 deviations from the money), largest relative error 2.2e-4.
 * 2. Lognormal: with w = normal volatility·ln(F/K)/(F − K), s = w·(1 + w²/24 + …) for almost any strike: Hagan,
 *    Kumar, Lesniewski and Woodward, Managing smile risk (2002), appendix B. Own fit instead of the series: 1,200
 *    points with s up to 2.7, |x| up to 1 and up to 6s, dense at the edges, largest relative error 1.7e-4.
 *
 * Both fits are iterated linear least squares, each point weighted by its previous error, until the largest error is
 * minimal (Lawson 1961; Loeb for the quotient).
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
 * Far from the money or close to a bound, the exponential dominates the price, with h = x/s and t = s/2:
 * beta ≈ e^(−(h² + t²)/2) near the floor, and the same for ceiling − beta near the ceiling e^(x/2). Since 2·h·t = x, either
 * gives |h| + t and |h| − t.
 */
function guessFromBounds(beta: number, x: number): number {
  const ceiling = Math.exp(0.5 * x)
  const isLower = beta < LOWER_SHARE * ceiling
  const exponent = -2 * Math.log(isLower ? beta : ceiling - beta)
  const sum = Math.sqrt(exponent - x)
  const difference = Math.sqrt(Math.max(0, exponent + x))
  return isLower ? (-2 * x) / (sum + difference) : sum + difference
}
