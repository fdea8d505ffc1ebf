import { requireCount, requireNotNegative } from '../guards.ts'
import { computeWindowMoments, lastOf, smoothInPlace, takeTail, toColumn } from './series.ts'

/**
 * Simple moving average: mean of the last `window` values; NaN until the window is full, and whenever it contains a
 * NaN. Throws RangeError on a window that is not a positive integer.
 * Verified against golden/indicators (sma20, sma50): 1e-9·max(1, close).
 */
export function computeSma(values: ArrayLike<number>, window: number): Float64Array {
  return computeWindowMoments(toColumn(values), window).mean
}

/** Last value of `computeSma`, null if it is undefined. Reads at most two windows. */
export function latestSma(values: ArrayLike<number>, window: number): number | null {
  requireCount('window', window)
  return lastOf(computeSma(takeTail(values, window, window), window))
}

/**
 * Exponential moving average: old + 2/(window + 1)·(value − old), starting with the mean of the first `window`
 * values, like TA-Lib and StockCharts; NaN before index `window` − 1. TradingView starts with the first value
 * instead; each bar multiplies the difference by 1 − 2/(window + 1), so less than 0.1% of it is left after 3.5
 * windows. After a NaN it restarts with the mean of the next `window` values. Throws RangeError on a window that is
 * not a positive integer. Verified with the published StockCharts worksheet, hand-worked cases and exact rational
 * arithmetic: 1e-12.
 */
export function computeEma(values: ArrayLike<number>, window: number): Float64Array {
  return smoothInPlace(new Float64Array(values), window, 2 / (window + 1))
}

/** Last value of `computeEma`, null if it is undefined. It depends on every earlier value. */
export function latestEma(values: ArrayLike<number>, window: number): number | null {
  return lastOf(computeEma(values, window))
}

export interface BollingerOptions {
  readonly window?: number
  /** Distance of the bands from the middle, in standard deviations. */
  readonly deviations?: number
  /** `population` divides the squares by `window`, `sample` by `window` − 1. */
  readonly divisor?: 'population' | 'sample'
}

/** The middle is the SMA of the same window. */
export interface BollingerSeries {
  readonly middle: Float64Array
  readonly upper: Float64Array
  readonly lower: Float64Array
}

/**
 * Bollinger bands: SMA ± `deviations` standard deviations of the last `window` closes, 20 and 2 by default; NaN until
 * the window is full, and whenever it contains a NaN. After a trading halt as long as the window, the three lines are
 * exactly equal. The population deviation is the standard (TA-Lib, TradingView, StockCharts). The sample deviation,
 * which pandas uses by default, puts the bands 2.6% farther out for 20 closes. Throws RangeError on a window that is
 * not a positive integer (2 for `sample`), or negative `deviations`. Source: Bollinger on Bollinger Bands (2001).
 * Verified against golden/indicators (bb_*): 1e-9·max(1, close).
 */
export function computeBollingerBands(
  close: ArrayLike<number>,
  { window = 20, deviations = 2, divisor = 'population' }: BollingerOptions = {},
): BollingerSeries {
  requireCount('window', window)
  requireNotNegative('deviations', deviations)
  const count = divisor === 'sample' ? window - 1 : window
  if (count < 1) throw new RangeError(`window must be at least 2 for a sample deviation, got ${window}`)
  const { mean, squares } = computeWindowMoments(toColumn(close), window)
  // The upper band overwrites the squares in place; each is read just before it is replaced.
  const upper = squares
  const lower = new Float64Array(mean.length)
  for (let index = 0; index < mean.length; index += 1) {
    const middle = mean[index] ?? Number.NaN
    const distance = deviations * Math.sqrt((squares[index] ?? Number.NaN) / count)
    upper[index] = middle + distance
    lower[index] = middle - distance
  }
  return { middle: mean, upper, lower }
}

/** Last value of each line of `computeBollingerBands`, null if undefined. Reads at most two windows. */
export function latestBollingerBands(
  close: ArrayLike<number>,
  options: BollingerOptions = {},
): { readonly middle: number | null; readonly upper: number | null; readonly lower: number | null } {
  const { window = 20 } = options
  requireCount('window', window)
  const { middle, upper, lower } = computeBollingerBands(takeTail(close, window, window), options)
  return { middle: lastOf(middle), upper: lastOf(upper), lower: lastOf(lower) }
}

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
