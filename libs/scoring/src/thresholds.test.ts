import { describe, expect, test } from '@jest/globals'
import { above, atLeast, atMost, below } from './thresholds.ts'

describe('comparisons at thresholds', () => {
  test.each([
    // Columns: value, limit, atLeast, atMost.
    [2, 2, true, true],
    [2 - 1e-12, 2, true, true],
    [2 + 1e-12, 2, true, true],
    [2 - 1e-8, 2, false, true],
    [2 + 1e-8, 2, true, false],
    [0.1 + 0.2, 0.3, true, true],
    [0.3 - 1e-8, 0.3, false, true],
    [0.3 + 1e-8, 0.3, true, false],
    [-1, 0, false, true],
    [1e12, 1e12, true, true],
  ])('%d against %d', (value, limit, reaches, stays) => {
    expect(atLeast(value, limit)).toBe(reaches)
    expect(below(value, limit)).toBe(!reaches)
    expect(atMost(value, limit)).toBe(stays)
    expect(above(value, limit)).toBe(!stays)
  })

  test('a headroom of exactly 2% compares as 2% for every price in cents', () => {
    let missedByPlainComparison = 0
    for (let cents = 1_000; cents <= 20_000; cents += 50) {
      const price = cents / 100
      const headroom = (price * 1.02 - price) / price
      if (headroom < 0.02) missedByPlainComparison += 1
      expect(atLeast(headroom, 0.02)).toBe(true)
    }
    expect(missedByPlainComparison).toBeGreaterThan(0)
  })

  test('every comparison with NaN is false', () => {
    for (const compare of [above, atLeast, atMost, below]) expect(compare(Number.NaN, 1)).toBe(false)
  })
})
