import { requireCount } from '../guards.ts'
import { computeSma } from './moving-average.ts'
import {
  computeWindowRange,
  lastOf,
  type PriceSeries,
  requireEqualLength,
  smoothWilderInPlace,
  takeTail,
  toColumn,
  toColumns,
} from './series.ts'

/**
 * Wilder's Relative Strength Index: 100·G/(G + L). G and L start as the mean gain and loss of the first `window`
 * changes and then follow (old·(window − 1) + new)/window. The range is 0-100: gains alone give 100, losses alone 0,
 * and no change at all NaN. The first value is at index `window`; after a NaN it needs `window` changes again. In a
 * trading halt, G and L shrink equally, so the value stays the same for 500 windows (27 years of sessions at 14);
 * after that, doubles underflow. Throws RangeError on a window that is not a positive integer. Source: Wilder, New
 * Concepts in Technical Trading Systems (1978). Verified against golden/indicators (rsi14): 1e-7.
 */
export function computeRsi(close: ArrayLike<number>, window = 14): Float64Array {
  const price = toColumn(close)
  const gain = new Float64Array(price.length).fill(Number.NaN)
  const loss = new Float64Array(price.length).fill(Number.NaN)
  for (let index = 1; index < price.length; index += 1) {
    const change = (price[index] ?? Number.NaN) - (price[index - 1] ?? Number.NaN)
    gain[index] = Math.max(change, 0)
    loss[index] = Math.max(-change, 0)
  }
  smoothWilderInPlace(gain, window)
  smoothWilderInPlace(loss, window)
  // The RSI overwrites the gains in place; each is read just before it is replaced.
  const strength = gain
  for (let index = 0; index < strength.length; index += 1) {
    const up = gain[index] ?? Number.NaN
    const down = loss[index] ?? Number.NaN
    strength[index] = 100 * (up / (up + down))
  }
  return strength
}

/** Last value of `computeRsi`, null if it is undefined. It depends on every earlier close. */
export function latestRsi(close: ArrayLike<number>, window = 14): number | null {
  return lastOf(computeRsi(close, window))
}

export interface StochasticSeries {
  readonly fastK: Float64Array
  readonly slowK: Float64Array
  readonly slowD: Float64Array
}

/**
 * Stochastic oscillator: fastK = 100·(close − lowest low)/(highest high − lowest low) over the last `window` bars,
 * slowK = SMA of fastK over `smoothing` (the fast %D), slowD = SMA of slowK. A value is NaN if the range is zero (a
 * trading halt), and so is every mean that includes such a value. Values are 0-100 if every close is between its low
 * and high. On screen "Stochastic 14/3" is fastK and slowK. Throws RangeError on columns of different lengths, or a
 * window or smoothing that is not a positive integer. Source: Lane, Lane's Stochastics (1984). Verified against
 * golden/indicators (fast_k, slow_k, slow_d): 1e-7.
 */
export function computeStochastic(bars: PriceSeries, window = 14, smoothing = 3): StochasticSeries {
  const { high, low, close } = toColumns(bars)
  const { highest, lowest } = computeWindowRange(high, low, window)
  // %K overwrites the highs in place; each is read just before it is replaced.
  const fastK = highest
  for (let index = 0; index < fastK.length; index += 1) {
    const bottom = lowest[index] ?? Number.NaN
    const range = (highest[index] ?? Number.NaN) - bottom
    fastK[index] = range === 0 ? Number.NaN : 100 * (((close[index] ?? Number.NaN) - bottom) / range)
  }
  const slowK = computeSma(fastK, smoothing)
  return { fastK, slowK, slowD: computeSma(slowK, smoothing) }
}

/** %K (fastK) and %D (slowK) of the last bar; null if undefined. Reads only the last bars. */
export function latestStochastic(
  bars: PriceSeries,
  window = 14,
  smoothing = 3,
): { readonly k: number | null; readonly d: number | null } {
  requireEqualLength(bars)
  requireCount('window', window)
  requireCount('smoothing', smoothing)
  const tail = (column: ArrayLike<number>) => takeTail(column, window + smoothing - 1, smoothing)
  const recent = { high: tail(bars.high), low: tail(bars.low), close: tail(bars.close) }
  const { fastK, slowK } = computeStochastic(recent, window, smoothing)
  return { k: lastOf(fastK), d: lastOf(slowK) }
}
