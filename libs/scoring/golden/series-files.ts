import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  computeAtr,
  computeBollingerBands,
  computeIvRank,
  computeRealizedVolatility,
  computeRsi,
  computeSma,
  computeStochastic,
} from '../src/index.ts'
import { type Check, type CheckedFile, outcomeOf, type RowOutcome } from './checks.ts'
import { type CsvRow, cellOf, readCsv, readTable, sharedPath } from './rows.ts'

const PRICES = ['high', 'low', 'close'] as const
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
export function checkIndicators(text: string): CheckedFile {
  const columns = { required: PRICES, optional: ['date', 'index', 'open', 'volume'], results: VALUES }
  const { rows, ignored } = readTable(text, columns)
  return { outcomes: compare(rows, rows), ignored }
}

/** indicators-real/*.csv: expected values by day; their bars are in the recorded market. */
export function checkRealIndicators(text: string, barsPath: string): CheckedFile {
  const { rows, ignored } = readTable(text, { required: ['date'], optional: [], results: VALUES })
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

/**
 * Folder with the recorded market's bars by symbol: next to the golden folder, or else in the reference data next to
 * the checkout.
 */
const BARS = 'market-data/us-2026-07-10/bars'

export function findBars(goldenFolder: string, symbol: string): string | null {
  const candidates = [join(goldenFolder, '..', BARS), sharedPath(BARS)]
  return candidates.map((folder) => join(folder, `${symbol}.csv.gz`)).find((path) => existsSync(path)) ?? null
}

interface Bars {
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
}

function barsOf(rows: readonly CsvRow[]): Bars {
  const column = (name: string) => Float64Array.from(rows, (row) => cellOf(row, name) ?? Number.NaN)
  return { high: column('high'), low: column('low'), close: column('close') }
}

/** Bars for the days in a file of expected values. Throws if any day is missing or extra. */
function barsOfDays(path: string, days: readonly string[]): CsvRow[] {
  const rows = readCsv(path)
  const start = rows.findIndex(({ date }) => date === days[0])
  const same = start < 0 ? [] : rows.slice(start, start + days.length)
  const stray = days.find((day, index) => same[index]?.date !== day)
  if (stray !== undefined) throw new Error(`the bars lack ${stray}`)
  return same
}

/** iv_rank.csv: rank, percentile and sessions of every day, per series, in file order. */
export function checkIvRank(text: string): CheckedFile {
  const { rows, ignored } = readTable(text, {
    required: ['iv'],
    optional: ['series', 'index', 'date'],
    results: ['iv_history_sessions', 'iv_rank', 'iv_percentile'],
  })
  const histories = new Map<string, number[]>()
  const outcomes = rows.map((row, line) => {
    const { series = '', date, index = String(line) } = row
    return outcomeOf(`${series} ${date ?? index}`, row, (): Check[] => {
      const history = histories.get(series) ?? []
      histories.set(series, history)
      history.push(cellOf(row, 'iv') ?? Number.NaN)
      const { ivRank, ivPercentile, sessions } = computeIvRank(history)
      const figures = { iv_history_sessions: sessions, iv_rank: ivRank, iv_percentile: ivPercentile }
      return Object.entries(figures)
        .filter(([quantity]) => quantity in row)
        .map(([quantity, got]) => ({ quantity, expected: cellOf(row, quantity), got, tolerance: 1e-9 }))
    })
  })
  return { outcomes, ignored }
}
