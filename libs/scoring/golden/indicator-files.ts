import {
  computeAtr,
  computeBollingerBands,
  computeRealizedVolatility,
  computeRsi,
  computeSma,
  computeStochastic,
} from '../src/index.ts'
import { type Bars, barsOf, barsOfDays } from './bars.ts'
import { type CheckedFile, outcomeOf, type RowOutcome } from './outcome.ts'
import { type CsvRow, cellOf, readTable } from './table.ts'

const BARS = ['high', 'low', 'close'] as const
const PERCENT = () => 1e-7
const VOLATILITY = () => 1e-9
const PRICE = (close: number) => 1e-9 * Math.max(1, close)

/** Our series for each column of values, and the tolerance for a given close. */
function seriesOf(bars: Bars): Readonly<Record<string, readonly [Float64Array, (close: number) => number]>> {
  const { close } = bars
  const { fastK, slowK, slowD } = computeStochastic(bars)
  const { middle, upper, lower } = computeBollingerBands(close)
  const sample = computeBollingerBands(close, { divisor: 'sample' })
  return {
    sma20: [computeSma(close, 20), PRICE],
    sma50: [computeSma(close, 50), PRICE],
    rsi14: [computeRsi(close), PERCENT],
    fast_k: [fastK, PERCENT],
    slow_k: [slowK, PERCENT],
    slow_d: [slowD, PERCENT],
    bb_mid: [middle, PRICE],
    bb_up_pop: [upper, PRICE],
    bb_lo_pop: [lower, PRICE],
    bb_up_smp: [sample.upper, PRICE],
    bb_lo_smp: [sample.lower, PRICE],
    atr14: [computeAtr(bars), PRICE],
    rv20: [computeRealizedVolatility(close, 20), VOLATILITY],
    rv30: [computeRealizedVolatility(close, 30), VOLATILITY],
    rv252: [computeRealizedVolatility(close, 252), VOLATILITY],
  }
}

const VALUES = [
  ...['sma20', 'sma50', 'rsi14', 'fast_k', 'slow_k', 'slow_d', 'bb_mid', 'bb_up_pop', 'bb_lo_pop', 'bb_up_smp'],
  ...['bb_lo_smp', 'atr14', 'rv20', 'rv30', 'rv252'],
]

/** indicators/*.csv: bars with the expected values in the same rows. */
export function checkIndicators(path: string): CheckedFile {
  const columns = { required: BARS, optional: ['date', 'index', 'open', 'volume'], results: VALUES }
  const { rows, ignored } = readTable(path, columns)
  return { outcomes: compare(rows, rows), ignored }
}

/** indicators-real/*.csv: expected values by day; their bars are in the recorded market. */
export function checkRealIndicators(path: string, barsPath: string): CheckedFile {
  const { rows, ignored } = readTable(path, { required: ['date'], optional: [], results: VALUES })
  const days = rows.map(({ date = '' }) => date)
  return { outcomes: compare(rows, barsOfDays(barsPath, days)), ignored }
}

function compare(rows: readonly CsvRow[], barRows: readonly CsvRow[]): RowOutcome[] {
  const bars = barsOf(barRows)
  const series = Object.entries(seriesOf(bars)).filter(([name]) => name in (rows[0] ?? {}))
  return rows.map((row, index) => {
    const close = bars.close[index] ?? Number.NaN
    return outcomeOf(row.date ?? row.index ?? `at line ${index + 2}`, barRows[index] ?? row, () =>
      series.map(([quantity, [values, toleranceAt]]) => {
        const value = values[index] ?? Number.NaN
        const expected = cellOf(row, quantity)
        return { quantity, expected, got: Number.isNaN(value) ? null : value, tolerance: toleranceAt(close) }
      }),
    )
  })
}
