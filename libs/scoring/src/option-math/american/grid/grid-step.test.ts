import { describe, expect, test } from '@jest/globals'
import { averageCells } from './grid-cells.ts'
import { MIDDLE, NODE_COUNT, placeNodes } from './grid-nodes.ts'
import { scheduleSteps } from './grid-schedule.ts'
import { createGridState, type GridState } from './grid-state.ts'
import { stepBack } from './grid-step.ts'

const HALF_VARIANCE = 0.002

/** A grid with the values of `start` and one step of order 1 ahead. */
function stateOf(isPut: boolean, start: (spot: number) => number): GridState {
  const state = createGridState()
  const { grid, history, step } = state
  placeNodes(grid, isPut, 0.4)
  grid.spots.forEach((spot, k) => {
    grid.values[k] = start(spot)
  })
  averageCells(grid.values, history.newest, grid.first, grid.last)
  Object.assign(step, {
    schedule: scheduleSteps(8, 1),
    index: 1,
    halfVariance: HALF_VARIANCE,
    boundaries: 0,
    exerciseEnd: NODE_COUNT,
  })
  return state
}

/** What is missing in the row of node k, the row put together from its neighbours. */
function residualOf({ grid, history }: GridState, k: number): number {
  const [before = 0, here = 0, after = 0] = grid.values.subarray(k - 1, k + 2)
  const beta = HALF_VARIANCE / grid.spacing ** 2 - 1 / 12
  return (1 + 2 * beta) * here - beta * (before + after) - (history.second[k] ?? 0)
}

describe('one step', () => {
  test('cash stays what it is, a share gains half the variance', () => {
    const state = stateOf(true, (spot) => 3 - 2 * spot)
    stepBack(state)
    state.grid.spots.forEach((spot, k) => {
      expect(state.grid.values[k]).toBeCloseTo(3 - 2 * spot * Math.exp(HALF_VARIANCE), 4)
    })
  })

  test('every row is met, and the averages move up one level', () => {
    const state = stateOf(false, (spot) => Math.max(0, 1.2 - spot) + 0.1 * Math.sin(5 * spot))
    const { newest, second } = state.history
    stepBack(state)
    for (let k = 1; k < NODE_COUNT - 1; k += 1) expect(Math.abs(residualOf(state, k))).toBeLessThan(1e-13)
    expect(state.history.second).toBe(newest)
    expect(state.history.third).toBe(second)
    expect(state.grid.boundary).toBe(-1)
  })

  test('exercise: at or above it everywhere, rows met where held, and held back where told', () => {
    const state = stateOf(true, (spot) => Math.max(0, 1 - spot))
    const { grid, step } = state
    // With no bend to speak of the boundary is not located between nodes.
    Object.assign(grid, { cash: 1.004, shares: -1 })
    Object.assign(step, { boundaries: 1, bendCash: 0, bendShares: 0 })
    stepBack(state)
    const end = grid.boundary
    expect(end).toBeGreaterThan(MIDDLE - 20)
    expect(end).toBeLessThan(MIDDLE)
    for (let k = 0; k < NODE_COUNT - 1; k += 1) {
      const excess = (grid.values[k] ?? 0) - (1.004 - (grid.spots[k] ?? 0))
      if (k <= end) expect(excess).toBe(0)
      else {
        expect(excess).toBeGreaterThan(0)
        expect(Math.abs(residualOf(state, k))).toBeLessThan(1e-13)
      }
      if (k > 0 && k < end) expect(residualOf(state, k)).toBeGreaterThan(0)
    }
    const heldBack = stateOf(true, (spot) => Math.max(0, 1 - spot))
    Object.assign(heldBack.grid, { cash: 1.004, shares: -1 })
    Object.assign(heldBack.step, { boundaries: 1, exerciseEnd: 30 })
    stepBack(heldBack)
    expect(heldBack.grid.boundary).toBe(29)
  })

  /**
   * Worked backwards: exercise is worth 0 now and was worth λ·bend less a step ago, and the value off it is to come out as
   * the parabola ½·bend·(k − boundary)². Then the old averages are those of the parabola less λ·bend everywhere.
   */
  test.each([40, 40.02, 40.3, 40.5, 40.77, 40.98])('the boundary between two nodes, at %d', (boundary) => {
    const bend = 1e-3
    const parabola = (k: number) => 0.5 * bend * Math.max(0, k - boundary) ** 2
    const state = stateOf(true, () => -1)
    const { grid, history, step } = state
    const lambda = HALF_VARIANCE / grid.spacing ** 2
    for (let k = 1; k < NODE_COUNT - 1; k += 1) {
      const average = (parabola(k - 1) + 10 * parabola(k) + parabola(k + 1)) / 12
      history.newest[k] = average - lambda * bend
    }
    Object.assign(step, { boundaries: 1, bendCash: bend })
    stepBack(state)
    expect(grid.boundary).toBeCloseTo(boundary, 9)
    for (let k = 0; k < NODE_COUNT / 2; k += 1) expect(grid.values[k]).toBeCloseTo(parabola(k), 9)
  })

  test('exercise between two prices only: rows met on both sides', () => {
    const state = stateOf(true, (spot) => 1.01 - 1.02 * spot + 0.3 * Math.max(0, spot - 1) ** 2)
    const { grid, step } = state
    Object.assign(grid, { cash: 1, shares: -1 })
    Object.assign(step, { boundaries: 2, bendCash: 0, bendShares: 0 })
    stepBack(state)
    const excess = grid.values.map((value, k) => value - (1 - (grid.spots[k] ?? 0)))
    const exercised = [...excess.keys()].filter((k) => Math.abs(excess[k] ?? 1) < 1e-15)
    const [firstExercised = -1, lastExercised = -1] = [exercised[0], exercised.at(-1)]
    expect(firstExercised).toBeGreaterThan(10)
    expect(exercised.length).toBe(lastExercised - firstExercised + 1)
    expect(Math.min(...excess)).toBeGreaterThan(-1e-15)
    for (let k = 1; k < NODE_COUNT - 1; k += 1) {
      if (k < firstExercised || k > lastExercised) expect(Math.abs(residualOf(state, k))).toBeLessThan(1e-12)
    }
  })
})
