import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type CsvRow, numberOf, readCsv, testShared } from '../../test/shared-data.ts'
import { computeSma, latestSma } from './moving-average.ts'
import { computeRealizedVolatility } from './realized-volatility.ts'
import { computeRsi, latestRsi } from './relative-strength.ts'
import { computeStochastic, latestStochastic } from './stochastic.ts'

const MADE = [
  ...['bigprice', 'biotech', 'down', 'exact15', 'exact20', 'flat', 'halts', 'largecap', 'midcap', 'penny', 'short10'],
  ...['splitadj', 'up', 'utility', 'zigzag'],
]
const REAL = ['AAPL', 'KO', 'NVR', 'TSLA']

/** Every difference between the columns of a golden file and ours; empty cells must be NaN and nothing else may be. */
function differences(expected: readonly CsvRow[], bars: readonly CsvRow[]): string[] {
  const column = (name: string) => Float64Array.from(bars, (row) => numberOf(row, name))
  const [high, low, close] = [column('high'), column('low'), column('close')]
  const { fastK, slowK, slowD } = computeStochastic({ high, low, close })
  const ours: Record<string, { values: Float64Array; tolerance: (price: number) => number }> = {
    sma20: { values: computeSma(close, 20), tolerance: (price) => 1e-9 * Math.max(1, price) },
    sma50: { values: computeSma(close, 50), tolerance: (price) => 1e-9 * Math.max(1, price) },
    rsi14: { values: computeRsi(close), tolerance: () => 1e-7 },
    fast_k: { values: fastK, tolerance: () => 1e-7 },
    slow_k: { values: slowK, tolerance: () => 1e-7 },
    slow_d: { values: slowD, tolerance: () => 1e-7 },
    rv20: { values: computeRealizedVolatility(close, 20), tolerance: () => 1e-9 },
    rv30: { values: computeRealizedVolatility(close, 30), tolerance: () => 1e-9 },
    rv252: { values: computeRealizedVolatility(close, 252), tolerance: () => 1e-9 },
  }
  const found: string[] = []
  for (const [name, { values, tolerance }] of Object.entries(ours)) {
    expected.forEach((row, index) => {
      const want = numberOf(row, name)
      const got = values[index] ?? Number.POSITIVE_INFINITY
      const agrees = Number.isNaN(want) ? Number.isNaN(got) : Math.abs(got - want) <= tolerance(close[index] ?? 1)
      if (!agrees) found.push(`${row.date} ${name}: expected ${want}, got ${got}`)
    })
  }
  return found
}

describe('golden series', () => {
  for (const name of MADE) {
    testShared(`indicators/${name}.csv`, [`golden/indicators/${name}.csv`], (path) => {
      const rows = readCsv(path)
      expect(rows.length).toBeGreaterThanOrEqual(10)
      expect(differences(rows, rows)).toEqual([])
    })
  }

  for (const symbol of REAL) {
    const files = [`golden/indicators-real/${symbol}.csv`, `market-data/us-2026-07-10/bars/${symbol}.csv.gz`] as const
    testShared(`indicators-real/${symbol}.csv`, files, (path, bars) => {
      const rows = readCsv(path)
      expect(rows.length).toBeGreaterThan(500)
      expect(differences(rows, readCsv(bars))).toEqual([])
    })
  }
})

describe('worked by hand', () => {
  test('mean of three, undefined before and beside a gap', () => {
    expect([...computeSma([1, 2, 6, 3], 3)]).toEqual([Number.NaN, Number.NaN, 3, 11 / 3])
    expect([...computeSma([1, Number.NaN, 2, 4, 6], 2)]).toEqual([Number.NaN, Number.NaN, Number.NaN, 3, 5])
    expect(latestSma([1, 2, 6, 3], 3)).toBe(11 / 3)
    expect(latestSma([1, 2], 3)).toBeNull()
    expect(latestSma([1, 2, Number.NaN], 3)).toBeNull()
  })

  test('RSI of two: first means, then Wilder smoothing', () => {
    // Changes +1, -1, +2, 0: gains 0.5, then (0.5 + 2)/2 = 1.25, 0.625; losses 0.5, 0.25, 0.125.
    const rsi = computeRsi([10, 11, 10, 12, 12], 2)
    expect([...rsi]).toEqual([Number.NaN, Number.NaN, 50, expect.closeTo(250 / 3, 12), expect.closeTo(250 / 3, 12)])
    expect(latestRsi([10, 11, 10, 12, 12], 2)).toBe(rsi[4])
  })

  test('RSI of only gains, only losses, no change and too few closes', () => {
    expect(latestRsi([1, 2, 3, 4], 3)).toBe(100)
    expect(latestRsi([4, 3, 2, 1], 3)).toBe(0)
    expect(latestRsi([2, 2, 2, 2], 3)).toBeNull()
    expect(latestRsi([1, 2, 3], 3)).toBeNull()
    expect(latestRsi([])).toBeNull()
  })

  test('Stochastic of two over two', () => {
    const bars = { high: [5, 6, 8, 8], low: [1, 2, 4, 8], close: [3, 5, 7, 8] }
    const { fastK, slowK, slowD } = computeStochastic(bars, 2, 2)
    expect([...fastK]).toEqual([Number.NaN, 80, (100 * 5) / 6, 100])
    expect([...slowK]).toEqual([Number.NaN, Number.NaN, (80 + 500 / 6) / 2, (500 / 6 + 100) / 2])
    expect(slowD[3]).toBeCloseTo((80 + 1000 / 6 + 100) / 4, 12)
    expect(latestStochastic(bars, 2, 2)).toEqual({ k: 100, d: (500 / 6 + 100) / 2 })
  })

  test('Stochastic through a halt and on too few bars', () => {
    const flat = { high: [5, 5, 5], low: [5, 5, 5], close: [5, 5, 5] }
    expect(latestStochastic(flat, 2, 2)).toEqual({ k: null, d: null })
    expect(latestStochastic({ high: [5], low: [4], close: [4.5] }, 2)).toEqual({ k: null, d: null })
    expect(latestStochastic({ high: [5, 5, 6], low: [5, 5, 5], close: [5, 5, 6] }, 2, 2)).toEqual({ k: 100, d: null })
  })

  test('realised volatility of returns +x and -x', () => {
    // ln 1.1 and -ln 1.1: mean 0, sum of squares 2 (ln 1.1)², divided by 1.
    const latest = (...close: number[]) => computeRealizedVolatility(close, 2).at(-1)
    expect(latest(100, 110, 100)).toBeCloseTo(Math.log(1.1) * Math.sqrt(2 * 252), 12)
    expect(latest(50, 100, 110, 100)).toBeCloseTo(Math.log(1.1) * Math.sqrt(2 * 252), 12)
    expect(latest(100, 110)).toBeNaN()
    expect(latest(100, 100, 100)).toBe(0)
  })
})

const prices = fc.array(fc.double({ min: 1, max: 500, noNaN: true }), { minLength: 1, maxLength: 60 })

describe('properties', () => {
  test('the latest value is the last of the series', () => {
    const last = (series: Float64Array) => {
      const value = series.at(-1) ?? Number.NaN
      return Number.isNaN(value) ? null : value
    }
    fc.assert(
      fc.property(prices, (close) => {
        const bars = { high: close.map((price) => price * 1.01), low: close.map((price) => price * 0.98), close }
        const series = computeStochastic(bars)
        expect(latestSma(close, 20)).toBe(last(computeSma(close, 20)))
        expect(latestRsi(close)).toBe(last(computeRsi(close)))
        expect(latestStochastic(bars)).toEqual({ k: last(series.fastK), d: last(series.slowK) })
      }),
    )
  })

  test('bounds, and independence of the currency', () => {
    fc.assert(
      fc.property(prices, fc.double({ min: 0.01, max: 100, noNaN: true }), (close, scale) => {
        const rsi = latestRsi(close)
        const scaled = latestRsi(close.map((price) => price * scale))
        if (rsi === null || scaled === null) return
        expect(rsi).toBeGreaterThanOrEqual(0)
        expect(rsi).toBeLessThanOrEqual(100)
        expect(scaled).toBeCloseTo(rsi, 6)
      }),
    )
  })
})

test('a broken window is refused with its name and value', () => {
  expect(() => computeSma([1], 0)).toThrow('window must be a whole number from 1, got 0')
  expect(() => computeRsi([1], 1.5)).toThrow(RangeError)
  expect(() => computeRealizedVolatility([1], 1)).toThrow('returns must be at least 2, got 1')
  expect(() => computeStochastic({ high: [1], low: [1, 2], close: [1] })).toThrow('equally long')
})
