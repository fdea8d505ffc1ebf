import { requireCount, requireNotNegative } from '../guards.ts'
import { lastOf, takeTail, toColumn } from './series.ts'
import { computeWindowMoments } from './window-moments.ts'

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
