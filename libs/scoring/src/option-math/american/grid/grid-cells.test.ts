import { describe, expect, test } from '@jest/globals'
import { addKink, averageCells } from './grid-cells.ts'

/** The average of `value` over the hat around `node`, by many midpoints. */
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
  test('exact for a cubic', () => {
    const cubic = (x: number) => 2 - x + 0.5 * x ** 2 - 0.3 * x ** 3
    const averages = averagesOf(cubic)
    for (let k = 1; k < 8; k += 1) expect(averages[k]).toBeCloseTo(averageByIntegration(cubic, k), 6)
  })

  test('leave what lies outside alone', () => {
    const averages = new Float64Array(9).fill(-1)
    averageCells(new Float64Array(9).fill(5), averages, 2, 6)
    expect([...averages].map((average) => average.toFixed(9))).toEqual(
      [-1, -1, -1, 5, 5, 5, -1, -1, -1].map((average) => average.toFixed(9)),
    )
  })

  test.each([3, 3.01, 3.5, 3.8, 4])('exact with a kink at %d', (position) => {
    const kinked = (x: number) => 1 - 0.2 * x + 1.5 * Math.max(0, x - position)
    const averages = averagesOf(kinked)
    expect(addKink(averages, position, 1.5)).toBe(Math.floor(position) - 1)
    for (let k = 1; k < 8; k += 1) expect(averages[k]).toBeCloseTo(averageByIntegration(kinked, k), 6)
  })
})
