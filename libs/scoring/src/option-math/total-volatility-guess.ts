const SQRT_TWO_PI = 2.5066282746310007

/** The range of `guessNearTheMoney`: |ln(F/K)|, ln(in-the-money price/out-of-the-money price), square of the guess. */
const NEAR_LOG_MONEYNESS = 3
const NEAR_PRICE_RATIO = 31
const NEAR_VARIANCE = 5
/** The share of its ceiling up to which a price counts as near its floor: where its slope is steepest, or a little under. */
const LOWER_SHARE = 0.4

/**
 * A first guess of the total volatility s = vol·√T whose normalised price is beta (see `solveTotalVolatility`, with the
 * domain of x and beta): within 0.0007 of it (relative) for |x| ≤ 1, |x| ≤ 6s and s ≤ 2.5, within 0.45 anywhere.
 * One logarithm for an ordinary option. Verified in `total-volatility.test.ts`.
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
 *    approximation of the implied volatility under arithmetic Brownian motion (2009); own fit, 0.0002 up to 7 deviations.
 * 2. Lognormal: with w = normal volatility·ln(F/K)/(F − K), s = w·(1 + w²/24 + …) almost whatever the strike: Hagan,
 *    Kumar, Lesniewski and Woodward, Managing smile risk (2002), appendix B; own fit in place of the series.
 */
function guessNearTheMoney(beta: number, x: number): number {
  const xx = x * x
  // |F − K|/√(FK) = 2 sinh(|x|/2) = |x|·sinhc
  const sinhc = 1 + xx * (1 / 24 + xx * (1 / 1920 + xx / 322560))
  const distance = -x * sinhc
  const halfStraddle = beta + 0.5 * distance
  const ratio = Math.log(1 + distance / beta)
  if (!(ratio < NEAR_PRICE_RATIO)) return Number.NaN
  const numerator = 1.0002157 + ratio * (0.0729276 + ratio * (0.03497965 + ratio * 0.000333491))
  const denominator = 1 + ratio * (0.0757333 + ratio * (0.10892314 + ratio * 0.010078674))
  const w = (SQRT_TWO_PI * halfStraddle * numerator) / (denominator * sinhc)
  const ww = w * w
  if (ww > NEAR_VARIANCE) return Number.NaN
  return w * (1 + (ww * (0.04207 - 0.001783 * ww - 0.000486 * xx)) / (1 - 0.1233 * ww))
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
