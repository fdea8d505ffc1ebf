import { expect, test } from '@jest/globals'
import { computeStochastic, latestStochastic } from './stochastic.ts'

const NONE = Number.NaN

test('Stochastic of two over two', () => {
  const bars = { high: [5, 6, 8, 8], low: [1, 2, 4, 8], close: [3, 5, 7, 8] }
  const { fastK, slowK, slowD } = computeStochastic(bars, 2, 2)
  expect([...fastK]).toEqual([NONE, 80, expect.closeTo(500 / 6, 12), 100])
  expect([...slowK]).toEqual([
    ...[NONE, NONE, expect.closeTo((80 + 500 / 6) / 2, 12)],
    expect.closeTo((500 / 6 + 100) / 2, 12),
  ])
  expect([...slowD]).toEqual([NONE, NONE, NONE, expect.closeTo((80 + 1000 / 6 + 100) / 4, 12)])
  expect(latestStochastic(bars, 2, 2)).toEqual({ k: 100, d: expect.closeTo((500 / 6 + 100) / 2, 12) })
})

test('through a halt and on too few bars', () => {
  const flat = { high: [5, 5, 5], low: [5, 5, 5], close: [5, 5, 5] }
  expect(latestStochastic(flat, 2, 2)).toEqual({ k: null, d: null })
  expect(latestStochastic({ high: [5], low: [4], close: [4.5] }, 2)).toEqual({ k: null, d: null })
  expect(latestStochastic({ high: [], low: [], close: [] })).toEqual({ k: null, d: null })
  expect(latestStochastic({ high: [5, 5, 6], low: [5, 5, 5], close: [5, 5, 6] }, 2, 2)).toEqual({ k: 100, d: null })
})

test('a missing low spoils the windows that hold it and the means over those', () => {
  const high = [5, 6, 5, 6, 5, 6]
  const low = [3, NONE, 3, 4, 3, 4]
  const { fastK, slowK } = computeStochastic({ high, low, close: [4, 5, 4, 5, 4, 5] }, 2, 2)
  expect([...fastK].map(Number.isFinite)).toEqual([false, false, false, true, true, true])
  expect([...slowK].map(Number.isFinite)).toEqual([false, false, false, false, true, true])
})

test('broken arguments are refused with name and value', () => {
  const bars = { high: [1], low: [1, 2], close: [1] }
  expect(() => computeStochastic(bars)).toThrow('high, low and close must be equally long, got 1, 2, 1')
  expect(() => latestStochastic(bars)).toThrow('equally long')
  expect(() => latestStochastic({ high: [1], low: [1], close: [1] }, 14, 0)).toThrow('smoothing must be')
  expect(() => latestStochastic({ high: [1], low: [1], close: [1] }, 0)).toThrow('window must be')
})
