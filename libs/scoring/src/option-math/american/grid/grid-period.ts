import { NODE_COUNT, trimNodes } from './grid-nodes.ts'
import { type GridProblem, middleAt, type Period } from './grid-problem.ts'
import { LEAST_STEPS, scheduleSteps } from './grid-schedule.ts'
import type { GridState } from './grid-state.ts'
import { stepBack } from './grid-step.ts'

/**
 * Steps of a stretch from a period's end to today; a shorter one takes the square root of its share of them. Their error
 * is then no larger than that of the spacing: 24 make prices half as bad again, 72 little better.
 */
const STEPS = 36
/** How much shorter the first steps are (`scheduleSteps`), after a kink and where the start is smooth. */
const KINK_GRADE = 2
const SMOOTH_GRADE = 1.5
/**
 * Half the variance, in h², after which a kink is smooth on the scale of a cell: its deviation is then 1.1 h. With 0.2 puts
 * hard by an ex-date are twice as far off, with more nothing is gained.
 */
const SMOOTHING = 0.6

/**
 * Steps back through a period, from the values at its end to those at its beginning. A put that waits for the dividend at
 * the end is stepped back to the moment it stops waiting first: there the steps start anew, and small.
 */
export function stepThroughPeriod(problem: GridProblem, period: Period, state: GridState): void {
  const { begin, end, waitFrom } = period
  const grade = problem.isPut && end < problem.years ? SMOOTH_GRADE : KINK_GRADE
  if (waitFrom < end) stepThroughStretch(problem, period, end, waitFrom, grade, state)
  if (begin < waitFrom) stepThroughStretch(problem, period, waitFrom, begin, waitFrom < end ? KINK_GRADE : grade, state)
}

/**
 * Until a kink at the period's end is smooth the nodes around it carry averages that may lie under the payoff: exercising
 * them would add value, so `exerciseEnd` holds them back for that long.
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
  const count = Math.max(LEAST_STEPS, Math.ceil(STEPS * Math.sqrt((from - to) / period.end)))
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
 * What exercise is worth at `time`, and what it earns from then on. A put takes the strike and gives the share with the
 * dividends escrowed, and earns r·K − q·S a year; a call the other way round, and it is carried less a share.
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
