import { describe, expect, test } from '@jest/globals'
import { computeEma, computeSma, latestEma, latestSma } from './moving-average.ts'

const NONE = Number.NaN

describe('simple moving average', () => {
  test('mean of three, undefined before and beside a gap', () => {
    expect([...computeSma([1, 2, 6, 3, 3], 3)]).toEqual([NONE, NONE, 3, expect.closeTo(11 / 3, 14), 4])
    expect([...computeSma([1, NONE, 2, 4, 6], 2)]).toEqual([NONE, NONE, NONE, 3, 5])
    expect(latestSma([1, 2, 6, 3], 3)).toBeCloseTo(11 / 3, 14)
    expect(latestSma([1, 2], 3)).toBeNull()
    expect(latestSma([], 3)).toBeNull()
    expect(latestSma([1, 2, NONE], 3)).toBeNull()
  })

  test('a window of one is the series itself', () => {
    expect([...computeSma([3, 1, 4.5], 1)]).toEqual([3, 1, 4.5])
  })

  test('a broken window is refused with its name and value', () => {
    expect(() => computeSma([1], 0)).toThrow('window must be a whole number from 1, got 0')
    expect(() => latestSma([1], 1.5)).toThrow('window must be a whole number from 1, got 1.5')
  })
})

describe('exponential moving average', () => {
  test('of three: the mean of the first three, then half of each step', () => {
    // (2 + 4 + 9)/3 = 5; 5 + (7 − 5)/2 = 6; 6 + (2 − 6)/2 = 4.
    expect([...computeEma([2, 4, 9, 7, 2], 3)]).toEqual([NONE, NONE, 5, 6, 4])
    expect(latestEma([2, 4, 9, 7, 2], 3)).toBe(4)
    expect(latestEma([2, 4], 3)).toBeNull()
  })

  test('ten days, the published worksheet of StockCharts (ChartSchool, Moving Averages), to its two decimals', () => {
    const close = [
      ...[22.27, 22.19, 22.08, 22.17, 22.18, 22.13, 22.23, 22.43, 22.24, 22.29, 22.15, 22.39, 22.38, 22.61],
      ...[23.36, 24.05, 23.75, 23.83, 23.95, 23.63],
    ]
    const published = [22.22, 22.21, 22.24, 22.27, 22.33, 22.52, 22.8, 22.97, 23.13, 23.28, 23.34]
    const ema = computeEma(close, 10)
    expect(ema[8]).toBeNaN()
    expect(Array.from(ema.slice(9), (value) => Math.round(value * 100) / 100)).toEqual(published)
  })

  test('a gap begins the average anew', () => {
    expect([...computeEma([2, 4, NONE, 1, 3, 5], 2)]).toEqual([NONE, 3, NONE, NONE, 2, 4])
    expect(latestEma([2, 4, NONE, 1], 2)).toBeNull()
  })

  test('a constant series stays exactly constant', () => {
    expect(new Set(computeEma(new Float64Array(50).fill(0.1), 7).slice(6))).toEqual(new Set([0.1]))
  })

  test('the series given is left as it was', () => {
    const close = Float64Array.of(2, 4, 9)
    computeEma(close, 2)
    expect([...close]).toEqual([2, 4, 9])
  })

  test('a broken window is refused with its name and value', () => {
    expect(() => computeEma([1], -3)).toThrow('window must be a whole number from 1, got -3')
  })
})
