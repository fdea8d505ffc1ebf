import type { GreekValues } from '../src/index.ts'

const SQRT_TWO_PI = Math.sqrt(2 * Math.PI)

/** N(x) = ½ + φ(x)·(x + x³/3 + x⁵/(3·5) + …), to a rounding or two of 1. Source: Marsaglia, JSS 11(4), 2004. */
export function seriesCdf(x: number): number {
  let term = x
  let sum = x
  for (let odd = 3; Math.abs(term) > Number.EPSILON * Math.abs(sum); odd += 2) {
    term *= (x * x) / odd
    sum += term
  }
  return 0.5 + density(x) * sum
}

const density = (x: number): number => Math.exp(-0.5 * x * x) / SQRT_TWO_PI

interface PlainTerms {
  readonly isCall: boolean
  readonly spot: number
  readonly strike: number
  readonly years: number
  readonly rate: number
  readonly vol: number
}

/** Black-Scholes price and Greeks (natural units, no dividends) as in textbooks, independent of the library's code. */
export function plainFigures({ isCall, spot, strike, years, rate, vol }: PlainTerms): GreekValues {
  const sign = isCall ? 1 : -1
  const deviation = vol * Math.sqrt(years)
  const d1 = (Math.log(spot / strike) + (rate + 0.5 * vol * vol) * years) / deviation
  const d2 = d1 - deviation
  const delta = sign * seriesCdf(sign * d1)
  const paid = sign * strike * Math.exp(-rate * years) * seriesCdf(sign * d2)
  const vega = spot * density(d1) * Math.sqrt(years)
  return {
    price: spot * delta - paid,
    delta,
    gamma: density(d1) / (spot * deviation),
    theta: (-0.5 * vol * vega) / years - rate * paid,
    vega,
    rho: years * paid,
  }
}
