import { requireFinite, requireNotNegative } from '../../guards.ts'
import type { AmericanContract } from '../contract.ts'
import { isInTerm, presentValueOfDividends, type TimedDividend } from '../dividends.ts'
import { countBoundaries } from './american-contract.ts'
import { createPriceGrid, NODE_COUNT, type PriceGrid } from './grid-nodes.ts'

/** Number of earlier time levels used for the time derivative. */
export const LEVELS = 4
export const WEIGHTS_PER_STEP = LEVELS + 1

/** Minimum number of steps in an interval, because the first steps have a low order. */
export const MIN_STEPS = 8

/** How an interval is divided into steps, with the formula for d/dt at the end of each step. */
export interface Schedule {
  /** Fraction of the interval completed after each step: 0 … 1. */
  readonly fractions: Float64Array
  /**
   * Coefficients of step i, starting at WEIGHTS_PER_STEP·i: c₀, c₁ … c₄ in U_new = Σ c_j·U_old,j + c₀·step·dU/dt, newest old
   * value first.
   */
  readonly weights: Float64Array
}

const schedules = new Map<number, Schedule>()

/**
 * Divides an interval into steps that are short at first, while the value still has its kink: fraction (i/n)^grade,
 * with backward differentiation of order 1, 2, 3 and then 4. The derivative at the new time of the polynomial through
 * the new and old values is Σ w_j·U_j, so with x_j the time from the new level to old level j
 *   w₀ = Σ 1/x_j,   w_j = −(1/x_j)·Π_{i≠j} x_i/(x_i − x_j).
 * The weights depend only on the ratios of the steps, so each schedule is computed once.
 * Source: Hairer, Nørsett and Wanner, Solving Ordinary Differential Equations I, III.5 (variable step size BDF).
 */
export function scheduleSteps(count: number, grade: number): Schedule {
  const key = count + grade / 1000
  const known = schedules.get(key)
  if (known !== undefined) return known
  const fractions = Float64Array.from({ length: count + 1 }, (_, i) => (i / count) ** grade)
  const weights = new Float64Array(WEIGHTS_PER_STEP * (count + 1))
  for (let i = 1; i <= count; i += 1) {
    const now = fractions[i] ?? 0
    const distances = Array.from({ length: Math.min(i, LEVELS) }, (_, j) => now - (fractions[i - 1 - j] ?? 0))
    const own = distances.reduce((sum, x) => sum + 1 / x, 0)
    weights[WEIGHTS_PER_STEP * i] = 1 / (own * (distances[0] ?? 1))
    distances.forEach((x, j) => {
      const product = distances.reduce((factor, y, other) => (other === j ? factor : (factor * y) / (y - x)), 1 / x)
      weights[WEIGHTS_PER_STEP * i + 1 + j] = product / own
    })
  }
  const schedule = { fractions, weights }
  schedules.set(key, schedule)
  return schedule
}

/** Cell averages at the latest times, newest first, and a spare array. */
export interface History {
  newest: Float64Array
  second: Float64Array
  third: Float64Array
  fourth: Float64Array
  spare: Float64Array
}

export interface BackwardStep {
  schedule: Schedule
  /** Number of the step in the schedule, from 1. */
  index: number
  /** ½σ²·step, half the variance of the step. */
  halfVariance: number
  boundaries: 0 | 1 | 2
  /** Gain from exercise at node k: bendCash + bendShares·spots[k] = gain per year × 2h²/σ², the bend of the value there. */
  bendCash: number
  bendShares: number
  /** Exercise is currently disabled from this node on. */
  exerciseEnd: number
}

/** State of a valuation while it steps back in time. The arrays are reused between valuations. */
export interface GridState {
  grid: PriceGrid
  /** Values just after the last crossed ex-date. */
  later: PriceGrid
  readonly history: History
  readonly step: BackwardStep
  /** Escrowed model: present value of the dividends after the current time; otherwise 0. */
  escrowed: number
}

export function createGridState(): GridState {
  const level = () => new Float64Array(NODE_COUNT)
  return {
    grid: createPriceGrid(),
    later: createPriceGrid(),
    history: { newest: level(), second: level(), third: level(), fourth: level(), spare: level() },
    step: {
      schedule: scheduleSteps(MIN_STEPS, 1),
      index: 0,
      halfVariance: 0,
      boundaries: 0,
      bendCash: 0,
      bendShares: 0,
      exerciseEnd: 0,
    },
    escrowed: 0,
  }
}

/** Minimum vol·√T: a lower value is replaced with this one, which changes the price by less than 4e-6 of the spot. */
const MIN_TOTAL_VOL = 1e-5
/** Maximum vol·√T: a higher value is replaced with this one, at which an option is within 0.3% of its upper bound. */
export const MAX_TOTAL_VOL = 6
/** An ex-date this close to expiration, as a fraction of the term, counts as expiration day; error 4e-6 of the spot at most. */
const EXPIRATION_DAY_FRAC = 2e-5
/** Moving part to assume if escrowed dividends exceed the spot, as a fraction of the spot. */
const MIN_MOVING_FRAC = 1e-6
/**
 * A drop leaves at least this fraction of the grid's middle price, since the dividends may exceed the median price and the
 * nodes need a positive middle. Any fraction from 0.02 to 0.3 gives the same prices for ordinary contracts.
 */
const MIN_MIDDLE_FRAC = 0.1

/** A part of the term with no ex-date inside it: from today or an ex-date to the next ex-date or expiration. */
export interface Period {
  readonly begin: number
  readonly end: number
  /** Price in the middle of the grid at `begin`, after the drop; from there it follows the median path. */
  readonly middle: number
  /** Factor by which the drops so far magnify moves in ln S: the price without them divided by the price with them. */
  readonly stretch: number
  /** Dividend at `end`, dollars per share; 0 for the last period. */
  readonly cash: number
  /** Time from which a put deep in the money waits for the dividend at the end; equal to the end if it does not wait. */
  readonly waitFrom: number
}

/** A contract in the grid's terms; `contract.ts` has the units. */
export interface GridProblem {
  readonly isPut: boolean
  readonly isEscrowed: boolean
  readonly strike: number
  readonly rate: number
  readonly dividendYield: number
  readonly vol: number
  readonly years: number
  /** Lognormal quantity: the spot, or (escrowed) the spot less the present value of the dividends. */
  readonly movingSpot: number
  /** Growth per year of the median price: r − q − σ²/2. */
  readonly drift: number
  /** Earliest first. */
  readonly periods: readonly Period[]
  /** Strike of the payoff at expiration, including a dividend on that day. */
  readonly payoffStrike: number
  /**
   * For puts in the spot model, how far the share drops just before the payoff; a share worth less than that drops to
   * 0.
   */
  readonly lastDrop: number
  /** Escrowed: present value of a dividend on expiration day. */
  readonly escrowedAtExpiration: number
  /** Number of exercise boundaries without an ex-date; see `countBoundaries`. */
  readonly boundaries: 0 | 1 | 2
  /**
   * True without volatility, or (escrowed) with dividends worth the whole spot; the grid then uses its minimum for
   * either.
   */
  readonly isCertain: boolean
}

/**
 * Converts a contract to a grid problem. A dividend on expiration day needs no separate period. Spot model: a call is
 * exercised before the drop, a put after it, which pays K − max(S − D, 0), so K + D − S but never more than K.
 * Escrowed: the share that a call receives before the drop is worth D more than the moving part, so the call pays as if
 * struck at K − D. Throws RangeError on a dividend that is negative or not finite.
 */
export function stateGridProblem(contract: AmericanContract): GridProblem {
  const { type, spot, strike, years, rate, dividendYield = 0, dividends = [] } = contract
  const isPut = type === 'put'
  const isEscrowed = contract.dividendModel === 'escrowed'
  const totalVol = contract.vol * Math.sqrt(years)
  const vol = Math.min(Math.max(totalVol, MIN_TOTAL_VOL), MAX_TOTAL_VOL) / Math.sqrt(years)
  const drift = rate - dividendYield - 0.5 * vol * vol
  const inTerm = sortByDate(dividends, years)
  const before = inTerm.filter((dividend) => dividend.years < years * (1 - EXPIRATION_DAY_FRAC))
  const atExpiration = inTerm.slice(before.length)
  const lastCash = atExpiration.reduce((sum, { cash }) => sum + cash, 0)
  const lastDrop = isPut && !isEscrowed ? lastCash : 0
  const escrowed = isEscrowed ? presentValueOfDividends(inTerm, years, rate) : 0
  const movingSpot = Math.max(spot - escrowed, MIN_MOVING_FRAC * spot)
  const waits = isPut && rate > 0 && dividendYield <= 0
  const periods = divideTerm(movingSpot, drift, isEscrowed, [...before, { years, cash: 0 }])
  return {
    isPut,
    isEscrowed,
    strike,
    rate,
    dividendYield,
    vol,
    years,
    movingSpot,
    drift,
    periods: waits ? addWaits(periods, strike, rate, lastCash) : periods,
    payoffStrike: isPut ? strike + lastDrop : strike - (isEscrowed ? lastCash : 0),
    lastDrop,
    escrowedAtExpiration: isEscrowed ? presentValueOfDividends(atExpiration, years, rate) : 0,
    boundaries: countBoundaries(type, rate, dividendYield),
    isCertain: totalVol < MIN_TOTAL_VOL || spot - escrowed < movingSpot,
  }
}

/** Dividends in the term by date, with same-date dividends added up. */
function sortByDate(dividends: readonly TimedDividend[], years: number): TimedDividend[] {
  const cashByDate = new Map<number, number>()
  for (const dividend of dividends) {
    requireFinite('dividend years', dividend.years)
    requireNotNegative('dividend cash', dividend.cash)
    if (isInTerm(dividend, years)) {
      cashByDate.set(dividend.years, (cashByDate.get(dividend.years) ?? 0) + dividend.cash)
    }
  }
  return [...cashByDate].map(([date, cash]) => ({ years: date, cash })).sort((a, b) => a.years - b.years)
}

function divideTerm(
  movingSpot: number,
  drift: number,
  isEscrowed: boolean,
  ends: readonly TimedDividend[],
): readonly Period[] {
  let begin = 0
  let middle = movingSpot
  return ends.map(({ years: end, cash }) => {
    const stretch = (movingSpot * Math.exp(drift * begin)) / middle
    const period = { begin, end, middle, stretch, cash, waitFrom: end }
    const beforeDrop = middle * Math.exp(drift * (end - begin))
    middle = isEscrowed ? beforeDrop : Math.max(beforeDrop - cash, MIN_MIDDLE_FRAC * beforeDrop)
    begin = end
    return period
  })
}

/**
 * Exercise now pays a put K; waiting until the period's end pays K plus the remaining drops. Therefore, in the last
 * ln(that sum/K)/r years of the period, not even a put deep in the money is exercised. Until then, it is exercised
 * over a wide range of prices, so a time step must end exactly at that moment.
 */
function addWaits(periods: readonly Period[], strike: number, rate: number, lastCash: number): readonly Period[] {
  const withWaits = [...periods]
  let waitedFor = strike + lastCash
  for (let index = periods.length - 1; index >= 0; index -= 1) {
    const period = periods[index]
    if (period === undefined) continue
    const { begin, end } = period
    withWaits[index] = { ...period, waitFrom: Math.max(begin, end - Math.log(waitedFor / strike) / rate) }
    waitedFor = Math.max(strike, waitedFor * Math.exp(-rate * (end - begin))) + (periods[index - 1]?.cash ?? 0)
  }
  return withWaits
}

/** Price in the middle of the grid at a time within the period. */
export function middleAt({ drift }: GridProblem, { begin, middle }: Period, time: number): number {
  return middle * Math.exp(drift * (time - begin))
}
