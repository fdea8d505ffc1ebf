import fc from '@callwright/properties'
import { expect, test } from '@jest/globals'
import { type CoverageRules, countCoverableCalls } from './coverage.ts'

test.each([
  ['whole holding', { shares: 500 }, 5],
  ['odd shares carry nothing', { shares: 599 }, 5],
  ['under 100', { shares: 99 }, 0],
  ['cap of a half', { shares: 500, capFrac: 0.5 }, 2],
  ['cap of a tenth', { shares: 500, capFrac: 0.1 }, 0],
  ['floor of the target', { shares: 500, targetShares: 400, floorFrac: 0.5 }, 3],
  ['floor above the holding', { shares: 100, targetShares: 1000, floorFrac: 0.5 }, 0],
  ['the tighter of cap and floor', { shares: 1000, capFrac: 0.4, targetShares: 1000, floorFrac: 0.2 }, 4],
  ['excess only', { shares: 1000, targetShares: 750, excessOnly: true }, 2],
  ['no excess', { shares: 700, targetShares: 750, excessOnly: true }, 0],
  ['excess only knows no cap', { shares: 1000, targetShares: 0, capFrac: 0.1, excessOnly: true }, 10],
  // 0.29 × 100 and 0.07 × 100 are off by the last bit
  ['0.29 of 10,000', { shares: 10_000, capFrac: 0.29 }, 29],
  ['0.07 of 10,000', { shares: 10_000, capFrac: 0.07 }, 7],
] as [string, CoverageRules, number][])('%s', (_name, rules, calls) => {
  expect(countCoverableCalls(rules)).toBe(calls)
})

test('never a naked call, never a fraction, and more shares never carry fewer', () => {
  const rules = fc.record({
    shares: fc.integer({ min: 0, max: 20_000 }),
    capFrac: fc.double({ min: 0, max: 1, noNaN: true }),
    targetShares: fc.integer({ min: 0, max: 20_000 }),
    floorFrac: fc.double({ min: 0, max: 1, noNaN: true }),
    excessOnly: fc.boolean(),
  })
  fc.assert(
    fc.property(rules, (drawn) => {
      const calls = countCoverableCalls(drawn)
      expect(Number.isInteger(calls)).toBe(true)
      expect(calls).toBeGreaterThanOrEqual(0)
      expect(calls * 100).toBeLessThanOrEqual(drawn.shares)
      expect(countCoverableCalls({ ...drawn, shares: drawn.shares + 100 })).toBeGreaterThanOrEqual(calls)
    }),
  )
})

test.each([
  [{ shares: -1 }, 'shares'],
  [{ shares: 100, targetShares: Number.NaN }, 'targetShares'],
  [{ shares: 100, capFrac: 1.1 }, 'capFrac'],
  [{ shares: 100, floorFrac: -0.1 }, 'floorFrac'],
] as [CoverageRules, string][])('%j is refused', (rules, name) => {
  expect(() => countCoverableCalls(rules)).toThrow(name)
  expect(() => countCoverableCalls(rules)).toThrow(RangeError)
})
