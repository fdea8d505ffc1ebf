import type { GreekValues, PricedContract } from '../contract.ts'
import type { TimedDividend } from '../dividends.ts'
import { INVERSE_SQRT_TWO_PI, millsRatio, normalCdf, normalPdf, SQRT_TWO_PI } from '../normal.ts'
import { gaussLegendre } from './gauss-legendre.ts'

const MAX_STEPS = 30
/**
 * Size of the last step, in standard deviations: the next step would be a thousandth of it, and the price is flat
 * there.
 */
const LAST_STEP = 3e-3
/** Standard deviations beyond which the put equals its intrinsic value to the last bit. */
const CERTAIN = 9
/** Value of λ at which `firstGuess` switches formulas. */
const TAIL = 0.25
const TAIL_SHIFT = 0.75

/**
 * Stock x* at which a European put of `strike` (already discounted) and total volatility `totalVol` is worth `gain`. Above
 * it the put is worth less, and exercising the call just before the drop gains more than it gives up.
 * Newton's method on ln P in y = ln(x/strike), which is concave and falling, so it converges from the right. In units of
 * strike·φ(d₂), the put and its slope are N(−d₂)/φ(d₂) − N(−d₁)/φ(d₁) and −N(−d₁)/φ(d₁), which do not underflow. The result
 * is 0 or below if gain ≥ strike, since every stock is then above it.
 * Units: dollars. Accuracy 1e-5 of a standard deviation. Verified through the price in `one-dividend.test.ts`.
 */
export function stockToExercise(gain: number, strike: number, totalVol: number): number {
  const share = gain / strike
  if (share >= 1 || totalVol === 0) return strike - gain
  const floor = Math.log1p(-share)
  if (-floor > totalVol * (CERTAIN + totalVol)) return strike - gain
  // A put is worth at most strike·N(−d₂), so N(−d₂) ≥ share at the solution: d₂ ≤ √(−2 ln 2·share), or 0 from ½ on.
  const ceiling = totalVol * (Math.sqrt(Math.max(0, -2 * Math.log(2 * share))) + 0.5 * totalVol)
  let y = Math.min(firstGuess(share, totalVol), ceiling)
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const d1 = y / totalVol + 0.5 * totalVol
    const d2 = d1 - totalVol
    const slope = tailOverDensity(d1)
    const price = tailOverDensity(d2) - slope
    const move = ((Math.log(price / (SQRT_TWO_PI * share)) - 0.5 * d2 * d2) * price) / slope
    y = Math.min(Math.max(y + move, floor), ceiling)
    if (Math.abs(move) <= LAST_STEP * totalVol) break
  }
  return strike * Math.exp(y)
}

/** N(−z)/φ(z) for any z. */
function tailOverDensity(z: number): number {
  return z < 0 ? 1 / normalPdf(z) - millsRatio(-z) : millsRatio(z)
}

/**
 * First guess from a normal instead of a lognormal stock: a put that is u deviations out of the money is worth
 * L(u) = φ(u) − u·N(−u) deviations, and L(u) = λ must be solved. In the tail L is φ(u)/u², so u is √(−2 ln λ√2π) minus a
 * correction for ln u²: 0.7 to 0.8 for λ from 1e-2 to 1e-8. Elsewhere u = φ(0)²/λ − λ, a hyperbola through L(0) = φ(0) with
 * the right limit u = −λ far in the money. Both formulas have the same error at λ near ¼.
 */
function firstGuess(share: number, totalVol: number): number {
  const scaled = share / totalVol
  if (scaled < TAIL) return totalVol * (Math.sqrt(-2 * Math.log(scaled * SQRT_TWO_PI)) - TAIL_SHIFT)
  return Math.log1p(-share + (INVERSE_SQRT_TWO_PI ** 2 * totalVol) / scaled)
}

/** How far a rule reaches, in standard deviations of its integrand, and its nodes per deviation. */
const REACH = 6
const NODES_PER_DEVIATION = 2
const MIN_NODES = 6
const MAX_NODES = 40

/** A call on its ex-date. x is the stock after the drop; x + drop = start·exp(drift + deviation·z). */
export interface ExDate {
  readonly start: number
  readonly drop: number
  readonly drift: number
  readonly deviation: number
  /** Strike discounted to the ex-date. */
  readonly strike: number
  /** σ√(T − t₁), and T − t₁ in years. */
  readonly totalVol: number
  readonly after: number
  /** √t₁ and σ·t₁: d ln(x + drop)/dσ = √t₁·z − σ·t₁. */
  readonly rootBefore: number
  readonly volTime: number
}

/**
 * Expected time value at the ex-date, undiscounted, and its derivatives: delta times `start`, gamma times `start`², vega,
 * and the part of rho that comes from discounting after the ex-date.
 */
export interface TimeValue {
  value: number
  delta: number
  gamma: number
  vega: number
  rho: number
}

export function createTimeValue(): TimeValue {
  return { value: 0, delta: 0, gamma: 0, vega: 0, rho: 0 }
}

/**
 * Adds ∫₋∞^min(z_K, z*) C φ dz + ∫_(z_K)^(z*) P φ dz: only the out-of-the-money side of the option after the ex-date, a call
 * below z_K and a put above it, until exercise starts.
 *
 * Range of integration: let w = totalVol/deviation, t = totalVol/2 and h the distance |z − z_K|/w. Out of the money by h > t,
 * a call decays like e^(−(h + t)²/2) and a put like e^(−(h − t)²/2): both are a normal density in z around z_K + w·t with
 * deviation w, and multiplied by φ one with mean (z_K + w·t)/(1 + w²) and deviation w/√(1 + w²). Closer, for h < t, a call
 * decays only with the stock, which φ makes a normal density around `deviation` (with deviation 1), and a put hardly decays,
 * which leaves φ. The ranges extend until both are negligible; the number of nodes follows from them.
 */
export function integrateTimeValue(sums: TimeValue, date: ExDate, zStrike: number, zExercise: number): void {
  const width = date.totalVol / date.deviation
  const share = 1 / (1 + width * width)
  const deviation = width * Math.sqrt(share)
  const near = 0.5 * width * date.totalVol
  const middle = (zStrike + near) * share
  const low = Math.min(middle - REACH * deviation, Math.max(zStrike - near, date.deviation - REACH))
  const high = Math.max(middle + REACH * deviation, Math.min(zStrike + near, REACH))
  // Value of z at which the drop leaves no stock; −∞ without a drop.
  const empty = (Math.log(date.drop / date.start) - date.drift) / date.deviation
  addSide(sums, date, 1, Math.max(low, empty), Math.min(zStrike, zExercise, high), deviation)
  addSide(sums, date, -1, Math.max(zStrike, low), Math.min(zExercise, high), deviation)
}

/** Integrates over [from, to]: calls (sign 1) or puts (sign −1) that are out of the money there. */
function addSide(sums: TimeValue, date: ExDate, sign: 1 | -1, from: number, to: number, deviation: number): void {
  if (!(to > from)) return
  const { start, drop, drift, strike, totalVol } = date
  const span = (NODES_PER_DEVIATION * (to - from)) / deviation
  const { nodes, weights } = gaussLegendre(Math.min(MAX_NODES, Math.max(MIN_NODES, 2 * Math.ceil(0.5 * span))))
  const middle = 0.5 * (from + to)
  const half = 0.5 * (to - from)
  const t = 0.5 * totalVol
  const rootAfter = Math.sqrt(date.after)
  for (let index = 0; index < nodes.length; index += 1) {
    const z = middle + half * (nodes[index] ?? 0)
    const before = start * Math.exp(drift + date.deviation * z)
    const stock = before - drop
    // A stock price that overflows has a negligible probability.
    if (!(stock > 0 && stock < Number.POSITIVE_INFINITY)) continue
    const weight = half * (weights[index] ?? 0) * INVERSE_SQRT_TWO_PI
    const logMoneyness = Math.log(stock / strike)
    const h = (-sign * logMoneyness) / totalVol
    // √(x·K′)·φ(√(h² + t²)), which is x·φ(d₁) = K′·φ(d₂), times φ(z) and the rule's weight.
    const density = weight * strike * INVERSE_SQRT_TWO_PI * Math.exp(0.5 * (logMoneyness - h * h - t * t - z * z))
    // N(t − h) and N(−h − t), which weight the two legs of the option, from Mills ratios.
    const nearTail = density * millsRatio(Math.abs(h - t))
    const likely = h < t ? weight * Math.exp(-0.5 * z * z) * (sign > 0 ? stock : strike) - nearTail : nearTail
    const unlikely = density * millsRatio(h + t)
    const magnified = before / stock
    const slope = (sign > 0 ? likely : -unlikely) * magnified
    sums.value += likely - unlikely
    sums.delta += slope
    sums.gamma += (density * magnified * magnified) / totalVol
    sums.vega += slope * (date.rootBefore * z - date.volTime) + density * rootAfter
    sums.rho += date.after * (sign > 0 ? unlikely : -likely)
  }
}

/** Exercise is ignored if it gains less than this fraction of the strike. */
const NEGLIGIBLE_GAIN = 1e-14
/** Standard normal value used in place of infinity. */
const FAR = 1e3

/**
 * American call with one cash dividend D at t₁ before expiration T, rate ≥ 0, no yield: price and the five Greeks.
 *
 * Exercise can only pay just before the drop. At that time the holder chooses the larger of S − K and the remaining European
 * call, C(x) on the stock x after the drop. By put-call parity, S − K is larger if the European put P(x) is worth no more
 * than the gain G = D − K + K′, K′ = K·e^(−r(T−t₁)), which holds from a stock x* on. Let Y be the lognormal quantity, Y₀ its
 * value today and A its drop: the stock and D in the `spot` model, the stock less the dividend's present value and 0 in the
 * `escrowed` model (the case of Roll, Geske and Whaley). With z the standard normal of the ex-date, z_K and z* its values at
 * x = K′ and x = x*, a = min(z_K, z*), σ₁ = σ√t₁, N the normal distribution function and φ its density,
 *   price = Y₀ N(σ₁ − a) − e^(−r t₁)·[(A + K′) N(−a) − G N(−z*)] + e^(−r t₁)·[∫₋∞^a C φ dz + ∫_(z_K)^(z*) P φ dz].
 * The closed part values every call in the money at its forward value; the two integrals are the time value.
 * The Greeks are derivatives under the integral: z_K and z* can be held fixed, since the price is smooth across both. Only
 * delta jumps at z*, to 1, which enters gamma. Theta follows from the pricing equation before the ex-date.
 *
 * Natural units. The contract must be validated (`american.ts`), with years > 0 and 0 < dividend.years ≤ years.
 * Source: Roll (1977), Geske (1979), Whaley (1981); Haug, Haug and Lewis, Back to Basics (2003), for the price drop.
 * Verified on the one-dividend rows of golden/american_discrete.csv in `one-dividend.test.ts`: price 1e-9·K,
 * delta 1e-7; at total volatilities up to 6, within 3e-7 of direct integration.
 */
export function computeOneDividendCall(
  contract: PricedContract,
  dividend: TimedDividend,
  isEscrowed: boolean,
): GreekValues {
  const { spot, strike, years, rate, vol } = contract
  const before = dividend.years
  const after = years - before
  const discount = Math.exp(-rate * before)
  const start = isEscrowed ? spot - dividend.cash * discount : spot
  const drop = isEscrowed ? 0 : dividend.cash
  const rootBefore = Math.sqrt(before)
  const deviation = vol * rootBefore
  if (!(deviation > 0 && start > 0)) return computeCertainCall(contract, dividend)
  const totalVol = vol * Math.sqrt(after)
  const strikeAfter = strike * Math.exp(-rate * after)
  const drift = rate * before - 0.5 * deviation * deviation
  const gain = dividend.cash - strike + strikeAfter
  // Infinite if exercise never pays, or only from a stock price that overflows.
  const isEverWorthIt = gain > NEGLIGIBLE_GAIN * strike
  const boundary = isEverWorthIt ? stockToExercise(gain, strikeAfter, totalVol) : Number.POSITIVE_INFINITY
  const zStrike = normalAt((strikeAfter + drop) / start, drift, deviation)
  const zExercise = normalAt((boundary + drop) / start, drift, deviation)
  const split = Math.min(zStrike, zExercise)

  const time = createTimeValue()
  if (totalVol > 0) {
    const volTime = vol * before
    const date: ExDate = { start, drop, drift, deviation, strike: strikeAfter, totalVol, after, rootBefore, volTime }
    integrateTimeValue(time, date, zStrike, zExercise)
  }
  const inTheMoney = normalCdf(-split)
  const exercised = normalCdf(-zExercise)
  const stockWeight = normalCdf(deviation - split)
  const paid = (drop + strikeAfter) * inTheMoney - gain * exercised
  const price = start * stockWeight + discount * (time.value - paid)
  const delta = stockWeight + (discount * time.delta) / start
  const isEverExercised = boundary < Number.POSITIVE_INFINITY
  const jump = isEverExercised ? deltaJump(boundary, strikeAfter, totalVol) * Math.max(0, boundary + drop) : 0
  const gamma = (discount * (time.gamma + (jump * normalPdf(zExercise)) / deviation)) / (start * start)
  return {
    price: Math.min(spot, Math.max(price, spot - strike)),
    delta,
    gamma,
    theta: rate * (price - spot * delta) - 0.5 * vol * vol * start * start * gamma,
    vega: start * rootBefore * normalPdf(deviation - split) + discount * time.vega,
    rho: before * (spot * delta - price) + discount * (after * strikeAfter * (inTheMoney - exercised) + time.rho),
  }
}

/** Standard normal z at which the lognormal quantity is `ratio` times its start, limited to ±FAR. */
function normalAt(ratio: number, drift: number, deviation: number): number {
  return Math.max(-FAR, Math.min(FAR, (Math.log(Math.max(0, ratio)) - drift) / deviation))
}

/** How far delta jumps where exercise starts: 1 minus the call's delta, N(−d₁). */
function deltaJump(boundary: number, strike: number, totalVol: number): number {
  if (!(boundary > 0 && totalVol > 0)) return 1
  return normalCdf(-Math.log(boundary / strike) / totalVol - 0.5 * totalVol)
}

/**
 * Values a call without volatility, or with a dividend worth more than the stock: the better of two fixed days of
 * exercise, or 0.
 */
function computeCertainCall({ spot, strike, years, rate }: PricedContract, dividend: TimedDividend): GreekValues {
  const before = dividend.years
  const strikeBefore = strike * Math.exp(-rate * before)
  const drop = dividend.cash * Math.exp(-rate * before)
  const strikeAtEnd = strike * Math.exp(-rate * years)
  const isExercised = strikeBefore <= drop + strikeAtEnd
  const price = spot - (isExercised ? strikeBefore : drop + strikeAtEnd)
  if (!(price > 0)) return { price: 0, delta: 0, gamma: 0, theta: 0, vega: 0, rho: 0 }
  const rho = isExercised ? before * strikeBefore : before * drop + years * strikeAtEnd
  return { price, delta: 1, gamma: 0, theta: rate * (price - spot), vega: 0, rho }
}
