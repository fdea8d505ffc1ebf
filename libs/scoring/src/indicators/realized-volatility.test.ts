import { expect, test } from '@jest/globals'
import { computeRealizedVolatility, latestRealizedVolatility } from './realized-volatility.ts'

const NONE = Number.NaN

test('returns +x and -x', () => {
  // ln 1.1 and -ln 1.1: mean 0, sum of squares 2 (ln 1.1)², divided by 1.
  expect(latestRealizedVolatility([100, 110, 100], 2)).toBeCloseTo(Math.log(1.1) * Math.sqrt(2 * 252), 12)
  expect(latestRealizedVolatility([50, 100, 110, 100], 2)).toBeCloseTo(Math.log(1.1) * Math.sqrt(2 * 252), 12)
})

test('N returns need N + 1 closes', () => {
  expect(latestRealizedVolatility([100, 110], 2)).toBeNull()
  const flat = new Float64Array(32).fill(20)
  expect([...computeRealizedVolatility(flat)].map(Number.isFinite).indexOf(true)).toBe(30)
})

test('a halt has none, exactly', () => {
  expect(latestRealizedVolatility(new Float64Array(31).fill(0.07))).toBe(0)
})

test('a missing close, or one of zero, spoils the returns on both sides of it', () => {
  for (const gap of [NONE, 0]) {
    const volatility = computeRealizedVolatility([10, 11, 10, gap, 10, 11, 10, 11], 2)
    expect([...volatility].map(Number.isFinite)).toEqual([false, false, true, false, false, false, true, true])
  }
})

test('fewer than two returns are refused', () => {
  expect(() => computeRealizedVolatility([1], 1)).toThrow('returns must be at least 2, got 1')
  expect(() => latestRealizedVolatility([1], 2.5)).toThrow('returns must be a whole number from 1, got 2.5')
})
