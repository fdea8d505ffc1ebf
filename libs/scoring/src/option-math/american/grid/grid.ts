/*
 * American options with any number of cash dividends, by finite differences.
 *
 * The price is found backwards. At expiration an option is worth its payoff, at every share price. If its value a moment
 * from now is known at every share price, then so is its value now: the better of exercising, and of holding, which is
 * worth the mean of the later values over the moves the share may make. Step by step that leads back to today.
 *
 * The grid. Values are kept at 145 share prices, the nodes: equal distances apart in ln S, with the spot's median path in
 * the middle, and reaching 4.7 standard deviations to either side. The nodes drift along with that path and every value is
 * discounted to today. In this frame the Black-Scholes equation has neither drift nor discount left: with y = ln S less
 * the drift and U = e^(−rt)·V it is the heat equation U_t + ½σ²·U_yy = 0. A call is carried less a share (as what its
 * writer is short who owns the share): that stays between −K and 0 where a call grows with the price.
 *
 * One step back replaces the derivatives by differences of neighbouring nodes and of the last few moments. That gives one
 * equation per node, solved in two sweeps: inward from the out-of-the-money end, and outward from the other. Errors fall
 * with the fourth power of the spacing and of the steps.
 *
 * Exercise is decided in the outward sweep: from the in-the-money end, every node at which exercise is worth more than
 * holding is exercised, and the point between two nodes where that ends (the exercise boundary) is located.
 *
 * On an ex-date the price drops from S to max(S − D, 0). Just before, an option is worth what it is worth just after at
 * the lower price, or exercise. A new set of nodes takes over, closer together, as they now have to cover less time back to
 * today: the value at S − D is read off the old ones. In the escrowed model nothing drops: there S less the present value
 * of the dividends is what moves, and it is exercise that is worth S − K, the dividends included.
 *
 * A reader can follow the steps in this order:
 *   grid.ts           the way back through the periods between ex-dates; price and Greeks
 *   grid-problem.ts   the contract divided into periods
 *   grid-ex-date.ts   the payoff, and from just after an ex-date to just before it
 *   grid-period.ts    steps through a period, and what exercise is worth at each (grid-schedule.ts: when they are taken)
 *   grid-step.ts      one step: both sweeps and the exercise decision
 *   grid-nodes.ts     the nodes and the value between them; grid-cells.ts: averages around a node; grid-state.ts: what is
 *                     carried along
 */
import { type AmericanContract, type GreekValues, requirePricedContract } from '../../contract.ts'
import { exerciseValue } from '../exercise-value.ts'
import { isNearRateKink, slopeByRate } from '../rate-slope.ts'
import { crossExDate, payOff } from './grid-ex-date.ts'
import { MIDDLE } from './grid-nodes.ts'
import { stepThroughPeriod } from './grid-period.ts'
import { type GridProblem, stateGridProblem } from './grid-problem.ts'
import { createGridState } from './grid-state.ts'

/**
 * Steps of the central differences in volatility (relative) and in rate: their own errors stay under 1e-4 of vega and rho.
 * The price is smooth to 1e-8 of the strike; where the strike passes from one node to the next it may jump by 5e-6.
 */
const VOL_STEP = 0.02
const RATE_STEP = 1e-3
/** An option exercised at once is worth its intrinsic value but for that share of the strike. */
const ROUNDING = 1e-12

const state = createGridState()

/**
 * Price per share of an American call or put with cash dividends, in the spot model (the share drops by the cash at the
 * start of the ex-date) or the escrowed one, with or without a continuous yield; `contract.ts` has the units. Exercise is
 * possible up to the instant before a drop. Dividends of today or after expiration have no effect; a dividend on
 * expiration day drops the price before the payoff. At expiration the payoff; never under intrinsic value, nor over the
 * share (call) or the strike (put). Any rate and yield. vol·√T is taken as 1e-5 at least and 6 at most.
 * For a search by secants: nodes and steps are the same for every volatility, so the price moves smoothly with it.
 * Throws RangeError on what `requirePricedContract` refuses and on a dividend that is negative or not finite.
 * Source: heat-equation form and cell averages, Crandall (1955); direct solution with exercise, Brennan and Schwartz,
 * The valuation of American put options, Journal of Finance 32 (1977); dividends, Vellekoop and Nieuwenhuis, Efficient
 * pricing of derivatives on assets with discrete dividends, Applied Mathematical Finance 13 (2006). The location of the
 * boundary between nodes is derived in `grid-step.ts`.
 * Verified in `grid.test.ts`: golden/american_discrete.csv within 1e-6 K for calls and 3e-5 K for puts,
 * golden/american_yield.csv within 2e-5 K, prices of an independent program within 5e-6 K. Less exact are terms of years
 * with an ex-date hours before expiration, 5e-5 K, and total volatilities over 1.5, where nodes lie far apart: 1e-4 K, and
 * 5e-4 K with dividends that together are as much as the strike (cases in `grid-step.test.ts`); over 3 it is 1e-3 of the
 * larger of strike and share, over 4 up to 3e-2. In `grid-properties.test.ts`: bounds, monotonicity, convexity.
 */
export function priceOnGrid(contract: AmericanContract): number {
  requirePricedContract(contract)
  return contract.years > 0 ? valueToday(stateGridProblem(contract), contract) : exerciseValue(contract)
}

/**
 * Price and the five Greeks in natural units; domain, errors and degenerate cases as `priceOnGrid`. Where exercise is
 * due now, delta is ±1 and the others are 0. Delta and gamma are differences on the grid; theta follows from the pricing
 * equation, theta = r·V − (r − q)·X·delta − ½σ²X²·gamma − r·(S − X)·delta with X what moves (the spot, or less the escrowed
 * dividends); vega and rho are differences of the price, rho around rate 0 as `slopeByRate`. Without volatility gamma and
 * vega are 0.
 * Verified in `grid.test.ts` on golden/american_discrete.csv and golden/american_yield.csv; less exact than there is gamma
 * on the last 1% before a boundary that is about to move, and vega (2% of its value) where exercise is worth all but
 * 3e-5 K of the price.
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

/** Delta alone, of one grid instead of the five that all Greeks take. As `computeGreeksOnGrid`, to the last bit. */
export function computeDeltaOnGrid(contract: AmericanContract): number {
  requirePricedContract(contract)
  const sign = contract.type === 'put' ? -1 : 1
  if (contract.years <= 0) return exerciseValue(contract) > 0 ? sign : 0
  const problem = stateGridProblem(contract)
  valueToday(problem, contract)
  return isExercisedToday(problem) ? sign : differentiateToday(problem).delta
}

/**
 * A central difference. Where the option is due to be exercised at the lower volatility, vega falls to 0 in between: there
 * the step is a quarter, and if that is still too long the difference is taken upwards, with the same order of error.
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

/** A central difference that stays on one side of the kink at rate 0, if there is one; `slopeByRate` right around it. */
function differentiateByRate(contract: AmericanContract): number {
  const { rate, dividendYield = 0 } = contract
  const priceAt = (at: number) => priceOnGrid({ ...contract, rate: at })
  if (isNearRateKink(rate, dividendYield)) return slopeByRate(priceAt, rate)
  const step = dividendYield === 0 ? Math.min(RATE_STEP, Math.abs(rate)) : RATE_STEP
  return (priceAt(rate + step) - priceAt(rate - step)) / (2 * step)
}

/** Fills `state.grid` with the values of today and returns the one at the spot, within its bounds. */
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

/** Shares a call is carried less, today. */
function sharesCarried({ isPut, dividendYield, periods }: GridProblem): number {
  return isPut ? 0 : Math.exp(-dividendYield * (periods[0]?.end ?? 0))
}

function isExercisedToday({ boundaries }: GridProblem): boolean {
  const { values, spots, cash, shares } = state.grid
  return boundaries > 0 && (values[MIDDLE] ?? 0) <= cash + shares * (spots[MIDDLE] ?? 0)
}

/** By five nodes around the middle; where exercise is near, by five on the held side, as the curvature jumps there. */
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
