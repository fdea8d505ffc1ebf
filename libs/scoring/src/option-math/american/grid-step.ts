import {
  addKink,
  averageCells,
  MIDDLE,
  NODE_COUNT,
  type PriceGrid,
  placeNodes,
  readValue,
  slopeAtEnd,
} from './grid-nodes.ts'
import {
  type BackwardStep,
  type GridProblem,
  type GridState,
  type History,
  MAX_TOTAL_VOL,
  middleAt,
  type Period,
  WEIGHTS_PER_STEP,
} from './grid-problem.ts'

/** z of the inward sweep, or w of an island's outward sweep. */
const swept = new Float64Array(NODE_COUNT)
const risen = new Float64Array(NODE_COUNT)

/**
 * Takes one step back in time. Averaged over a cell, the heat equation −U_t = ½σ²U_yy is exactly
 *   −(average U)_t = ½σ²·(U_{k−1} − 2U_k + U_{k+1})/h²,
 * and the average is (U_{k−1} + 10U_k + U_{k+1})/12 up to O(h⁴) (Crandall 1955; Numerov). With U_t by backward
 * differentiation (`grid-schedule.ts`) and λ = c₀·½σ²·step/h² each node has the same row
 *   −β·U_{k−1} + (1 + 2β)·U_k − β·U_{k+1} = Σ c_j·(average U)_old,j,   β = λ − 1/12,
 * and such a matrix is the product of two one-sided ones with one number ρ, the smaller root of βρ² − (1 + 2β)ρ + β = 0:
 *   inward    z_k = (ρ/β)·(right-hand side)_k + ρ·z_{k+1},   from the out-of-the-money end,
 *   outward   U_k = z_k + ρ·U_{k−1},                         from the in-the-money end.
 * The outward sweep has the final value of the neighbor on the exercise side, so it can decide node by node whether to
 * exercise, which solves the rows together with early exercise exactly (Brennan and Schwartz 1977).
 * Verified in `grid-step.test.ts` (every row, recomputed from its neighbors) and `grid.test.ts`.
 */
export function stepBack({ grid, history, step }: GridState): void {
  const { values, spots, first, last, spacing } = grid
  const at = WEIGHTS_PER_STEP * step.index
  const lambda = ((step.schedule.weights[at] ?? 0) * step.halfVariance) / spacing ** 2
  const beta = lambda - 1 / 12
  const denominator = 1 + 2 * beta + Math.sqrt(1 + 4 * beta)
  const rho = (2 * beta) / denominator
  const scale = 2 / denominator
  // Beyond the ends the value is cash + slope·spot; the second term grows as e^(½σ²·step) in this frame.
  const growth = Math.exp(step.halfVariance)
  const outerSlope = slopeAtEnd(grid, last, last - 1)
  const outerCash = (values[last] ?? 0) - outerSlope * (spots[last] ?? 0)
  const innerSlope = slopeAtEnd(grid, first, first + 1)
  const innerCash = (values[first] ?? 0) - innerSlope * (spots[first] ?? 0)
  const outerEnd = outerCash * (1 - rho) + outerSlope * growth * ((spots[last] ?? 0) - rho * (spots[last - 1] ?? 0))
  sweepInward(history, step, scale, rho, outerEnd, first, last)

  const held = innerCash + innerSlope * growth * (spots[first] ?? 0)
  const exercised = grid.cash + grid.shares * (spots[first] ?? 0)
  const spreads = step.boundaries > 0 && exercised >= held
  values[first] = spreads ? exercised : held
  if (spreads) {
    sweepOutward(values, exerciseOutward(grid, step, first, rho, lambda * scale), last, rho)
  } else {
    grid.boundary = -1
    sweepOutward(values, first + 1, last, rho)
    const innerEnd = innerCash * (1 - rho) + innerSlope * growth * ((spots[first] ?? 0) - rho * (spots[first + 1] ?? 0))
    if (step.boundaries === 2) exerciseIsland(grid, step, rho, lambda * scale, innerEnd)
  }
  remember(history, values, first, last)
}

/** Shifts every time level by one and averages the new values. */
function remember(history: History, values: Float64Array, first: number, last: number): void {
  const { newest, second, third, fourth, spare } = history
  history.newest = spare
  history.second = newest
  history.third = second
  history.fourth = third
  history.spare = fourth
  averageCells(values, spare, first, last)
}

/** Processes two independent nodes per iteration, which halves the time. */
function sweepInward(
  { newest, second, third, fourth }: History,
  { schedule: { weights }, index }: BackwardStep,
  scale: number,
  rho: number,
  end: number,
  first: number,
  last: number,
): void {
  const at = WEIGHTS_PER_STEP * index
  const c1 = scale * (weights[at + 1] ?? 0)
  const c2 = scale * (weights[at + 2] ?? 0)
  const c3 = scale * (weights[at + 3] ?? 0)
  const c4 = scale * (weights[at + 4] ?? 0)
  const rhoSquared = rho * rho
  let carry = end
  swept[last] = carry
  let k = last - 1
  for (; k > first + 1; k -= 2) {
    const j = k - 1
    const here = c1 * (newest[k] ?? 0) + c2 * (second[k] ?? 0) + c3 * (third[k] ?? 0) + c4 * (fourth[k] ?? 0)
    const next = c1 * (newest[j] ?? 0) + c2 * (second[j] ?? 0) + c3 * (third[j] ?? 0) + c4 * (fourth[j] ?? 0)
    swept[k] = here + rho * carry
    carry = next + rho * here + rhoSquared * carry
    swept[j] = carry
  }
  if (k === first + 1) {
    const here = c1 * (newest[k] ?? 0) + c2 * (second[k] ?? 0) + c3 * (third[k] ?? 0) + c4 * (fourth[k] ?? 0)
    swept[k] = here + rho * carry
  }
}

/** Outward sweep without exercise, from node `from` on. */
function sweepOutward(values: Float64Array, from: number, last: number, rho: number): void {
  const rhoSquared = rho * rho
  let carry = values[from - 1] ?? 0
  let k = from
  for (; k < last; k += 2) {
    const here = swept[k] ?? 0
    values[k] = here + rho * carry
    carry = (swept[k + 1] ?? 0) + rho * here + rhoSquared * carry
    values[k + 1] = carry
  }
  if (k === last) values[k] = (swept[k] ?? 0) + rho * carry
}

/**
 * Exercises outward from node `from`, which is already exercised, for as long as exercise is worth more than holding.
 * Returns the first unsettled node. The search for the last exercised node starts from outside: a node that was held until a
 * few steps ago has a bend in its history, which the formula for d/dt overshoots, so from inside it may wrongly look worth
 * holding.
 *
 * Exercise ends at a distance s (in nodes, 0 < s ≤ 1) before the first held node k. There
 * - the excess over exercise is ½·bend·s²: it starts at 0 with slope 0 (smooth pasting), and where the option is held,
 *   ½σ²·(excess)″ is the lost gain from exercise;
 * - the row of k applies the heat equation to its whole cell, although it holds only in the held part; omitting the rest
 *   adds μ·½·bend·(1 − s)² to U_k, μ = λρ/β.
 * With e the excess without that term, both together are (1 − μ)s² + 2μs − μ = 2e/bend: e from −½μ·bend to ½·bend as s goes
 * from 0 to 1. The result is continuous when the boundary passes a node, and the error is O(h³) instead of O(h²).
 */
function exerciseOutward(grid: PriceGrid, step: BackwardStep, from: number, rho: number, mu: number): number {
  const { values, spots, cash, shares } = grid
  let last = Math.min(step.exerciseEnd, grid.last) - 1
  let excess = 0
  let excessOutside = Number.POSITIVE_INFINITY
  for (; last > from; last -= 1) {
    excess = (swept[last] ?? 0) - (1 - rho) * cash - shares * ((spots[last] ?? 0) - rho * (spots[last - 1] ?? 0))
    if (excess < 0) break
    excessOutside = excess
  }
  for (let k = from + 1; k <= last; k += 1) values[k] = cash + shares * (spots[k] ?? 0)
  const bend = step.bendCash + step.bendShares * (spots[last] ?? 0)
  const isLastHeld = last > from && excess >= -0.5 * bend * mu
  const held = isLastHeld ? last : last + 1
  const target = bend > 0 ? mu + (2 * (isLastHeld ? excess : excessOutside)) / bend : Number.POSITIVE_INFINITY
  if (target > 1 + mu) {
    grid.boundary = held - 1
    return held
  }
  // A stretch may be so short that a step takes no time at all: then μ is 0, and target may be 0 too.
  const distance = target > 0 ? target / (mu + Math.sqrt(mu * mu + (1 - mu) * target)) : 0
  values[held] = cash + shares * (spots[held] ?? 0) + 0.5 * bend * distance * distance
  grid.boundary = held - distance
  return held + 1
}

/**
 * Exercise between two prices only (`boundaries` 2), starting from the values of holding everywhere. The node with the
 * largest gain from exercise is certainly exercised; from there exercise spreads both ways. Inward the two sweeps swap roles:
 * U_k = w_k + ρ·U_{k+1} with w_k = (ρ/β)·(right-hand side)_k + ρ·w_{k−1}.
 */
function exerciseIsland(grid: PriceGrid, step: BackwardStep, rho: number, mu: number, innerEnd: number): void {
  const { values, spots, first, last, cash, shares } = grid
  let node = -1
  let most = 0
  for (let k = first + 1; k < Math.min(step.exerciseEnd, last); k += 1) {
    const gain = cash + shares * (spots[k] ?? 0) - (values[k] ?? 0)
    if (gain > most) {
      most = gain
      node = k
    }
  }
  if (node < 0) return
  risen[first] = innerEnd
  for (let k = first + 1; k < node; k += 1) {
    risen[k] = (swept[k] ?? 0) - rho * (swept[k + 1] ?? 0) + rho * (risen[k - 1] ?? 0)
  }
  values[node] = cash + shares * (spots[node] ?? 0)
  sweepOutward(values, exerciseOutward(grid, step, node, rho, mu), last, rho)
  grid.boundary = -1
  for (let k = node - 1; k >= first; k -= 1) {
    const held = (risen[k] ?? 0) + rho * (values[k + 1] ?? 0)
    values[k] = Math.max(held, cash + shares * (spots[k] ?? 0))
  }
}

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
