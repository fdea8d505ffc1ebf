import { describe, expect, test } from '@jest/globals'
import { createPriceGrid, MIDDLE, NODE_COUNT, placeNodes, readValue, slopeAtEnd, trimNodes } from './grid-nodes.ts'

function gridOf(isPut: boolean, value: (spot: number) => number) {
  const grid = createPriceGrid()
  placeNodes(grid, isPut, 0.4)
  grid.spots.forEach((spot, k) => {
    grid.values[k] = value(spot)
  })
  return grid
}

describe('nodes', () => {
  test('equal distances in ln S around 1, out to 4.7 deviations, from the in-the-money end', () => {
    for (const isPut of [true, false]) {
      const { spots, spacing, first, last } = gridOf(isPut, () => 0)
      expect([first, last]).toEqual([0, NODE_COUNT - 1])
      expect(spots[MIDDLE]).toBeCloseTo(1, 12)
      expect(Math.abs(Math.log(spots[0] ?? 0))).toBeCloseTo(4.7 * 0.4, 10)
      expect(Math.log((spots[7] ?? 0) / (spots[6] ?? 0))).toBeCloseTo(isPut ? spacing : -spacing, 12)
    }
  })

  test('as today comes nearer they reach less far: with the root of the time, and never under a few', () => {
    const grid = gridOf(true, () => 0)
    trimNodes(grid, 1)
    expect([grid.first, grid.last]).toEqual([0, NODE_COUNT - 1])
    trimNodes(grid, 0.25)
    expect([grid.first, grid.last]).toEqual([MIDDLE - 40, MIDDLE + 40])
    trimNodes(grid, 0)
    expect([grid.first, grid.last]).toEqual([MIDDLE - 4, MIDDLE + 4])
  })
})

describe('the value between nodes', () => {
  test('a cubic in ln S is met exactly', () => {
    const cubic = (spot: number) => 3 - Math.log(spot) + 2 * Math.log(spot) ** 2 - 0.7 * Math.log(spot) ** 3
    for (const isPut of [true, false]) {
      const grid = gridOf(isPut, cubic)
      for (const spot of [0.16, 0.5, 0.99, 1, 1.3, 6.3])
        expect(readValue(grid, isPut, spot, 0)).toBeCloseTo(cubic(spot), 10)
    }
  })

  test('above the grid a straight line, below it one to the value at price 0', () => {
    const line = (spot: number) => 5 - 2 * spot
    for (const isPut of [true, false]) {
      const grid = gridOf(isPut, line)
      expect(readValue(grid, isPut, 9, 5)).toBeCloseTo(line(9), 10)
      expect(readValue(grid, isPut, 0.05, 5)).toBeCloseTo(line(0.05), 10)
      expect(readValue(grid, isPut, 0, 4)).toBe(4)
      expect(slopeAtEnd(grid, 0, 1)).toBeCloseTo(-2, 9)
    }
  })

  test.each([40.05, 40.5, 40.9, 41])('exercise up to %d, then smoothly off it', (boundary) => {
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
