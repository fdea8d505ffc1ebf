import { type AmericanContract, type GreekValues, requirePricedContract } from '../contract.ts'
import { exerciseValue, isNearRateKink, slopeByRate } from './american-contract.ts'
import { MIDDLE, NODE_COUNT, trimNodes } from './grid-nodes.ts'
import {
  createGridState,
  type GridProblem,
  type GridState,
  MIN_STEPS,
  middleAt,
  type Period,
  scheduleSteps,
  stateGridProblem,
} from './grid-problem.ts'
import { crossExDate, payOff, stepBack } from './grid-step.ts'

/**
 * Number of steps in an interval that runs from a period's end to today. A shorter interval takes this number times
 * the square root of its fraction of that time. The error from the steps then does not exceed the error from the
 * spacing: 24 steps increase it by half, 72 reduce it only slightly.
 */
const STEPS = 36
/**
 * Grades for the schedule (`scheduleSteps`), which shorten the first steps: one for a start at a kink, one for a
 * smooth start.
 */
const KINK_GRADE = 2
const SMOOTH_GRADE = 1.5
/**
 * Half the variance, in h², after which a kink is smooth on the scale of a cell: it is then spread by a deviation of
 * 1.1 h. With 0.2, the error of puts close to an ex-date doubles; with more, nothing is gained.
 */
const SMOOTHING = 0.6

/**
 * Steps back through a period, from the values at its end to those at its start. A put that waits for the dividend at the
 * end is first stepped back to the time at which the wait starts; from there the schedule restarts with small steps.
 */
export function stepThroughPeriod(problem: GridProblem, period: Period, state: GridState): void {
  const { begin, end, waitFrom } = period
  const grade = problem.isPut && end < problem.years ? SMOOTH_GRADE : KINK_GRADE
  if (waitFrom < end) stepThroughStretch(problem, period, end, waitFrom, grade, state)
  if (begin < waitFrom) stepThroughStretch(problem, period, waitFrom, begin, waitFrom < end ? KINK_GRADE : grade, state)
}

/**
 * Until a kink at the period's end is smooth, the averages of the nodes around it may be below the payoff. Exercise would
 * then add value, so `exerciseEnd` prevents it there.
 */
function stepThroughStretch(
  problem: GridProblem,
  period: Period,
  from: number,
  to: number,
  grade: number,
  state: GridState,
): void {
  const { grid, step } = state
  const halfVariancePerYear = 0.5 * problem.vol ** 2
  const count = Math.max(MIN_STEPS, Math.ceil(STEPS * Math.sqrt((from - to) / period.end)))
  step.schedule = scheduleSteps(count, grade)
  step.boundaries = problem.boundaries
  let time = from
  for (let index = 1; index <= count; index += 1) {
    trimNodes(grid, time / period.end)
    const nextTime = from - (from - to) * (step.schedule.fractions[index] ?? 1)
    step.index = index
    step.halfVariance = halfVariancePerYear * (time - nextTime)
    time = nextTime
    if (halfVariancePerYear * (period.end - time) > SMOOTHING * grid.spacing ** 2) step.exerciseEnd = NODE_COUNT
    if (problem.boundaries > 0) setExercise(problem, period, time, state)
    stepBack(state)
  }
}

/**
 * Sets the value of exercise at `time` and its gain per year. A put receives the strike, gives up the share with the escrowed
 * dividends, and earns r·K − q·S a year; a call does the opposite, and its stored value excludes a share.
 */
function setExercise(problem: GridProblem, period: Period, time: number, { grid, step, escrowed }: GridState): void {
  const { isPut, strike, rate, dividendYield, vol } = problem
  const discount = Math.exp(-rate * time)
  const due = strike * discount
  const share = middleAt(problem, period, time) * discount
  grid.cash = isPut ? due - escrowed : escrowed - due
  grid.shares = isPut ? -share : share * (1 - Math.exp(-dividendYield * (period.end - time)))
  const bendPerGain = (isPut ? 2 : -2) * (grid.spacing / vol) ** 2
  step.bendCash = bendPerGain * rate * due
  step.bendShares = -bendPerGain * dividendYield * share
}

/*
 * American options with any number of cash dividends, by finite differences.
 *
 * The price is computed backward in time. At expiration an option is worth its payoff, at every share price. At each
 * earlier instant it is worth the better of exercising and holding, where holding is worth the mean of the values an
 * instant later over the possible moves of the share. Repeating this step leads back to today.
 *
 * Grid: values are stored at 145 share prices, the nodes, equally spaced in ln S around the median path of the spot,
 * with a reach of 4.7 standard deviations to either side. The nodes drift along with that path and every value is
 * discounted to today. In this frame the Black-Scholes equation has no drift and no discount term: with y = ln S less
 * the drift and U = e^(−rt)·V it is the heat equation U_t + ½σ²·U_yy = 0. The value of a call is stored minus a share
 * (the result is the negative of a covered call), which stays between −K and 0, while a call grows with the price.
 *
 * One step back replaces the derivatives by differences of neighboring nodes and of the last few time levels. That
 * gives one equation per node, solved in two sweeps: inward from the out-of-the-money end, and outward from the other.
 * Errors fall with the fourth power of the spacing and of the steps.
 *
 * The outward sweep decides on exercise: from the in-the-money end, it exercises every node at which exercise is worth
 * more than holding, and locates the point between two nodes at which that ends (the exercise boundary).
 *
 * On an ex-date the price drops from S to max(S − D, 0). Just before, an option is worth its value just after at the
 * lower price, or exercise if that is more. A new set of nodes, closer together because less time remains to today,
 * takes the values at S − D from the old ones. In the escrowed model nothing drops: S less the present value of the
 * dividends moves, and exercise is worth S − K, including the dividends.
 *
 * Reading order:
 *   grid.ts          the loop over the periods between ex-dates and over the steps in each; price and Greeks
 *   grid-problem.ts  the contract divided into periods, their times, and the state at a time
 *   grid-step.ts     one step with both sweeps and the exercise decision; the payoff; from just after an ex-date to just
 *                    before it
 *   grid-nodes.ts    nodes, interpolation, and averages around a node
 */

/**
 * Step sizes for the central differences in volatility (relative) and in rate; their errors stay under 1e-4 of vega and
 * rho. The price is smooth to 1e-8 of the strike; it may jump by 5e-6 when the strike passes from one node to the next.
 */
const VOL_STEP = 0.02
const RATE_STEP = 1e-3
/**
 * How far the price of an immediately exercised option may be from its intrinsic value, as a fraction of the strike.
 */
const ROUNDING = 1e-12

const state = createGridState()

/**
 * Price per share of an American call or put with cash dividends, in the spot model (the share drops by the cash at the
 * start of the ex-date) or the escrowed one, with or without a continuous yield; `contract.ts` has the units. Exercise
 * is possible up to the instant before a drop. Dividends with an ex-date today or after expiration have no effect; a
 * dividend on expiration day drops the price before the payoff. At expiration, the price is the payoff. It is never
 * below intrinsic value, nor above the share price (call) or the strike (put). Accepts any rate and yield. vol·√T is
 * clamped to the range from 1e-5 to 6.
 * Suitable for secant searches: nodes and steps are the same for every volatility, so the price is smooth in it. Throws
 * RangeError on contracts that `requirePricedContract` rejects and on a dividend that is negative or not finite.
 * Source: heat-equation form and cell averages, Crandall (1955); direct solution with exercise, Brennan and Schwartz,
 * The valuation of American put options, Journal of Finance 32 (1977); dividends, Vellekoop and Nieuwenhuis, Efficient
 * pricing of derivatives on assets with discrete dividends, Applied Mathematical Finance 13 (2006). The location of the
 * boundary between nodes is derived in `grid-step.ts`.
 * Verified in `grid.test.ts`: golden/american_discrete.csv within 1e-6 K for calls and 3e-5 K for puts,
 * golden/american_yield.csv within 2e-5 K, prices of an independent program within 5e-6 K. Less exact: multi-year terms
 * with an ex-date hours before expiration, 5e-5 K, and total volatilities over 1.5, where nodes are far apart: 1e-4 K,
 * and 5e-4 K with dividends that add up to the strike (cases in `grid-step.test.ts`); over 3 it is 1e-3 of the larger
 * of strike and share, over 4 up to 3e-2. In `grid-properties.test.ts`: bounds, monotonicity, convexity.
 */
export function priceOnGrid(contract: AmericanContract): number {
  requirePricedContract(contract)
  return contract.years > 0 ? valueToday(stateGridProblem(contract), contract) : exerciseValue(contract)
}

/**
 * Price and the five Greeks in natural units; same domain, errors and degenerate cases as `priceOnGrid`. Where exercise
 * is due now, delta is ±1 and the others are 0. Delta and gamma are differences on the grid; theta follows from the
 * pricing equation, theta = r·V − (r − q)·X·delta − ½σ²X²·gamma − r·(S − X)·delta with X the moving part (the spot, or
 * the spot less the escrowed dividends); vega and rho are differences of the price; around rate 0, rho comes from
 * `slopeByRate`. Without volatility gamma and vega are 0.
 * Verified in `grid.test.ts` on golden/american_discrete.csv and golden/american_yield.csv; less exact are gamma on the
 * last 1% before a boundary that is about to move, and vega (2% of its value) if exercise is worth all but 3e-5 K of the
 * price.
 */
export function computeGreeksOnGrid(contract: AmericanContract): GreekValues {
  requirePricedContract(contract)
  const { type, spot, years, rate } = contract
  const sign = type === 'put' ? -1 : 1
  if (years <= 0) {
    const price = exerciseValue(contract)
    return { price, delta: price > 0 ? sign : 0, gamma: 0, theta: 0, vega: 0, rho: 0 }
  }
  const problem = stateGridProblem(contract)
  const price = valueToday(problem, contract)
  if (isExercisedToday(problem)) return { price, delta: sign, gamma: 0, theta: 0, vega: 0, rho: 0 }
  const { delta, gamma } = differentiateToday(problem)
  const { movingSpot, dividendYield } = problem
  const carry = rate * (price - spot * delta) + dividendYield * movingSpot * delta
  return {
    price,
    delta,
    gamma,
    theta: carry - 0.5 * (problem.vol * movingSpot) ** 2 * gamma,
    vega: problem.isCertain ? 0 : differentiateByVol(contract, price, VOL_STEP * problem.vol),
    rho: differentiateByRate(contract),
  }
}

/** Delta from one grid instead of the five needed for all Greeks; identical, bit for bit, to `computeGreeksOnGrid`. */
export function computeDeltaOnGrid(contract: AmericanContract): number {
  requirePricedContract(contract)
  const sign = contract.type === 'put' ? -1 : 1
  if (contract.years <= 0) return exerciseValue(contract) > 0 ? sign : 0
  const problem = stateGridProblem(contract)
  valueToday(problem, contract)
  return isExercisedToday(problem) ? sign : differentiateToday(problem).delta
}

/**
 * Central difference. If the option is exercised immediately at the lower volatility, vega falls to 0 in between. The
 * step is then a quarter as long and, if that is still too long, the difference is taken upward, with the same order
 * of error.
 */
function differentiateByVol(contract: AmericanContract, price: number, step: number): number {
  const exercised = exerciseValue(contract) + ROUNDING * contract.strike
  const priceAt = (by: number) => priceOnGrid({ ...contract, vol: Math.max(0, contract.vol + by) })
  const lower = priceAt(-step)
  if (lower > exercised || price <= exercised) return (priceAt(step) - lower) / (step + Math.min(step, contract.vol))
  const short = 0.25 * step
  const nearLower = priceAt(-short)
  if (nearLower > exercised) return (priceAt(short) - nearLower) / (2 * short)
  return Math.max(0, (4 * priceAt(short) - priceAt(2 * short) - 3 * price) / (2 * short))
}

/**
 * Central difference that does not cross the kink at rate 0, if there is one; close to the kink, `slopeByRate` is
 * used.
 */
function differentiateByRate(contract: AmericanContract): number {
  const { rate, dividendYield = 0 } = contract
  const priceAt = (at: number) => priceOnGrid({ ...contract, rate: at })
  if (isNearRateKink(rate, dividendYield)) return slopeByRate(priceAt, rate)
  const step = dividendYield === 0 ? Math.min(RATE_STEP, Math.abs(rate)) : RATE_STEP
  return (priceAt(rate + step) - priceAt(rate - step)) / (2 * step)
}

/** Fills `state.grid` with today's values and returns the value at the spot, limited to its bounds. */
function valueToday(problem: GridProblem, contract: AmericanContract): number {
  const { periods, isPut, strike, rate, dividendYield, years } = problem
  let next = null
  for (let index = periods.length - 1; index >= 0; index -= 1) {
    const period = periods[index]
    if (period === undefined) continue
    if (next === null) payOff(problem, period, state)
    else crossExDate(problem, period, next, state)
    stepThroughPeriod(problem, period, state)
    next = period
  }
  const value = (state.grid.values[MIDDLE] ?? 0) + sharesCarried(problem) * problem.movingSpot
  const most = isPut
    ? strike * Math.max(1, Math.exp(-rate * years))
    : contract.spot * Math.max(1, Math.exp(-dividendYield * years))
  return Math.min(most, Math.max(exerciseValue(contract), value))
}

/** Shares excluded from the stored value of a call today. */
function sharesCarried({ isPut, dividendYield, periods }: GridProblem): number {
  return isPut ? 0 : Math.exp(-dividendYield * (periods[0]?.end ?? 0))
}

function isExercisedToday({ boundaries }: GridProblem): boolean {
  const { values, spots, cash, shares } = state.grid
  return boundaries > 0 && (values[MIDDLE] ?? 0) <= cash + shares * (spots[MIDDLE] ?? 0)
}

/** Uses five nodes around the middle; near exercise, five on the held side, because the curvature jumps there. */
function differentiateToday(problem: GridProblem): { delta: number; gamma: number } {
  const { isPut, movingSpot, isCertain } = problem
  const { values, spacing: h, boundary } = state.grid
  const value = (k: number) => values[MIDDLE + k] ?? 0
  const nearBoundary = boundary > MIDDLE - 3
  const outward = nearBoundary
    ? (-25 * value(0) + 48 * value(1) - 36 * value(2) + 16 * value(3) - 3 * value(4)) / (12 * h)
    : (8 * (value(1) - value(-1)) - value(2) + value(-2)) / (12 * h)
  const bend = nearBoundary
    ? (35 * value(0) - 104 * value(1) + 114 * value(2) - 56 * value(3) + 11 * value(4)) / (12 * h * h)
    : (16 * (value(1) + value(-1)) - value(2) - value(-2) - 30 * value(0)) / (12 * h * h)
  const slope = isPut ? outward : -outward
  return { delta: slope / movingSpot + sharesCarried(problem), gamma: isCertain ? 0 : (bend - slope) / movingSpot ** 2 }
}
