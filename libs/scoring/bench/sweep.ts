import { allocateSweepColumns, BEST_CALL_RULES, type SweepColumns, sweepColumns } from '../src/index.ts'
import { MIN_TIME_VALUE_USD } from './contracts.ts'
import { sweepIndicators } from './indicators.ts'
import { resultSink, sumOf, timeRepeated } from './measure.ts'
import type { Measurement } from './report.ts'
import {
  BARS_PER_SYMBOL,
  type BarColumns,
  CONTRACTS_PER_SYMBOL,
  type MarketColumns,
  type Universe,
} from './universe.ts'

const REPETITIONS = 12
/** Maximum relative error of recovered volatilities, if the price has enough digits. */
const VOL_TOLERANCE = 1e-9

/** K4: the whole universe on one thread, with volatilities and Greeks, indicators, and the best call of every symbol. */
export function measureWholeUniverse({ symbols, columns }: Universe, series: readonly BarColumns[]): Measurement {
  const out = allocateSweepColumns(columns.price.length)
  const sweep = timeRepeated(() => sweepColumns(columns, out), REPETITIONS)
  const indicators = timeRepeated(() => sweepIndicators(series), REPETITIONS)
  const best = new Int32Array(symbols.length)
  const selection = timeRepeated(() => selectBestRows(columns, out, best), REPETITIONS)
  resultSink[0] = best[0] ?? 0
  const error = largestVolError(columns, out.vol)
  const parts = [sweep, indicators, selection].map(({ minimum }) => `${Math.round(minimum / 1e6)} ms`)
  return {
    name: 'K4 whole universe, one thread',
    timing: sumOf([sweep, indicators, selection]),
    note:
      `${columns.price.length} contracts ${parts[0]}, ${series.length * BARS_PER_SYMBOL} bars ${parts[1]}, ` +
      `selection ${parts[2]}; ${best.filter((row) => row >= 0).length} symbols have a best call; ` +
      `largest relative error of a volatility ${error.toExponential(1)}`,
    wrong: error <= VOL_TOLERANCE ? null : `a volatility is off by ${error}`,
  }
}

/**
 * Finds the row of each symbol's out-of-the-money call with the highest annualized yield in D15's window; −1 if there
 * is none.
 */
export function selectBestRows(columns: MarketColumns, { delta }: SweepColumns, best: Int32Array): void {
  const { isCall, spot, strike, days, price } = columns
  const { standardDays, delta: range } = BEST_CALL_RULES
  for (let symbol = 0; symbol < best.length; symbol += 1) {
    const first = symbol * CONTRACTS_PER_SYMBOL
    let highest = 0
    best[symbol] = -1
    for (let row = first; row < first + CONTRACTS_PER_SYMBOL; row += 1) {
      const term = days[row] ?? 0
      const weight = delta[row] ?? 0
      if (isCall[row] !== 1 || term < standardDays.min || term > standardDays.max) continue
      if (weight < range.min || weight > range.max || (strike[row] ?? 0) <= (spot[row] ?? 0)) continue
      const yieldPct = ((price[row] ?? 0) / (spot[row] ?? 0)) * (36_500 / term)
      if (yieldPct <= highest) continue
      highest = yieldPct
      best[symbol] = row
    }
  }
}

/** Largest error over the prices with time value; infinite if one of them has no volatility. */
function largestVolError({ isCall, price, spot, strike, rate, years, vol }: MarketColumns, got: Float64Array): number {
  let worst = 0
  for (let row = 0; row < got.length; row += 1) {
    const gap = (spot[row] ?? 0) - (strike[row] ?? 0) * Math.exp(-(rate[row] ?? 0) * (years[row] ?? 0))
    const timeValue = (price[row] ?? 0) - Math.max(0, isCall[row] === 1 ? gap : -gap)
    if (timeValue < MIN_TIME_VALUE_USD) continue
    const error = Math.abs((got[row] ?? Number.NaN) / (vol[row] ?? Number.NaN) - 1)
    if (!(error <= worst)) worst = Number.isNaN(error) ? Number.POSITIVE_INFINITY : error
  }
  return worst
}
