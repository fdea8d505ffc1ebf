import { millsRatio, SQRT_TWO_PI } from './normal.ts'

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

/**
 * Below this t the price is a short series in t, with a truncation error under 1e-16; above it, a difference that loses at
 * most one digit.
 */
const SERIES_BELOW = 0.12
/** After a fifth-order step this small (relative to s), the error is below the last bit. */
const LAST_STEP = 1e-3
/**
 * The third step is under `LAST_STEP` at any price: among 5 million prices over the whole domain, the largest was
 * 4e-4.
 */
const MAX_STEPS = 3

/**
 * Total volatility s = vol·√T implied by the price of an out-of-the-money option. In units of √(F·K), the price of
 * `priceEuropean` depends on only two numbers, the log distance of forward and strike and s, so this is the root of
 *
 *     b(s) = e^(x/2)·N(h + t) − e^(−x/2)·N(h − t) = beta,    h = x/s,    t = s/2
 *
 * with x = −|ln(F/K)| ≤ 0 and beta = price/√(F·K) between 0 and its ceiling e^(x/2) (F forward, K strike, price
 * undiscounted; discounted legs and a discounted price give the same beta). b rises with s from 0 to the ceiling, with
 * slope b′ = φ(√(h² + t²)).
 *
 * Starts with a guess from the normal model, then takes one fifth-order step (two or three far from the money) on the
 * logarithm of the distance to the nearer bound: ln b for h + t ≤ 0, else ln(ceiling − b). In units of b′ both distances
 * are Mills ratios, so a step costs one logarithm and no exponential, and nothing underflows. NaN if there is no root.
 *
 * Source: the normalized function, its regions and the Householder step are those of Jäckel, Let's Be Rational (2015,
 * revised 2024); the guess, the Mills ratios and the use of two objectives instead of three are our own. Allocates nothing
 * and never throws.
 * Verified in `total-volatility.test.ts` against 60-digit inverses from x = 0 to −700 and s = 1e-6 to 30 (5e-15,
 * relative, as long as the price carries the digits); the steps are counted there over the whole domain.
 */
export function solveTotalVolatility(beta: number, x: number): number {
  if (!(beta > 0 && x <= 0)) return Number.NaN
  let s = guessTotalVolatility(beta, x)
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const h = x / s
    const t = 0.5 * s
    const hh = h * h
    const tt = t * t
    const isLower = h + t <= 0 || t < SERIES_BELOW
    // Distance to the bound in units of b′.
    const distance = isLower ? priceOverSlope(h, t) : millsRatio(h + t) + millsRatio(t - h)
    const wanted = isLower ? beta : Math.exp(0.5 * x) - beta
    // ln(wanted) − ln(distance·b′). Uses the logarithm of b′ = e^(−(h² + t²)/2)/√(2π) directly, because b′ underflows far
    // from the money.
    const missing = Math.log((SQRT_TWO_PI * wanted) / distance) + 0.5 * (hh + tt)
    // s times the slope of ln(distance·b′); the slope of b is b′, that of ceiling − b is −b′.
    const slope = isLower ? s / distance : -s / distance
    const move = householder(missing / slope, slope, hh, tt)
    s += s * move
    if (Math.abs(move) < LAST_STEP) return s
  }
  return s
}

/** b/b′ = M(−h − t) − M(t − h), for h + t ≤ 0 or small t. */
function priceOverSlope(h: number, t: number): number {
  if (t >= SERIES_BELOW || h * t < -1) return millsRatio(-h - t) - millsRatio(t - h)
  return priceOverSlopeSeries(h, t)
}

/**
 * `priceOverSlope` as a Taylor series around h, 2·Σ y⁽ⁿ⁾(h)·tⁿ/n! over odd n, with y(h) = M(−h) = N(h)/φ(h), which obeys
 * y′ = 1 + h·y. It keeps the digits that the difference of two almost equal ratios loses. Here y1, y3, … are y′, y‴, …,
 * each computed from the previous two by that equation. Jäckel's region of small t.
 */
function priceOverSlopeSeries(h: number, t: number): number {
  const hh = h * h
  const tt = t * t
  const y1 = 1 + h * millsRatio(-h)
  const y3 = (hh + 3) * y1 - 1
  const y5 = (hh + 7) * y3 - 6 * y1
  const y7 = (hh + 11) * y5 - 20 * y3
  const y9 = (hh + 15) * y7 - 42 * y5
  const y11 = (hh + 19) * y9 - 72 * y7
  return 2 * t * (y1 + tt * (y3 / 6 + tt * (y5 / 120 + tt * (y7 / 5040 + tt * (y9 / 362880 + (tt * y11) / 39916800)))))
}

/**
 * Householder's step of fifth order toward the root of f = ln(distance to the bound) − ln(wanted), relative to s: with
 * Newton's step n = −f/f′ (relative) and the higher derivatives f2 = s·f″/f′, f3 = s²·f‴/f′, f4 = s³·f⁗/f′
 *
 *     step = n·(1 + n·(f2 + n·f3/6)) / (1 + n·(3·f2/2 + n·(f2²/4 + f3/3 + n·f4/24))).
 *
 * They follow from the derivatives of b, all known from h and t: b2 = s·b″/b′ = h² − t², its slope `b2Slope` =
 * s²·(b″/b′)′, b3 = s²·b‴/b′ and b4 = s³·b⁗/b′, and from `slope` = s·f′ by the derivatives of a logarithm. Using
 * `ceiling − b` instead of b changes only the sign of `slope`.
 */
function householder(newton: number, slope: number, hh: number, tt: number): number {
  const b2 = hh - tt
  const b2Slope = -3 * hh - tt
  const b3 = b2 * b2 + b2Slope
  const b4 = b2 * (b2 * b2 + 3 * b2Slope) + 12 * hh
  const f2 = b2 - slope
  const f3 = b3 - slope * (3 * b2 - 2 * slope)
  const f4 = b4 - slope * (4 * b3 + 3 * b2 * b2 - slope * (12 * b2 - 6 * slope))
  const numerator = 1 + newton * (f2 + (newton * f3) / 6)
  const denominator = 1 + newton * (1.5 * f2 + newton * (0.25 * f2 * f2 + f3 / 3 + (newton * f4) / 24))
  return (newton * numerator) / denominator
}
