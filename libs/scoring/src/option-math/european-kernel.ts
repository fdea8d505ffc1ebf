import type { GreekColumns, PricedColumns } from './batch-columns.ts'
import { cdfFromTail, millsRatio, normalCdf, normalPdf } from './normal.ts'

/** A total volatility below this counts as 0: only gamma would differ, and it would overflow. */
const MIN_TOTAL_VOL = 1e-100

/**
 * ln(F/K), the log distance of the forward F = S·e^((r − q)T) from the strike: ln(S/K) + `carry`. Close to the strike, S/K is
 * near 1 and division loses the small difference; S − K is exact there and restores it, so the logarithm has a relative
 * error of 3e-16 at any distance. NaN if S/K overflows.
 */
export function logMoneyness(spot: number, strike: number, carry: number): number {
  const ratio = spot / strike
  const lost = (spot - strike - (ratio - 1) * strike) / Math.max(spot, strike)
  return Math.log(ratio) + lost + carry
}

/** `priceEuropean` on plain numbers. NaN if an intermediate result overflows. */
export function europeanPrice(
  isCall: boolean,
  spot: number,
  strike: number,
  time: number,
  r: number,
  q: number,
  sigma: number,
): number {
  const stock = spot * Math.exp(-q * time)
  const strikeLeg = strike * Math.exp(-r * time)
  const totalVol = sigma * Math.sqrt(time)
  if (!Number.isFinite(stock + strikeLeg + totalVol)) return Number.NaN
  if (!(totalVol > MIN_TOTAL_VOL && stock > 0 && strikeLeg > 0)) {
    return Math.max(0, isCall ? stock - strikeLeg : strikeLeg - stock)
  }
  const d1 = logMoneyness(spot, strike, (r - q) * time) / totalVol + 0.5 * totalVol
  const d2 = d1 - totalVol
  const slope = stock * normalPdf(d1)
  return priceFromTails(isCall, stock, strikeLeg, d1, d2, slope, millsRatio(Math.abs(d1)), millsRatio(Math.abs(d2)))
}

/** `computeEuropeanDelta` on plain numbers. NaN if `europeanPrice` is NaN. */
export function europeanDelta(
  isCall: boolean,
  spot: number,
  strike: number,
  time: number,
  r: number,
  q: number,
  sigma: number,
): number {
  const sign = isCall ? 1 : -1
  const yieldDiscount = Math.exp(-q * time)
  const stock = spot * yieldDiscount
  const strikeLeg = strike * Math.exp(-r * time)
  const totalVol = sigma * Math.sqrt(time)
  if (!Number.isFinite(stock + strikeLeg + totalVol)) return Number.NaN
  if (!(totalVol > MIN_TOTAL_VOL && stock > 0 && strikeLeg > 0)) {
    return sign * yieldDiscount * certainExercise(sign * (stock - strikeLeg))
  }
  const d1 = logMoneyness(spot, strike, (r - q) * time) / totalVol + 0.5 * totalVol
  return sign * yieldDiscount * normalCdf(sign * d1)
}

/**
 * Price from the two tails: N(−|d|) = φ(d)·M(|d|), and S·φ(d1) = K·φ(d2) (for the discounted legs) is `slope`. If d1 and d2
 * have the same sign, only two Mills ratios are subtracted, and even the smallest price has a relative error of only about
 * 1e-15·(d1² + |d1|/(σ√T)): 13 digits for a monthly option three deviations out of the money, 9 digits if σ√T is as low as
 * 1e-6 and the two ratios are almost equal.
 */
function priceFromTails(
  isCall: boolean,
  stock: number,
  strike: number,
  d1: number,
  d2: number,
  slope: number,
  mills1: number,
  mills2: number,
): number {
  if (d1 < 0) return slope * Math.max(0, mills1 - mills2) + (isCall ? 0 : strike - stock)
  if (d2 > 0) return slope * Math.max(0, mills2 - mills1) + (isCall ? stock - strike : 0)
  return Math.max(0, (isCall ? stock : strike) - slope * (mills1 + mills2))
}

/** N(w d1) and N(w d2) without volatility: 1 in the money, 0 out of the money, ½ at the strike. */
export function certainExercise(intrinsic: number): number {
  if (intrinsic === 0) return 0.5
  return intrinsic > 0 ? 1 : 0
}

/**
 * Price and Greeks of rows `from` to `to` (exclusive). The formulas of `computeEuropeanGreeks`, which runs them on a
 * single row, are here. An invalid row, or one that overflows, becomes NaN; a spot of 0 means a stock with nothing
 * left after dividends.
 */
export function writeGreekRows(contracts: PricedColumns, out: GreekColumns, from: number, to: number): void {
  const { isCall, spot, strike, years, rate, dividendYield, vol } = contracts
  for (let row = from; row < to; row += 1) {
    const isCallRow = isCall[row] === 1
    const sign = isCallRow ? 1 : -1
    const spotRow = spot[row] ?? Number.NaN
    const strikeRow = strike[row] ?? Number.NaN
    const term = years[row] ?? Number.NaN
    const r = rate[row] ?? Number.NaN
    const q = dividendYield[row] ?? Number.NaN
    const sigma = vol[row] ?? Number.NaN
    const time = Math.max(0, term)
    const yieldDiscount = Math.exp(-q * time)
    const stock = spotRow * yieldDiscount
    const strikeLeg = strikeRow * Math.exp(-r * time)
    const rootTime = Math.sqrt(time)
    const totalVol = sigma * rootTime
    // The sum is finite only if every term is.
    const isFiniteRow = Number.isFinite(stock + strikeLeg + totalVol + term + r + q)
    if (!(isFiniteRow && stock > 0 && strikeLeg > 0 && totalVol > MIN_TOTAL_VOL)) {
      const isContract = isFiniteRow && stock >= 0 && strikeRow > 0 && sigma >= 0
      if (isContract) writeCertainRow(out, row, sign, stock, strikeLeg, yieldDiscount, time, r, q)
      else writeNoRow(out, row)
      continue
    }
    const d1 = logMoneyness(spotRow, strikeRow, (r - q) * time) / totalVol + 0.5 * totalVol
    const d2 = d1 - totalVol
    const density = normalPdf(d1)
    const slope = stock * density
    const mills1 = millsRatio(Math.abs(d1))
    const mills2 = millsRatio(Math.abs(d2))
    const stockWeight = cdfFromTail(sign * d1, density * mills1)
    const strikeWeight = cdfFromTail(sign * d2, (slope / strikeLeg) * mills2)
    const carry = q * stock * stockWeight - r * strikeLeg * strikeWeight
    if (out.price) out.price[row] = priceFromTails(isCallRow, stock, strikeLeg, d1, d2, slope, mills1, mills2)
    out.delta[row] = sign * yieldDiscount * stockWeight
    out.gamma[row] = (yieldDiscount * yieldDiscount * density) / (stock * totalVol)
    out.theta[row] = sign * carry - (0.5 * slope * sigma) / rootTime
    out.vega[row] = slope * rootTime
    if (out.rho) out.rho[row] = sign * time * strikeLeg * strikeWeight
  }
}

/** Writes a row with a certain payoff, because there is no volatility, time or stock. */
function writeCertainRow(
  out: GreekColumns,
  row: number,
  sign: number,
  stock: number,
  strike: number,
  yieldDiscount: number,
  time: number,
  r: number,
  q: number,
): void {
  const weight = sign * certainExercise(sign * (stock - strike))
  if (out.price) out.price[row] = Math.max(0, sign * (stock - strike))
  out.delta[row] = weight * yieldDiscount
  out.gamma[row] = 0
  out.theta[row] = time > 0 ? weight * (q * stock - r * strike) : 0
  out.vega[row] = 0
  if (out.rho) out.rho[row] = weight * time * strike
}

/** Writes NaN for an invalid row. */
function writeNoRow(out: GreekColumns, row: number): void {
  if (out.price) out.price[row] = Number.NaN
  out.delta[row] = Number.NaN
  out.gamma[row] = Number.NaN
  out.theta[row] = Number.NaN
  out.vega[row] = Number.NaN
  if (out.rho) out.rho[row] = Number.NaN
}
