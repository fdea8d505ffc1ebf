import { describe, expect, test } from '@jest/globals'
import type { AmericanContract } from '../contract.ts'
import {
  addKink,
  averageCells,
  createPriceGrid,
  MIDDLE,
  NODE_COUNT,
  placeNodes,
  readValue,
  slopeAtEnd,
  trimNodes,
} from './grid-nodes.ts'
import { LEVELS, middleAt, scheduleSteps, stateGridProblem, WEIGHTS_PER_STEP } from './grid-problem.ts'

describe('grid problem', () => {
  const put: AmericanContract = { type: 'put', spot: 100, strike: 100, years: 1, rate: 0.05, vol: 0.2 }
  const twoDividends = [
    { years: 0.6, cash: 1 },
    { years: 0.2, cash: 2 },
  ]

  describe('periods of a contract', () => {
    test('has one period without waiting if there is no dividend', () => {
      const { periods, payoffStrike, movingSpot } = stateGridProblem(put)
      expect(periods).toEqual([{ begin: 0, end: 1, middle: 100, stretch: 1, cash: 0, waitFrom: 1 }])
      expect([payoffStrike, movingSpot]).toEqual([100, 100])
    })

    test('has one period per date, in order, without dates outside the term', () => {
      const dividends = [...twoDividends, { years: 0.6, cash: 0.5 }, { years: 0, cash: 9 }, { years: 1.1, cash: 9 }]
      const { periods } = stateGridProblem({ ...put, dividends })
      expect(periods.map(({ begin, end, cash }) => [begin, end, cash])).toEqual([
        [0, 0.2, 2],
        [0.2, 0.6, 1.5],
        [0.6, 1, 0],
      ])
    })

    test('follows the median path with drops in the spot model', () => {
      const problem = stateGridProblem({ ...put, dividends: twoDividends })
      const [first, second] = problem.periods
      if (first === undefined || second === undefined) throw new Error('two periods at least')
      expect(problem.drift).toBeCloseTo(0.05 - 0.02, 12)
      expect(middleAt(problem, first, 0.2)).toBeCloseTo(100 * Math.exp(0.03 * 0.2), 10)
      expect(second.middle).toBeCloseTo(100 * Math.exp(0.03 * 0.2) - 2, 10)
      expect(second.stretch).toBeCloseTo((second.middle + 2) / second.middle, 10)
    })

    test('has a lower moving part without drops in the escrowed model', () => {
      const problem = stateGridProblem({ ...put, dividends: twoDividends, dividendModel: 'escrowed' })
      expect(problem.movingSpot).toBeCloseTo(100 - Math.exp(-0.03) - 2 * Math.exp(-0.01), 10)
      expect(problem.periods.map(({ stretch }) => stretch.toFixed(9))).toEqual([
        '1.000000000',
        '1.000000000',
        '1.000000000',
      ])
    })

    test('a dividend on expiration day changes the payoff: of a put to K + D − S and at most K; escrowed, that of a call', () => {
      const dividends = [{ years: 1, cash: 3 }]
      const payoffOf = (terms: Partial<AmericanContract>) => {
        const { payoffStrike, lastDrop } = stateGridProblem({ ...put, dividends, ...terms })
        return [payoffStrike, lastDrop]
      }
      expect(payoffOf({})).toEqual([103, 3])
      expect(payoffOf({ type: 'call' })).toEqual([100, 0])
      expect(payoffOf({ dividendModel: 'escrowed' })).toEqual([100, 0])
      expect(payoffOf({ type: 'call', dividendModel: 'escrowed' })).toEqual([97, 0])
      const problem = stateGridProblem({ ...put, dividends, dividendModel: 'escrowed' })
      expect(problem.escrowedAtExpiration).toBeCloseTo(3 * Math.exp(-0.05), 12)
      expect(problem.periods.length).toBe(1)
    })

    test('a put waits for a drop while the interest on its strike is smaller', () => {
      const waits = (terms: Partial<AmericanContract>) =>
        stateGridProblem({ ...put, dividends: twoDividends, ...terms }).periods.map(({ waitFrom }) => waitFrom)
      // At 5% of 100, a dividend of 1 justifies waiting 0.199 years before the second ex-date. A dividend of 2
      // justifies 0.396 years, the whole period.
      expect(waits({})[0]).toBe(0)
      expect(waits({})[1]).toBeCloseTo(0.6 - Math.log(1.01) / 0.05, 12)
      expect(waits({})[2]).toBe(1)
      // The put waits through the whole second period, so the first period also waits for its dividend.
      const both = waits({
        rate: 0.01,
        years: 10,
        dividends: [
          { years: 5, cash: 1 },
          { years: 5.2, cash: 1 },
        ],
      })
      const atFirst = 101 * Math.exp(-0.002) + 1
      expect(both[1]).toBe(5)
      expect(both[0]).toBeCloseTo(5 - Math.log(atFirst / 100) / 0.01, 10)
      for (const terms of [{ rate: 0 }, { type: 'call' }, { dividendYield: 0.01 }] as const) {
        expect(waits(terms)).toEqual([0.2, 0.6, 1])
      }
    })

    test('limits extreme values to the range of the grid', () => {
      expect(stateGridProblem({ ...put, vol: 0 })).toMatchObject({ vol: 1e-5, isCertain: true })
      expect(stateGridProblem({ ...put, vol: 50 })).toMatchObject({ vol: 6, isCertain: false })
      const dividends = [{ years: 0.5, cash: 150 }]
      expect(stateGridProblem({ ...put, dividends, dividendModel: 'escrowed' }).movingSpot).toBeCloseTo(1e-4, 10)
      const beforeDrop = 100 * Math.exp(0.03 * 0.5)
      expect(stateGridProblem({ ...put, dividends }).periods[1]?.middle).toBeCloseTo(0.1 * beforeDrop, 10)
    })
  })
})

describe('grid cells', () => {
  /** Average of `value` weighted with the hat function around `node`, computed from many midpoints. */
  function averageByIntegration(value: (x: number) => number, node: number): number {
    const count = 20_000
    let sum = 0
    for (let i = 0; i < count; i += 1) {
      const distance = ((i + 0.5) / count) * 2 - 1
      sum += (1 - Math.abs(distance)) * value(node + distance)
    }
    return (sum * 2) / count
  }

  function averagesOf(value: (x: number) => number): Float64Array {
    const values = Float64Array.from({ length: 9 }, (_, k) => value(k))
    const averages = new Float64Array(9)
    averageCells(values, averages, 0, 8)
    return averages
  }

  describe('cell averages', () => {
    test('are exact for a cubic', () => {
      const cubic = (x: number) => 2 - x + 0.5 * x ** 2 - 0.3 * x ** 3
      const averages = averagesOf(cubic)
      for (let k = 1; k < 8; k += 1) expect(averages[k]).toBeCloseTo(averageByIntegration(cubic, k), 6)
    })

    test('leave nodes outside unchanged', () => {
      const averages = new Float64Array(9).fill(-1)
      averageCells(new Float64Array(9).fill(5), averages, 2, 6)
      expect([...averages].map((average) => average.toFixed(9))).toEqual(
        [-1, -1, -1, 5, 5, 5, -1, -1, -1].map((average) => average.toFixed(9)),
      )
    })

    test.each([3, 3.01, 3.5, 3.8, 4])('are exact with a kink at %d', (position) => {
      const kinked = (x: number) => 1 - 0.2 * x + 1.5 * Math.max(0, x - position)
      const averages = averagesOf(kinked)
      expect(addKink(averages, position, 1.5)).toBe(Math.floor(position) - 1)
      for (let k = 1; k < 8; k += 1) expect(averages[k]).toBeCloseTo(averageByIntegration(kinked, k), 6)
    })
  })
})

describe('grid nodes', () => {
  function gridOf(isPut: boolean, value: (spot: number) => number) {
    const grid = createPriceGrid()
    placeNodes(grid, isPut, 0.4)
    grid.spots.forEach((spot, k) => {
      grid.values[k] = value(spot)
    })
    return grid
  }

  describe('nodes', () => {
    test('are equally spaced in ln S around 1, out to 4.7 deviations, from the in-the-money end', () => {
      for (const isPut of [true, false]) {
        const { spots, spacing, first, last } = gridOf(isPut, () => 0)
        expect([first, last]).toEqual([0, NODE_COUNT - 1])
        expect(spots[MIDDLE]).toBeCloseTo(1, 12)
        expect(Math.abs(Math.log(spots[0] ?? 0))).toBeCloseTo(4.7 * 0.4, 10)
        expect(Math.log((spots[7] ?? 0) / (spots[6] ?? 0))).toBeCloseTo(isPut ? spacing : -spacing, 12)
      }
    })

    test('reach less far toward today, with the square root of time, but never below a minimum', () => {
      const grid = gridOf(true, () => 0)
      trimNodes(grid, 1)
      expect([grid.first, grid.last]).toEqual([0, NODE_COUNT - 1])
      trimNodes(grid, 0.25)
      expect([grid.first, grid.last]).toEqual([MIDDLE - 40, MIDDLE + 40])
      trimNodes(grid, 0)
      expect([grid.first, grid.last]).toEqual([MIDDLE - 4, MIDDLE + 4])
    })
  })

  describe('interpolation between nodes', () => {
    test('reproduces a cubic in ln S exactly', () => {
      const cubic = (spot: number) => 3 - Math.log(spot) + 2 * Math.log(spot) ** 2 - 0.7 * Math.log(spot) ** 3
      for (const isPut of [true, false]) {
        const grid = gridOf(isPut, cubic)
        for (const spot of [0.16, 0.5, 0.99, 1, 1.3, 6.3])
          expect(readValue(grid, isPut, spot, 0)).toBeCloseTo(cubic(spot), 10)
      }
    })

    test('is linear above the grid, and linear to the value at price 0 below it', () => {
      const line = (spot: number) => 5 - 2 * spot
      for (const isPut of [true, false]) {
        const grid = gridOf(isPut, line)
        expect(readValue(grid, isPut, 9, 5)).toBeCloseTo(line(9), 10)
        expect(readValue(grid, isPut, 0.05, 5)).toBeCloseTo(line(0.05), 10)
        expect(readValue(grid, isPut, 0, 4)).toBe(4)
        expect(slopeAtEnd(grid, 0, 1)).toBeCloseTo(-2, 9)
      }
    })

    test.each([40.05, 40.5, 40.9, 41])('handles exercise up to %d with smooth pasting', (boundary) => {
      const grid = gridOf(true, () => 0)
      const positionOf = (spot: number) => MIDDLE + Math.log(spot) / grid.spacing
      const value = (spot: number) => 1 - spot + 1e-3 * Math.max(0, positionOf(spot) - boundary) ** 2
      grid.spots.forEach((spot, k) => {
        grid.values[k] = value(spot)
      })
      Object.assign(grid, { boundary, cash: 1, shares: -1 })
      for (let position = 38; position < 46; position += 0.13) {
        const spot = Math.exp((position - MIDDLE) * grid.spacing)
        expect(readValue(grid, true, spot, 1)).toBeCloseTo(value(spot), 6)
      }
    })
  })
})

describe('grid schedule', () => {
  const weightsOf = (count: number, grade: number, step: number) => {
    const { weights } = scheduleSteps(count, grade)
    return [...weights.subarray(WEIGHTS_PER_STEP * step, WEIGHTS_PER_STEP * (step + 1))]
  }

  describe('steps of an interval', () => {
    test('are equal or shorter at first, from 0 to 1', () => {
      expect([...scheduleSteps(4, 1).fractions]).toEqual([0, 0.25, 0.5, 0.75, 1])
      expect([...scheduleSteps(4, 2).fractions]).toEqual([0, 1 / 16, 4 / 16, 9 / 16, 1])
    })

    test('are computed once', () => {
      expect(scheduleSteps(9, 1.5)).toBe(scheduleSteps(9, 1.5))
      expect(scheduleSteps(9, 1.5)).not.toBe(scheduleSteps(9, 2))
    })

    /** Hairer, Nørsett and Wanner, Solving Ordinary Differential Equations I, III.1, formula 1.22'. */
    test.each([
      [1, [1, 1, 0, 0, 0]],
      [2, [2 / 3, 4 / 3, -1 / 3, 0, 0]],
      [3, [6 / 11, 18 / 11, -9 / 11, 2 / 11, 0]],
      [4, [12 / 25, 48 / 25, -36 / 25, 16 / 25, -3 / 25]],
      [7, [12 / 25, 48 / 25, -36 / 25, 16 / 25, -3 / 25]],
    ])('step %d of equal ones: the published formula', (step, published) => {
      weightsOf(8, 1, step).forEach((weight, j) => {
        expect(weight).toBeCloseTo(published[j] ?? Number.NaN, 12)
      })
    })

    test('are exact for every power up to the order with unequal steps', () => {
      const { fractions } = scheduleSteps(12, 1.7)
      for (let step = 1; step <= 12; step += 1) {
        const [own = 0, ...old] = weightsOf(12, 1.7, step)
        const time = fractions[step] ?? 0
        const length = time - (fractions[step - 1] ?? 0)
        for (let power = 0; power <= Math.min(step, LEVELS); power += 1) {
          const past = old.reduce((sum, weight, j) => sum + weight * (fractions[step - 1 - j] ?? 0) ** power, 0)
          const slope = power === 0 ? 0 : power * time ** (power - 1)
          expect(past + own * length * slope).toBeCloseTo(time ** power, 12)
        }
      }
    })
  })
})
