import { NODE_COUNT, trimNodes } from './grid-nodes.ts'
import { type GridProblem, middleAt, type Period } from './grid-problem.ts'
import { MIN_STEPS, scheduleSteps } from './grid-schedule.ts'
import type { GridState } from './grid-state.ts'
import { stepBack } from './grid-step.ts'

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
