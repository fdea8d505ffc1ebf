import { describe, expect, test } from '@jest/globals'
import { priceEuropean } from '../european.ts'
import { computeGreeksOnGrid, priceOnGrid } from './grid.ts'
import { averageCells, MIDDLE, NODE_COUNT, placeNodes } from './grid-nodes.ts'
import { createGridState, type GridState, scheduleSteps } from './grid-problem.ts'
import { stepBack } from './grid-step.ts'

describe('grid step', () => {
  const HALF_VARIANCE = 0.002

  /** A grid with the values of `start`, about to take one step of order 1. */
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

  /** Residual of node k's row, recomputed from its neighbors. */
  function residualOf({ grid, history }: GridState, k: number): number {
    const [before = 0, here = 0, after = 0] = grid.values.subarray(k - 1, k + 2)
    const beta = HALF_VARIANCE / grid.spacing ** 2 - 1 / 12
    return (1 + 2 * beta) * here - beta * (before + after) - (history.second[k] ?? 0)
  }

  describe('one step', () => {
    test('keeps cash constant, and a share gains half the variance', () => {
      const state = stateOf(true, (spot) => 3 - 2 * spot)
      stepBack(state)
      state.grid.spots.forEach((spot, k) => {
        expect(state.grid.values[k]).toBeCloseTo(3 - 2 * spot * Math.exp(HALF_VARIANCE), 4)
      })
    })

    test('solves every row, and shifts the averages by one level', () => {
      const state = stateOf(false, (spot) => Math.max(0, 1.2 - spot) + 0.1 * Math.sin(5 * spot))
      const { newest, second } = state.history
      stepBack(state)
      for (let k = 1; k < NODE_COUNT - 1; k += 1) expect(Math.abs(residualOf(state, k))).toBeLessThan(1e-13)
      expect(state.history.second).toBe(newest)
      expect(state.history.third).toBe(second)
      expect(state.grid.boundary).toBe(-1)
    })

    test('is at or above exercise everywhere, solves the rows where held, and respects exerciseEnd', () => {
      const state = stateOf(true, (spot) => Math.max(0, 1 - spot))
      const { grid, step } = state
      // Without a bend, the boundary is not located between nodes.
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
     * Constructed backward: exercise is worth 0 now and was worth λ·bend less one step ago, and the held value should be the
     * parabola ½·bend·(k − boundary)². The old averages are then those of the parabola minus λ·bend.
     */
    test.each([40, 40.02, 40.3, 40.5, 40.77, 40.98])('locates the boundary between two nodes at %d', (boundary) => {
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

    test('solves the rows on both sides with exercise between two prices only', () => {
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
})

describe('known limits', () => {
  const call = { type: 'call', spot: 100, strike: 90, years: 1, rate: 0.05, vol: 0.25 } as const
  const put = { type: 'put', spot: 100, strike: 110, years: 1, rate: 0.05, vol: 0.25 } as const
  const halfway = [{ years: 0.5, cash: 10 }]
  const discount = Math.exp(-0.025)

  test('a call without dividends is European, and so is a put at rate 0', () => {
    expect(Math.abs(priceOnGrid(call) - priceEuropean(call))).toBeLessThan(1e-6 * 90)
    expect(Math.abs(priceOnGrid({ ...put, rate: 0 }) - priceEuropean({ ...put, rate: 0 }))).toBeLessThan(1e-6 * 110)
  })

  test('without volatility, a call is exercised just before the drop, a put just after it', () => {
    const got = computeGreeksOnGrid({ ...call, vol: 0, dividends: halfway })
    expect(got.price).toBeCloseTo(100 - 90 * discount, 4)
    expect(got.delta).toBeCloseTo(1, 6)
    expect([got.gamma, got.vega]).toEqual([0, 0])
    expect(priceOnGrid({ ...put, vol: 0, dividends: halfway })).toBeCloseTo(120 * discount - 100, 4)
  })

  test('a call is exercised before a dividend on expiration day, a put after it', () => {
    const dividends = [{ years: 1, cash: 3 }]
    expect(priceOnGrid({ ...call, dividends })).toBeCloseTo(priceEuropean(call), 4)
    const waiting = priceOnGrid({ ...put, rate: 0, dividends })
    expect(waiting).toBeCloseTo(priceEuropean({ ...put, rate: 0, strike: 113 }), 3)
  })

  test.each([
    [28.289, 10.3, 1.3652, 270 / 365],
    [90, 10, 0.3, 1],
    [15, 20, 2, 0.5],
  ])(
    'put struck at %d at rate 0, a drop of %d on expiration day: min(K, K + D − S), the difference of two puts',
    (strike, cash, vol, years) => {
      const late = { ...put, rate: 0, years, vol }
      const european = (at: number) => priceEuropean({ ...late, strike: at })
      const got = priceOnGrid({ ...late, strike, dividends: [{ years, cash }] })
      expect(Math.abs(got - (european(strike + cash) - european(cash)))).toBeLessThan(3e-5 * strike)
    },
  )

  /**
   * At rate 0 a put waits for its last ex-date without exercise, so its price is a chain of integrals over the share price,
   * computed by a separate program: log prices 1e-8 to 1e8 in 40,000 steps, sums over the normal density, linear in between.
   */
  test.each([
    [100, 0.3, [182.5], [5], 14.595013, 1e-6],
    [50, 1.2, [91.25, 182.5, 273.75], [8, 8, 8], 21.614547, 2e-5],
    [14.965, 2.04, [88, 179, 270, 361], [3.11, 3.11, 9.33, 3.11], 8.982662, 1e-4],
    [5.93, 1.41, [230, 305, 309, 364], [8.63, 8.63, 8.63, 8.63], 2.815248, 5e-4],
  ])(
    'put struck at %d, vol %d: dividends that are large relative to the strike cost digits',
    (strike, vol, days, cash, want, limit) => {
      const dividends = days.map((day, at) => ({ years: day / 365, cash: cash[at] ?? Number.NaN }))
      const got = priceOnGrid({ ...put, rate: 0, strike, vol, dividends })
      expect(Math.abs(got - want)).toBeLessThan(limit * strike)
    },
  )

  test('adds up two dividends on the same day, and ignores a dividend of 0', () => {
    const twice = { ...put, dividends: [...halfway, ...halfway, { years: 0.7, cash: 0 }] }
    expect(priceOnGrid(twice)).toBe(priceOnGrid({ ...put, dividends: [{ years: 0.5, cash: 20 }] }))
  })

  /** Vega from two steps of 0.2% in volatility, on a grid of 1,001 nodes and 200 time steps. */
  test.each([
    [108, 3.018, 0.06],
    [109, 0, 0],
  ])(
    'close to exercise, strike %d: vega %d, though a difference of 2% would look past the boundary',
    (strike, want, limit) => {
      const dividends = [{ years: 197 / 365, cash: 1.71 }]
      const { vega } = computeGreeksOnGrid({ ...put, strike, years: 2, vol: 0.0848, dividends })
      expect(Math.abs(vega - want)).toBeLessThanOrEqual(limit)
    },
  )

  test('a put that is exercised immediately is intrinsic with delta −1 and no other Greeks', () => {
    const got = computeGreeksOnGrid({ ...put, strike: 190, rate: 0.08 })
    expect(got).toEqual({ price: 90, delta: -1, gamma: 0, theta: 0, vega: 0, rho: 0 })
  })

  test('a put in the exercise region waits for a near dividend', () => {
    const near = [{ years: 0.02, cash: 1 }]
    expect(priceOnGrid({ ...put, strike: 190, rate: 0.08, dividends: near })).toBeGreaterThan(90.5)
  })

  test('is the payoff once expired', () => {
    const expired = { price: 10, delta: 1, gamma: 0, theta: 0, vega: 0, rho: 0 }
    expect(computeGreeksOnGrid({ ...call, years: 0 })).toEqual(expired)
    expect(priceOnGrid({ ...call, years: -1, dividends: halfway })).toBe(10)
    expect(computeGreeksOnGrid({ ...call, years: 0, strike: 120 }).delta).toBe(0)
  })

  test.each([
    [{ spot: 0 }, 'spot'],
    [{ vol: -0.1 }, 'vol'],
    [{ dividends: [{ years: 0.5, cash: -1 }] }, 'dividend cash'],
    [{ dividends: [{ years: Number.NaN, cash: 1 }] }, 'dividend years'],
  ])('rejects %j', (broken, name) => {
    expect(() => priceOnGrid({ ...call, ...broken })).toThrow(RangeError)
    expect(() => computeGreeksOnGrid({ ...call, ...broken })).toThrow(name)
  })
})
