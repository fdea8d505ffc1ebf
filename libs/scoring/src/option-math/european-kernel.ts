import type { GreekColumns, PricedColumns } from './batch-columns.ts'
import { cdfFromTail, millsRatio, normalPdf } from './normal.ts'

/** A total volatility under this is none: nothing but the gamma could tell, and that would leave the doubles. */
const LEAST_TOTAL_VOL = 1e-100

/**
 * Price of a European option from its discounted legs, S e^(−qT) and K e^(−rT), and its total volatility σ√T:
 * `priceEuropean` without the contract. One exponential, one logarithm.
 */
export function europeanPrice(isCall: boolean, stock: number, strike: number, totalVol: number): number {
  if (!(totalVol > LEAST_TOTAL_VOL && stock > 0 && strike > 0))
    return Math.max(0, isCall ? stock - strike : strike - stock)
  const d1 = Math.log(stock / strike) / totalVol + 0.5 * totalVol
  const d2 = d1 - totalVol
  const slope = stock * normalPdf(d1)
  return priceFromTails(isCall, stock, strike, d1, d2, slope, millsRatio(Math.abs(d1)), millsRatio(Math.abs(d2)))
}

/**
 * The price from the two tails: N(−|d|) = φ(d)·M(|d|), and S·φ(d1) = K·φ(d2) (of the discounted legs) is `slope`. With
 * d1 and d2 on one side of zero, nothing but two Mills ratios is subtracted, so the smallest price keeps its digits.
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

/** N(w d1) and N(w d2) where there is no volatility left: 1 in the money, 0 out of it, ½ at the strike. */
export function certainExercise(intrinsic: number): number {
  if (intrinsic === 0) return 0.5
  return intrinsic > 0 ? 1 : 0
}

/**
 * Price and Greeks of rows `from` to `to` (exclusive): the one place of the formulas of `computeEuropeanGreeks`, which is
 * a batch of one row. A row that is not a contract becomes NaN; a spot of 0 is a stock that has been paid out.
 */
export function writeGreekRows(contracts: PricedColumns, out: GreekColumns, from: number, to: number): void {
  const { isCall, spot, strike, years, rate, dividendYield, vol } = contracts
  for (let row = from; row < to; row += 1) {
    const isCallRow = isCall[row] === 1
    const sign = isCallRow ? 1 : -1
    const sigma = vol[row] ?? Number.NaN
    const time = Math.max(0, years[row] ?? Number.NaN)
    const r = rate[row] ?? Number.NaN
    const q = dividendYield[row] ?? Number.NaN
    const yieldDiscount = Math.exp(-q * time)
    const stock = (spot[row] ?? Number.NaN) * yieldDiscount
    const strikeLeg = (strike[row] ?? Number.NaN) * Math.exp(-r * time)
    const rootTime = Math.sqrt(time)
    const totalVol = sigma * rootTime
    // Finite only if every part of it is.
    const isFiniteRow = Number.isFinite(stock + strikeLeg + totalVol + time + r + q)
    if (!(isFiniteRow && stock > 0 && strikeLeg > 0 && totalVol > LEAST_TOTAL_VOL)) {
      const isContract = isFiniteRow && stock >= 0 && Number(strike[row]) > 0 && sigma >= 0
      if (isContract) writeCertainRow(out, row, sign, stock, strikeLeg, yieldDiscount, time, r, q)
      else writeNoRow(out, row)
      continue
    }
    const d1 = Math.log(stock / strikeLeg) / totalVol + 0.5 * totalVol
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

/** A row without volatility, time or stock, whose payoff is certain. */
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

/** A row that is no contract. */
function writeNoRow({ price, delta, gamma, theta, vega, rho }: GreekColumns, row: number): void {
  for (const column of [price, delta, gamma, theta, vega, rho]) if (column) column[row] = Number.NaN
}
