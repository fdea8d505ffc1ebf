import { describe, expect, test } from '@jest/globals'
import { countBoundaries, toUnitPut } from './unit-put.ts'

describe('how many boundaries', () => {
  test.each([
    ['put', 0.05, 0, 1],
    ['put', 1e-12, 0.05, 1],
    ['put', 0, 0, 0],
    ['put', 0, 0.05, 0],
    ['put', 0, -1e-12, 1],
    ['put', -0.01, 0, 0],
    ['put', -0.01, -0.01, 0],
    ['put', -0.01, -0.01 - 1e-12, 2],
    ['call', 0.05, 0, 0],
    ['call', 0.05, 1e-12, 1],
    ['call', 0, 0, 0],
    ['call', -1e-12, 0, 1],
    ['call', -0.02, -0.01, 2],
    ['call', -0.01, -0.01, 0],
    ['call', -0.01, -0.02, 0],
  ] as const)('%s, rate %d, yield %d: %d', (type, rate, dividendYield, count) => {
    expect(countBoundaries(type, rate, dividendYield)).toBe(count)
  })
})

describe('unit put', () => {
  const contract = { type: 'put', spot: 90, strike: 120, years: 1, rate: 0.03, dividendYield: 0.01, vol: 0.4 } as const

  test('a put is scaled by its strike', () => {
    expect(toUnitPut(contract)).toEqual({
      put: { rate: 0.03, dividendYield: 0.01, vol: 0.4, years: 1 },
      unit: 120,
      moneyness: 0.75,
    })
  })

  test('a call is scaled by its share and mirrored', () => {
    expect(toUnitPut({ ...contract, type: 'call', dividendYield: 0.06 })).toEqual({
      put: { rate: 0.06, dividendYield: 0.03, vol: 0.4, years: 1 },
      unit: 90,
      moneyness: 120 / 90,
    })
  })

  test('the term ends where the drift has outrun the volatility by 5 deviations', () => {
    // Drift 0.08 − 0.01²/2 = 0.07995: (5·0.01/0.07995)² = 0.3911137 years.
    const swift = { ...contract, rate: 0.08, dividendYield: 0, vol: 0.01 }
    const cut = (change: object) => toUnitPut({ ...swift, ...change }).put.years
    expect(cut({ years: 0.391 })).toBe(0.391)
    expect(cut({ years: 0.392 })).toBeCloseTo(0.3911137, 7)
    expect(cut({ type: 'call', rate: 0, dividendYield: 0.08, years: 3 })).toBeCloseTo(0.3911137, 7)
    expect(cut({ rate: 0.02, dividendYield: 0.08, years: 3 })).toBe(3)
  })

  test('two boundaries are refused by name', () => {
    expect(() => toUnitPut({ ...contract, rate: -0.01, dividendYield: -0.02 })).toThrow(
      'a put with rate -0.01 and dividendYield -0.02 has two exercise boundaries',
    )
  })
})
