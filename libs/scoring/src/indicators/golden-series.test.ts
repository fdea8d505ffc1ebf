import { describe, expect } from '@jest/globals'
import { type CsvRow, numberOf, readCsv, testShared } from '../../test/shared-data.ts'
import { computeAtr } from './average-true-range.ts'
import { computeBollingerBands } from './bollinger-bands.ts'
import { computeSma } from './moving-average.ts'
import { computeRealizedVolatility } from './realized-volatility.ts'
import { computeRsi } from './relative-strength.ts'
import { computeStochastic } from './stochastic.ts'

const MADE = [
  ...['bigprice', 'biotech', 'down', 'exact15', 'exact20', 'flat', 'halts', 'largecap', 'midcap', 'penny', 'short10'],
  ...['splitadj', 'up', 'utility', 'zigzag'],
]
const REAL = ['AAPL', 'KO', 'NVR', 'TSLA']
const COLUMNS = [
  ...['sma20', 'sma50', 'rsi14', 'fast_k', 'slow_k', 'slow_d', 'bb_mid', 'bb_up_pop', 'bb_lo_pop'],
  ...['bb_up_smp', 'bb_lo_smp', 'atr14', 'rv20', 'rv30', 'rv252'],
]

/** Our values under the names of the golden columns, and the README's tolerance of each kind of column. */
function computeColumns(bars: readonly CsvRow[]) {
  const column = (name: string) => Float64Array.from(bars, (row) => numberOf(row, name))
  const [high, low, close] = [column('high'), column('low'), column('close')]
  const stochastic = computeStochastic({ high, low, close })
  const population = computeBollingerBands(close)
  const sample = computeBollingerBands(close, { divisor: 'sample' })
  const prices = { sma20: computeSma(close, 20), sma50: computeSma(close, 50), atr14: computeAtr({ high, low, close }) }
  const bands = { bb_mid: population.middle, bb_up_pop: population.upper, bb_lo_pop: population.lower }
  const sampleBands = { bb_up_smp: sample.upper, bb_lo_smp: sample.lower }
  const { fastK: fast_k, slowK: slow_k, slowD: slow_d } = stochastic
  const rv = (returns: number) => computeRealizedVolatility(close, returns)
  return [
    { values: { ...prices, ...bands, ...sampleBands }, tolerance: (price: number) => 1e-9 * Math.max(1, price) },
    { values: { rsi14: computeRsi(close), fast_k, slow_k, slow_d }, tolerance: () => 1e-7 },
    { values: { rv20: rv(20), rv30: rv(30), rv252: rv(252) }, tolerance: () => 1e-9 },
  ]
}

/** Every difference between a golden file and ours; an empty cell must be NaN and nothing else may be. */
function differences(expected: readonly CsvRow[], bars: readonly CsvRow[]): string[] {
  const found: string[] = []
  const seen: string[] = []
  for (const { values, tolerance } of computeColumns(bars)) {
    for (const [name, series] of Object.entries(values)) {
      seen.push(name)
      expected.forEach((row, index) => {
        const want = numberOf(row, name)
        const got = series[index] ?? Number.POSITIVE_INFINITY
        const allowed = tolerance(numberOf(bars[index] ?? {}, 'close'))
        const agrees = Number.isNaN(want) ? Number.isNaN(got) : Math.abs(got - want) <= allowed
        if (!agrees) found.push(`${row.date} ${name}: expected ${want}, got ${got}, tolerance ${allowed}`)
      })
    }
  }
  expect(seen.sort()).toEqual([...COLUMNS].sort())
  return found
}

const datesOf = (rows: readonly CsvRow[]) => rows.map(({ date }) => date)

describe('golden series', () => {
  for (const name of MADE) {
    testShared(`indicators/${name}.csv`, [`golden/indicators/${name}.csv`], (path) => {
      const rows = readCsv(path)
      expect(rows.length).toBeGreaterThanOrEqual(10)
      expect(Object.keys(rows[0] ?? {}).slice(6)).toEqual(COLUMNS)
      expect(differences(rows, rows)).toEqual([])
    })
  }

  for (const symbol of REAL) {
    const files = [`golden/indicators-real/${symbol}.csv`, `market-data/us-2026-07-10/bars/${symbol}.csv.gz`] as const
    testShared(`indicators-real/${symbol}.csv`, files, (path, barsPath) => {
      const [rows, bars] = [readCsv(path), readCsv(barsPath)]
      expect(rows.length).toBeGreaterThan(500)
      expect(Object.keys(rows[0] ?? {}).slice(1)).toEqual(COLUMNS)
      expect(datesOf(rows)).toEqual(datesOf(bars))
      expect(differences(rows, bars)).toEqual([])
    })
  }
})
