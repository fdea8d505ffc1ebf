import {
  computeBollingerBands,
  computeRealizedVolatility,
  computeRsi,
  computeSma,
  computeStochastic,
} from '../src/index.ts'
import { perItem, resultSink, timeRepeated } from './measure.ts'
import type { Measurement } from './report.ts'
import { BARS_PER_SYMBOL, type BarColumns } from './universe.ts'

const REPETITIONS = 60

/** The eight columns of PERFORMANCE 2.3: SMA 20 and 50, RSI, %K, %D, both bands, 30-day realized volatility. */
export function computeEightColumns(bars: BarColumns): Float64Array[] {
  const { middle, upper, lower } = computeBollingerBands(bars.close)
  const { fastK, slowK } = computeStochastic(bars)
  return [
    middle,
    computeSma(bars.close, 50),
    computeRsi(bars.close),
    fastK,
    slowK,
    upper,
    lower,
    computeRealizedVolatility(bars.close, 30),
  ]
}

export function sweepIndicators(series: readonly BarColumns[]): void {
  let sum = 0
  for (const bars of series) {
    for (const column of computeEightColumns(bars)) sum += column[column.length - 1] ?? 0
  }
  resultSink[0] = sum
}

/** K3: nanoseconds per bar for all eight columns, on the symbols that fit in the cache. */
export function measureIndicators(series: readonly BarColumns[]): Measurement {
  const timing = timeRepeated(() => sweepIndicators(series), REPETITIONS)
  const error = Math.max(...series.map(largestError))
  return {
    name: 'K3 8 indicator columns, per bar',
    timing: perItem(timing, series.length * BARS_PER_SYMBOL),
    note: `${series.length} symbols × ${BARS_PER_SYMBOL} bars; largest relative error against plain loops ${error.toExponential(1)}`,
    wrong: error <= 1e-9 ? null : `off by ${error} from plain loops`,
  }
}

/**
 * The eight values at the last bar by textbook formulas, with one loop per figure (including RSI and realized
 * volatility).
 */
function plainLastValues({ high, low, close }: BarColumns): number[] {
  const end = close.length
  const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length
  const squares = (values: ArrayLike<number>) => {
    const middle = mean(values)
    return Array.from(values).reduce((sum, value) => sum + (value - middle) ** 2, 0)
  }
  const last20 = close.slice(end - 20)
  const deviation = Math.sqrt(squares(last20) / 20)
  const changes = Array.from(close.slice(1), (price, index) => price - (close[index] ?? 0))
  const wilder = (moves: readonly number[]) =>
    moves.slice(14).reduce((average, move) => (13 * average + move) / 14, mean(moves.slice(0, 14)))
  const gain = wilder(changes.map((change) => Math.max(0, change)))
  const loss = wilder(changes.map((change) => Math.max(0, -change)))
  const positionAt = (last: number) => {
    const bottom = Math.min(...low.slice(last - 13, last + 1))
    return (100 * ((close[last] ?? 0) - bottom)) / (Math.max(...high.slice(last - 13, last + 1)) - bottom)
  }
  const returns = Array.from(close.slice(end - 30), (price, index) => Math.log(price / (close[end - 31 + index] ?? 0)))
  return [
    mean(last20),
    mean(close.slice(end - 50)),
    (100 * gain) / (gain + loss),
    positionAt(end - 1),
    mean([end - 3, end - 2, end - 1].map(positionAt)),
    mean(last20) + 2 * deviation,
    mean(last20) - 2 * deviation,
    Math.sqrt((squares(returns) / 29) * 252),
  ]
}

function largestError(bars: BarColumns): number {
  const plain = plainLastValues(bars)
  const errors = computeEightColumns(bars).map((column, index) => {
    const expected = plain[index] ?? Number.NaN
    return Math.abs((column.at(-1) ?? Number.NaN) - expected) / Math.max(1, Math.abs(expected))
  })
  return errors.every((error) => !Number.isNaN(error)) ? Math.max(...errors) : Number.POSITIVE_INFINITY
}
