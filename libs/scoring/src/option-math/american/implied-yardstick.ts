import { normalPdf } from '../normal.ts'
import { solveTotalVolatility } from '../total-volatility.ts'
import type { Horizon } from './implied-horizons.ts'

/** A European option used to invert an American price, with the volatility that it would have at that price. */
export interface Yardstick {
  readonly stock: number
  readonly strike: number
  readonly rootYears: number
  /** ln(stock/strike). */
  readonly moneyness: number
  readonly intrinsic: number
  readonly target: number
}

/** Horizon with the lowest volatility at `price`: the closest European option. Null if no horizon has a volatility. */
export function closestYardstick(sign: 1 | -1, price: number, horizons: readonly Horizon[]): Yardstick | null {
  let closest: Yardstick | null = null
  for (const { years, stock, strike } of horizons) {
    if (!(stock > 0 && strike > 0)) continue
    const yardstick = {
      stock,
      strike,
      rootYears: Math.sqrt(years),
      moneyness: Math.log(stock / strike),
      intrinsic: Math.max(0, sign * (stock - strike)),
      target: 0,
    }
    const target = yardstickVol(yardstick, price)
    if (target > 0 && target < (closest?.target ?? Number.POSITIVE_INFINITY)) closest = { ...yardstick, target }
  }
  return closest
}

/** Volatility of the yardstick at a price: 0 at or below its value without volatility, infinite at its ceiling. */
export function yardstickVol({ stock, strike, rootYears, moneyness, intrinsic }: Yardstick, price: number): number {
  const timeValue = price - intrinsic
  if (!(timeValue > 0)) return 0
  const x = -Math.abs(moneyness)
  const normalized = timeValue / Math.sqrt(stock * strike)
  if (normalized >= Math.exp(0.5 * x)) return Number.POSITIVE_INFINITY
  return solveTotalVolatility(normalized, x) / rootYears
}

/** dPrice/dVol of the yardstick. */
export function yardstickVega({ stock, rootYears, moneyness }: Yardstick, vol: number): number {
  const totalVol = vol * rootYears
  return stock * rootYears * normalPdf(moneyness / totalVol + 0.5 * totalVol)
}
