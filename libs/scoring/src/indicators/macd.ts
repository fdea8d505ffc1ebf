import { requireCount } from '../guards.ts'
import { computeEma } from './moving-average.ts'
import { lastOf } from './series.ts'

export interface MacdOptions {
  readonly fast?: number
  readonly slow?: number
  readonly signal?: number
}

export interface MacdSeries {
  readonly macd: Float64Array
  readonly signal: Float64Array
  readonly histogram: Float64Array
}

/**
 * Moving average convergence/divergence: macd = EMA(fast) − EMA(slow) of the closes, signal = EMA(signal) of macd,
 * histogram = macd − signal; 12, 26 and 9 by default. Each EMA is computed by `computeEma` and starts with the mean
 * of its own first values, so the macd line equals the distance between the two EMAs on a chart. The macd line starts
 * at index slow − 1 (25), signal and histogram at slow + signal − 2 (33); values are NaN before that, and again after
 * a NaN. TA-Lib starts the fast EMA later, with the mean of the 12 closes up to index 25: its first values differ
 * slightly, and the difference shrinks by 11/13 per bar. TradingView starts each EMA with the first close. Throws
 * RangeError on a window that is not a positive integer or a fast window not shorter than the slow one. Source:
 * Appel, The Moving Average Convergence-Divergence Method (1979); StockCharts for the start. Verified with a
 * hand-worked case and with exact rational arithmetic: 1e-12.
 */
export function computeMacd(
  close: ArrayLike<number>,
  { fast = 12, slow = 26, signal: signalWindow = 9 }: MacdOptions = {},
): MacdSeries {
  requireCount('fast', fast)
  requireCount('slow', slow)
  requireCount('signal', signalWindow)
  if (fast >= slow) throw new RangeError(`fast must be shorter than slow, got ${fast} and ${slow}`)
  const macd = computeEma(close, fast)
  const slowAverage = computeEma(close, slow)
  for (let index = 0; index < macd.length; index += 1) {
    macd[index] = (macd[index] ?? Number.NaN) - (slowAverage[index] ?? Number.NaN)
  }
  const signal = computeEma(macd, signalWindow)
  const histogram = Float64Array.from(macd, (value, index) => value - (signal[index] ?? Number.NaN))
  return { macd, signal, histogram }
}

/** Last value of each line of `computeMacd`, null if undefined. They depend on every earlier close. */
export function latestMacd(
  close: ArrayLike<number>,
  options: MacdOptions = {},
): { readonly macd: number | null; readonly signal: number | null; readonly histogram: number | null } {
  const { macd, signal, histogram } = computeMacd(close, options)
  return { macd: lastOf(macd), signal: lastOf(signal), histogram: lastOf(histogram) }
}
