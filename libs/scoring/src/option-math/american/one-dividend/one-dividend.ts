import type { GreekValues, PricedContract } from '../../contract.ts'
import type { TimedDividend } from '../../dividends.ts'
import { normalCdf, normalPdf } from '../../normal.ts'
import { stockToExercise } from './one-dividend-exercise.ts'
import { createTimeValue, type ExDate, integrateTimeValue } from './one-dividend-time-value.ts'

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
