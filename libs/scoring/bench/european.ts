import {
  allocateGreekColumns,
  erfc,
  type GreekColumns,
  type GreekValues,
  greekColumns,
  impliedVolatilityColumn,
} from '../src/index.ts'
import { type Measurement, perItem, timeTasks } from './report.ts'
import type { MarketColumns } from './universe.ts'

/**
 * Allowed error in the volatility due to rounding of the price, in multiples of the larger leg's rounding error
 * divided by vega.
 */
const ROUNDINGS = 8
const FIGURES = ['price', 'delta', 'gamma', 'theta', 'vega', 'rho'] as const

/**
 * K1: implied volatility by the shipped solver and by the yardstick, both from quote columns to a volatility column.
 * Both rows of the result show the shipped solver's time.
 */
export async function measureImplied(market: MarketColumns): Promise<Measurement[]> {
  const count = market.price.length
  const out = { vol: new Float64Array(count), reason: new Uint8Array(count) }
  const yardstick = new Float64Array(count)
  const { shipped, plain } = await timeTasks({
    shipped: () => impliedVolatilityColumn(market, out),
    plain: () => plainHalleyColumn(market, yardstick),
  })
  const limits = volatilityLimits(market)
  const worst = worstPart(out.vol, market.vol, limits)
  const worstPlain = worstPart(yardstick, market.vol, limits)
  return [
    {
      name: 'K1 European IV',
      timing: perItem(shipped, count),
      note: `${count} contracts; worst round trip ${worst.toPrecision(2)} of the limit set by 1e-12 and the price's digits`,
      wrong: worst <= 1 ? null : `the volatility is off by ${worst} times the limit`,
    },
    {
      name: 'K1 IV / plain Halley',
      timing: perItem(shipped, count),
      ratio: shipped.minimum / plain.minimum,
      note: `the same time, compared with the yardstick's ${nanoseconds(plain.minimum / count)}, whose worst round trip is ${worstPlain.toPrecision(2)} of the limit`,
      wrong: worstPlain <= 1 ? null : 'the yardstick is wrong',
    },
  ]
}

const nanoseconds = (time: number): string => `${time.toPrecision(3)} ns`

/** Runs the yardstick over the columns, with the same discounting as the shipped batch. */
function plainHalleyColumn(market: MarketColumns, vol: Float64Array): void {
  const { isCall, price, spot, strike, years, rate, dividendYield } = market
  for (let row = 0; row < vol.length; row += 1) {
    const term = years[row] ?? 0
    const stockLeg = (spot[row] ?? 0) * Math.exp(-(dividendYield[row] ?? 0) * term)
    const strikeLeg = (strike[row] ?? 0) * Math.exp(-(rate[row] ?? 0) * term)
    const intrinsic = isCall[row] === 1 ? stockLeg - strikeLeg : strikeLeg - stockLeg
    const beta = ((price[row] ?? 0) - Math.max(0, intrinsic)) / Math.sqrt(stockLeg * strikeLeg)
    const x = -Math.abs(Math.log(stockLeg / strikeLeg))
    vol[row] = solveByPlainHalley(beta, x) / Math.sqrt(term)
  }
}

/** Maximum error of each volatility: 1e-12 of its value, or more if the price has fewer digits. */
function volatilityLimits(market: MarketColumns): Float64Array {
  const { vega } = filledGreeks(market)
  return market.vol.map((vol, row) => {
    const rounding = Number.EPSILON * Math.max(market.spot[row] ?? 0, market.strike[row] ?? 0)
    return 1e-12 * vol + (ROUNDINGS * rounding) / (vega[row] ?? 0)
  })
}

/** Largest error as a multiple of its limit; infinite if a value is missing. */
function worstPart(got: Float64Array, expected: Float64Array, limits: Float64Array): number {
  let worst = 0
  for (let row = 0; row < got.length; row += 1) {
    const part = Math.abs((got[row] ?? Number.NaN) - (expected[row] ?? Number.NaN)) / (limits[row] ?? Number.NaN)
    if (!(part <= worst)) worst = Number.isNaN(part) ? Number.POSITIVE_INFINITY : part
  }
  return worst
}

function filledGreeks(market: MarketColumns): Required<GreekColumns> {
  const out = allocateGreekColumns(market.price.length)
  greekColumns(market, out)
  return out
}

/** K2: price and five Greeks from the volatility. */
export async function measureGreeks(market: MarketColumns): Promise<Measurement> {
  const count = market.price.length
  const out = allocateGreekColumns(count)
  const { timing } = await timeTasks({ timing: () => greekColumns(market, out) })
  const { figure, part } = worstFigure(market, out)
  const parity = parityError(market, out)
  const missed = parity <= 1e-14 ? null : `put-call parity is violated by ${parity}`
  return {
    name: 'K2 price + 5 greeks',
    timing: perItem(timing, count),
    note:
      `all six of ${count} contracts against plain Black-Scholes with a series for N: the worst, ${figure}, is off by ` +
      `${part.toPrecision(2)} of the golden tolerance; call and put violate parity by ${parity.toExponential(1)} of the larger leg at most`,
    wrong: part <= 1 ? missed : `${figure} is off by ${part} times the golden tolerance`,
  }
}

/** Figure that differs most from the plain formula, relative to the tolerances for european.csv. */
export function worstFigure(market: MarketColumns, got: Required<GreekColumns>): { figure: string; part: number } {
  let worst = { figure: 'none', part: 0 }
  for (let row = 0; row < got.price.length; row += 1) {
    const at = (column: Float64Array) => column[row] ?? Number.NaN
    const [spot, strike, years] = [at(market.spot), at(market.strike), at(market.years)]
    const [rate, vol] = [at(market.rate), at(market.vol)]
    const expected = plainFigures({ isCall: market.isCall[row] === 1, spot, strike, years, rate, vol })
    const larger = Math.max(spot, strike)
    const allowed = {
      price: 1e-14 * larger,
      delta: 1e-13,
      gamma: 1e-11 / spot,
      theta: 1e-13 * larger * (vol / Math.sqrt(years) + Math.abs(rate)),
      vega: 1e-13 * spot * Math.sqrt(years),
      rho: 1e-13 * strike * years,
    }
    for (const figure of FIGURES) {
      const part = Math.abs(at(got[figure]) - expected[figure]) / allowed[figure]
      if (!(part <= worst.part)) worst = { figure, part: Number.isNaN(part) ? Number.POSITIVE_INFINITY : part }
    }
  }
  return worst
}

/**
 * Largest violation of put-call parity: C − P = S − K·e^(−rT), and the deltas differ by one. Rows alternate between the
 * call and the put at each strike.
 */
function parityError(market: MarketColumns, { price, delta }: Required<GreekColumns>): number {
  const { spot, strike, rate, years } = market
  let worst = 0
  for (let row = 0; row < price.length; row += 2) {
    const at = (column: Float64Array, index = row) => column[index] ?? Number.NaN
    const forward = at(spot) - at(strike) * Math.exp(-at(rate) * at(years))
    const gap = Math.abs(at(price) - at(price, row + 1) - forward) / Math.max(at(spot), at(strike))
    const deltaGap = Math.abs(at(delta) - at(delta, row + 1) - 1)
    const error = Math.max(gap, deltaGap)
    if (!(error <= worst)) worst = Number.isNaN(error) ? Number.POSITIVE_INFINITY : error
  }
  return worst
}

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
function plainFigures({ isCall, spot, strike, years, rate, vol }: PlainTerms): GreekValues {
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

const MAX_STEPS = 64
/** The error after a Halley step is proportional to the cube of the step. */
const LAST_STEP = 1e-6

/**
 * Yardstick for the shipped solver: total volatility s from the normalized out-of-the-money price
 * b(s) = ½e^(x/2) erfc(−(h + t)/√2) − ½e^(−x/2) erfc((t − h)/√2), h = x/s, t = s/2, x ≤ 0, by plain Halley steps from
 * the inflection point s² = 2|x|: on b itself above it, on ln b as a function of 1/s² below it, where b decays too
 * fast. It uses no bracket and no initial guess.
 */
export function solveByPlainHalley(beta: number, x: number): number {
  const up = 0.5 * Math.exp(0.5 * x)
  const down = 0.25 / up
  const inflection = Math.sqrt(-2 * x)
  const logBeta = Math.log(beta)
  let s = inflection > 0 ? inflection : SQRT_TWO_PI * beta
  let below = false
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const h = x / s
    const t = 0.5 * s
    const b = up * erfc(-(h + t) * Math.SQRT1_2) - down * erfc((t - h) * Math.SQRT1_2)
    const slope = Math.exp(-0.5 * (h * h + t * t)) / SQRT_TWO_PI
    if (step === 0) below = x < 0 && beta < b
    const curve = (h * h - t * t) / s
    let move = 0
    if (below) {
      // ln b in u = 1/s², where it is almost a straight line.
      const ratio = slope / b
      const turn = -0.5 * s * s * s
      const newton = (logBeta - Math.log(b)) / (ratio * turn)
      const bend = (curve - ratio) * turn - 1.5 * s * s
      move = 1 / Math.sqrt(1 / (s * s) + newton / Math.max(0.25, 1 + 0.5 * newton * bend)) - s
    } else {
      const newton = (beta - b) / slope
      move = newton / (1 + 0.5 * newton * curve)
    }
    s += move
    if (Math.abs(move) <= LAST_STEP * s) return s
  }
  return Number.NaN
}
