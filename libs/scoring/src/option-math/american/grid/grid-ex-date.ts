import { addKink, averageCells } from './grid-cells.ts'
import { MIDDLE, NODE_COUNT, placeNodes, readValue } from './grid-nodes.ts'
import { type GridProblem, MAX_TOTAL_VOL, middleAt, type Period } from './grid-problem.ts'
import type { GridState } from './grid-state.ts'

/** Newton steps to a root inside one cell: starting from a linear guess, the third is exact to rounding. */
const ROOT_STEPS = 3

/**
 * Width, in cells, over which the slope on one side of a kink is measured; over a narrower piece, rounding would
 * dominate.
 */
const KINK_WIDTH = 0.1

/**
 * Sets the values at expiration, on nodes for the last period, and their cell averages with the kink at the strike
 * (and, for a put with a dividend on that day, at a share price equal to the dividend). Exercise around the kink is
 * disabled until the kink is smooth.
 */
export function payOff(problem: GridProblem, period: Period, state: GridState): void {
  const { isPut, strike, payoffStrike, lastDrop, rate, years } = problem
  const { grid, history, step } = state
  placeNodes(grid, isPut, totalVolAtEnd(problem, period))
  const { values, spots, first, last } = grid
  const discount = Math.exp(-rate * years)
  const middle = middleAt(problem, period, years)
  const due = payoffStrike * discount
  for (let k = first; k <= last; k += 1) {
    const share = middle * discount * (spots[k] ?? 0)
    values[k] = isPut ? Math.min(Math.max(due - share, 0), strike * discount) : -Math.min(share, due)
  }
  averageCells(values, history.newest, first, last)
  for (const level of [history.second, history.third, history.fourth]) level.fill(0)
  bendAverages(state, isPut, lastDrop / middle, -discount * middle)
  step.exerciseEnd = bendAverages(state, isPut, payoffStrike / middle, discount * middle)
  state.escrowed = problem.escrowedAtExpiration
}

/**
 * Corrects the newest averages for a kink at a share price (in units of `spots`), where the slope of the values against
 * `spots` rises by `slopeJump`. Returns the last node before it, or NODE_COUNT if it is outside the grid.
 */
function bendAverages({ grid, history }: GridState, isPut: boolean, spot: number, slopeJump: number): number {
  const { first, last, spacing } = grid
  const offset = Math.log(spot) / spacing
  const position = MIDDLE + (isPut ? offset : -offset)
  const isInside = position > first + 2 && position < last - 2
  return isInside ? addKink(history.newest, position, slopeJump * spot * spacing) : NODE_COUNT
}

/**
 * Steps from the values just after an ex-date, at the start of `next`, to those just before it, at the end of
 * `period`, on nodes for that period: V(S, before) = max(V(S − D, after), exercise); a share that would fall below 0
 * is worth 0. In the escrowed model the moving part does not drop, but a call exercised before the drop also receives
 * the dividend. A put is not exercised then, because an instant later exercise pays D more, and never less.
 */
export function crossExDate(problem: GridProblem, period: Period, next: Period, state: GridState): void {
  const { isPut, isEscrowed, strike, rate, dividendYield, years } = problem
  const { grid: later, later: grid, history, step } = state
  state.grid = grid
  state.later = later
  placeNodes(grid, isPut, totalVolAtEnd(problem, period))
  const { values, spots, first, last } = grid
  const discount = Math.exp(-rate * period.end)
  const middle = middleAt(problem, period, period.end)
  const drop = isEscrowed ? 0 : period.cash
  if (isEscrowed) state.escrowed += period.cash * discount
  const valueAtZero = isPut ? strike * Math.max(discount, Math.exp(-rate * years)) : 0
  // The stored value of a call excludes a share, which pays out its yield until the period's end.
  const shareBefore = isPut ? 0 : discount
  const shareAfter = isPut ? 0 : discount * Math.exp(-dividendYield * (next.end - period.end))
  for (let k = first; k <= last; k += 1) {
    const before = middle * (spots[k] ?? 0)
    const after = Math.max(0, before - drop)
    const read = readValue(later, isPut, after / next.middle, valueAtZero)
    values[k] = read + shareAfter * after - shareBefore * before
  }
  step.exerciseEnd = NODE_COUNT
  if (isPut) {
    averageCells(values, history.newest, first, last)
    // A share below the drop is worth 0 after it, so the value is flat there and changes with the share above.
    const little = KINK_WIDTH * grid.spacing * drop
    const fall = (readValue(later, isPut, little / next.middle, valueAtZero) - valueAtZero) / little
    if (drop > 0) bendAverages(state, isPut, drop / middle, fall * middle)
  } else exerciseBeforeDrop(state, state.escrowed - strike * discount)
}

/** Standard deviation of ln S at the period's end, from today. */
function totalVolAtEnd({ vol }: GridProblem, { end, stretch }: Period): number {
  return Math.min(MAX_TOTAL_VOL, vol * Math.sqrt(end) * stretch)
}

/**
 * Exercises every node at which exercise is worth more than holding, from the in-the-money end. There is no smooth pasting on
 * a single day: the value has a kink where the two are equal, located on the cubic through four nodes.
 */
function exerciseBeforeDrop({ grid, history, step }: GridState, exercised: number): void {
  const { values, first, last } = grid
  let held = first
  while (held <= last && exercised >= (values[held] ?? 0)) held += 1
  // Excess of holding over exercise: e0 and e1 are on the exercised side; a cubic in the distance s from e1's node.
  const e0 = (values[held - 2] ?? 0) - exercised
  const e1 = (values[held - 1] ?? 0) - exercised
  const e2 = (values[held] ?? 0) - exercised
  const e3 = (values[held + 1] ?? 0) - exercised
  values.fill(exercised, first, held)
  averageCells(values, history.newest, first, last)
  if (held < first + 2 || held > last - 3) return
  const c1 = -e0 / 3 - e1 / 2 + e2 - e3 / 6
  const c2 = e0 / 2 - e1 + e2 / 2
  const c3 = -e0 / 6 + e1 / 2 - e2 / 2 + e3 / 6
  let s = e1 / (e1 - e2)
  for (let i = 0; i < ROOT_STEPS; i += 1) {
    const slope = c1 + s * (2 * c2 + 3 * s * c3)
    s = Math.min(1, Math.max(0, s - (e1 + s * (c1 + s * (c2 + s * c3))) / slope))
  }
  step.exerciseEnd = addKink(history.newest, held - 1 + s, c1 + s * (2 * c2 + 3 * s * c3))
}
