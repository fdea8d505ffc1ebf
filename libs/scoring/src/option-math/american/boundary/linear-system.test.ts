import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { solveLinearSystem } from './linear-system.ts'

function solve(matrix: readonly number[], right: readonly number[]): number[] {
  const solution = Float64Array.from(right)
  solveLinearSystem(Float64Array.from(matrix), solution)
  return [...solution]
}

describe('linear system', () => {
  test('by hand', () => {
    expect(solve([4], [2])).toEqual([0.5])
    // 2x + y = 5, x + 3y = 10.
    expect(solve([2, 1, 1, 3], [5, 10])).toEqual([1, 3])
    // x + y + z = 6, 2y + 5z = −4, 2x + 5y − z = 27.
    const [x = 0, y = 0, z = 0] = solve([1, 1, 1, 0, 2, 5, 2, 5, -1], [6, -4, 27])
    expect(x).toBeCloseTo(5, 14)
    expect(y).toBeCloseTo(3, 14)
    expect(z).toBeCloseTo(-2, 14)
  })

  test('a first entry of zero, or nearly, needs the rows exchanged', () => {
    expect(solve([0, 1, 1, 0], [7, 9])).toEqual([9, 7])
    expect(solve([1e-20, 1, 1, 1], [1, 2])).toEqual([1, 1])
  })

  test('two equal rows have no single solution: not a number, or infinite', () => {
    expect(solve([1, 2, 1, 2], [1, 2]).every(Number.isFinite)).toBe(false)
  })

  test('the solution put back gives the right side', () => {
    const entry = fc.double({ min: -1, max: 1, noNaN: true })
    const size = 6
    fc.assert(
      fc.property(
        fc.array(entry, { minLength: size * size, maxLength: size * size }),
        fc.array(entry, { minLength: size, maxLength: size }),
        (entries, right) => {
          // A heavy diagonal keeps the system far from singular.
          const matrix = entries.map((value, at) => (at % (size + 1) === 0 ? value + size * 2 : value))
          const x = solve(matrix, right)
          right.forEach((want, row) => {
            const got = x.reduce((sum, value, k) => sum + (matrix[row * size + k] ?? 0) * value, 0)
            expect(got).toBeCloseTo(want, 13)
          })
        },
      ),
    )
  })
})
