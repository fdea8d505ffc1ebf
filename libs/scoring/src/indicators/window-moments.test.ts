import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { computeWindowMoments } from './window-moments.ts'

/** Mean and squares of whole numbers in exact arithmetic: n·Σx² − (Σx)² is n times the sum of squares. */
function exactMoments(values: readonly number[]): { mean: number; squares: number } {
  const count = BigInt(values.length)
  const sum = values.reduce((total, value) => total + BigInt(value), 0n)
  const squareSum = values.reduce((total, value) => total + BigInt(value) * BigInt(value), 0n)
  return { mean: Number(sum) / values.length, squares: Number(count * squareSum - sum * sum) / values.length }
}

/** The largest relative error over all full windows. */
function worstErrors(values: readonly number[], window: number): { mean: number; squares: number } {
  const { mean, squares } = computeWindowMoments(Float64Array.from(values), window)
  const worst = { mean: 0, squares: 0 }
  for (let end = window; end <= values.length; end += 1) {
    const exact = exactMoments(values.slice(end - window, end))
    const distance = (got: number, want: number) => Math.abs(got - want) / Math.max(Math.abs(want), Number.MIN_VALUE)
    worst.mean = Math.max(worst.mean, distance(mean[end - 1] ?? Number.NaN, exact.mean))
    worst.squares = Math.max(worst.squares, distance(squares[end - 1] ?? Number.NaN, exact.squares))
  }
  return worst
}

describe('mean and squared distances of every window', () => {
  test('worked by hand: windows of three', () => {
    const { mean, squares } = computeWindowMoments(Float64Array.from([1, 2, 6, 3, 3, 3, 9]), 3)
    // 1 2 6: mean 3, 4 + 1 + 9; 2 6 3: mean 11/3, (25 + 49 + 4)/9; 6 3 3: mean 4, 4 + 1 + 1.
    expect(mean.slice(0, 2)).toEqual(new Float64Array(2).fill(Number.NaN))
    expect([...squares].map((value) => Number(value.toFixed(12)))).toEqual([
      ...[Number.NaN, Number.NaN, 14],
      ...[Number((78 / 9).toFixed(12)), 6, 0, 24],
    ])
    expect(mean[2]).toBe(3)
    expect(mean[3]).toBeCloseTo(11 / 3, 14)
    expect([mean[4], mean[5], mean[6]]).toEqual([4, 3, 5])
  })

  test.each([
    ['small moves far from zero', 61_500_000_000, 20, 3e-14],
    ['small moves close to zero', 100, 20, 3e-14],
    ['a long window', 1_000_000, 252, 1e-12],
  ])('%s: exact to rounding', (_name, level, window, tolerance) => {
    const values = Array.from({ length: 3 * window + 7 }, (_, index) => level + ((index * index * 7 + index * 13) % 97))
    const worst = worstErrors(values, window)
    expect(worst.mean).toBeLessThan(4e-16)
    expect(worst.squares).toBeLessThan(tolerance)
  })

  test('nothing is left of an enormous value once it has left the window', () => {
    const values = Array.from({ length: 200 }, (_, index) => (index === 30 ? 1e15 : 1 + ((index * index) % 7)))
    const worst = worstErrors(values, 20)
    expect(worst.mean).toBeLessThan(4e-16)
    // With the value in the window its own square is all there is.
    expect(worst.squares).toBeLessThan(1e-13)
  })

  test('a halt is its own mean, with exactly no squares, at any price', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.0001, max: 1e6, noNaN: true }),
        fc.integer({ min: 1, max: 30 }),
        (price, window) => {
          const { mean, squares } = computeWindowMoments(new Float64Array(80).fill(price), window)
          expect(new Set(mean.slice(window - 1))).toEqual(new Set([price]))
          expect(new Set(squares.slice(window - 1))).toEqual(new Set([0]))
        },
      ),
    )
  })

  test('a NaN spoils exactly the windows that hold it', () => {
    const position = fc.integer({ min: 0, max: 59 })
    fc.assert(
      fc.property(fc.uniqueArray(position, { maxLength: 4 }), fc.integer({ min: 1, max: 25 }), (gaps, window) => {
        const values = Float64Array.from({ length: 60 }, (_, index) => (gaps.includes(index) ? Number.NaN : 50 + index))
        const { mean, squares } = computeWindowMoments(values, window)
        for (let end = 0; end < 60; end += 1) {
          const known = end >= window - 1 && !gaps.some((gap) => gap <= end && gap > end - window)
          expect(Number.isFinite(mean[end])).toBe(known)
          expect(Number.isFinite(squares[end])).toBe(known)
        }
      }),
    )
  })

  test('squares are never negative', () => {
    const price = fc.double({ min: 1e-3, max: 1e9, noNaN: true })
    fc.assert(
      fc.property(
        fc.array(price, { minLength: 1, maxLength: 70, size: 'max' }),
        fc.integer({ min: 1, max: 30 }),
        (values, window) => {
          const { squares } = computeWindowMoments(Float64Array.from(values), window)
          expect(squares.every((value) => !(value < 0))).toBe(true)
        },
      ),
    )
  })

  test('windows longer than the series leave it unknown, broken ones are refused', () => {
    expect(computeWindowMoments(Float64Array.of(1, 2), 1_000_000_000).mean).toEqual(
      Float64Array.of(Number.NaN, Number.NaN),
    )
    expect(computeWindowMoments(new Float64Array(), 5).mean).toHaveLength(0)
    expect(() => computeWindowMoments(Float64Array.of(1), 0)).toThrow('window must be a whole number from 1, got 0')
    expect(() => computeWindowMoments(Float64Array.of(1), 2.5)).toThrow(RangeError)
  })
})
