import { expect, test } from '@jest/globals'
import { computeAtr, latestAtr } from './average-true-range.ts'

const NONE = Number.NaN

test('ATR of two: gaps count, the first bar does not', () => {
  // True ranges: the first bar has none; 12 − 10 = 2; gap up 16 − 11 = 5; gap down 15 − 11 = 4.
  const bars = { high: [99, 12, 16, 12], low: [1, 10, 14, 11], close: [11, 11, 15, 11.5] }
  expect([...computeAtr(bars, 2)]).toEqual([NONE, NONE, 3.5, 3.75])
  expect(latestAtr(bars, 2)).toBe(3.75)
})

test('a halt has a range of 0, too few bars have none', () => {
  const flat = new Float64Array(20).fill(7)
  expect(latestAtr({ high: flat, low: flat, close: flat })).toBe(0)
  expect(latestAtr({ high: [2, 2], low: [1, 1], close: [1, 2] })).toBeNull()
})

test('a missing close spoils the next true range, a missing high its own; both begin anew', () => {
  const bars = { high: [2, 3, 4, 5, 6, 7], low: [1, 2, 3, 4, 5, 6], close: [2, 3, NONE, 5, 6, 7] }
  // True ranges: bars 1 and 2 one dollar each, none at 3, then one dollar each.
  expect([...computeAtr(bars, 2)]).toEqual([NONE, NONE, 1, NONE, NONE, 1])
  const noHigh = { ...bars, high: [2, 3, NONE, 5, 6, 7], close: [2, 3, 4, 5, 6, 7] }
  expect([...computeAtr(noHigh, 2)]).toEqual([NONE, NONE, NONE, NONE, 1, 1])
})

test('broken arguments are refused with name and value', () => {
  expect(() => computeAtr({ high: [1], low: [1], close: [1] }, 0)).toThrow('window must be')
  expect(() => computeAtr({ high: [1], low: [], close: [1] })).toThrow('equally long')
})
