import { describe, expect, test } from '@jest/globals'
import { isExercisedByException, isPinRisk } from './expiry.ts'

describe('exercise by exception at $0.01', () => {
  test.each([
    ['call', 50.01, true],
    ['call', 50.009, false],
    ['call', 50, false],
    ['call', 49, false],
    ['put', 49.99, true],
    ['put', 49.991, false],
    ['put', 50, false],
    ['put', 51, false],
  ] as const)('%s of 50, close %d: %s', (type, price, exercised) => {
    expect(isExercisedByException({ type, price, strike: 50 })).toBe(exercised)
  })

  test('one cent is one cent at every strike', () => {
    for (let strike = 1; strike <= 400; strike += 0.5) {
      expect(isExercisedByException({ type: 'call', price: strike + 0.01, strike })).toBe(true)
    }
  })
})

describe('pin risk within 1 % of the strike', () => {
  test.each([
    [50, true],
    [50.5, true],
    [49.5, true],
    [50.51, false],
    [49.49, false],
  ])('strike 50, close %d: %s', (price, pinned) => {
    expect(isPinRisk({ price, strike: 50 })).toBe(pinned)
  })
})

test('broken arguments are refused by name', () => {
  expect(() => isPinRisk({ price: -1, strike: 1 })).toThrow('price must be')
  expect(() => isPinRisk({ price: 1, strike: 0 })).toThrow('strike must be')
  expect(() => isExercisedByException({ type: 'call', price: 1, strike: 0 })).toThrow('strike must be')
})
