import { expect, test } from '@jest/globals'
import { computeRsi, latestRsi } from './relative-strength.ts'

const NONE = Number.NaN

test('RSI of two: first means, then Wilder smoothing', () => {
  // Changes +1, -1, +2, 0: gains 0.5, then (0.5 + 2)/2 = 1.25, 0.625; losses 0.5, 0.25, 0.125.
  const rsi = computeRsi([10, 11, 10, 12, 12], 2)
  expect([...rsi]).toEqual([NONE, NONE, 50, expect.closeTo(250 / 3, 12), expect.closeTo(250 / 3, 12)])
  expect(latestRsi([10, 11, 10, 12, 12], 2)).toBe(rsi[4])
})

test('RSI of only gains, only losses, no change and too few closes', () => {
  expect(latestRsi([1, 2, 3, 4], 3)).toBe(100)
  expect(latestRsi([4, 3, 2, 1], 3)).toBe(0)
  expect(latestRsi([2, 2, 2, 2], 3)).toBeNull()
  expect(latestRsi([1, 2, 3], 3)).toBeNull()
  expect(latestRsi([])).toBeNull()
})

test.each([2, 3, 14])('a halt keeps the last value, of a window of %d for 500 windows', (window) => {
  const close = Array.from({ length: 40 }, (_, bar) => 10 + ((bar * bar) % 7))
  const before = latestRsi(close, window) ?? NONE
  const halt = new Array<number>(500 * window).fill(close.at(-1) ?? NONE)
  expect(before).toBeGreaterThan(0)
  expect(latestRsi([...close, ...halt], window)).toBeCloseTo(before, 9)
})

test('a gap costs the two changes it touches and begins anew', () => {
  const rsi = computeRsi([10, 11, 10, 12, NONE, 10, 11, 10, 12], 2)
  expect([...rsi.slice(4, 7)]).toEqual([NONE, NONE, NONE])
  expect(rsi[7]).toBe(50)
  expect(rsi[8]).toBeCloseTo(250 / 3, 12)
})

test('a broken window is refused with its name and value', () => {
  expect(() => computeRsi([1], 1.5)).toThrow('window must be a whole number from 1, got 1.5')
})
