import { requireCount } from '../guards.ts'
import { lastOf, takeTail, toColumn } from './series.ts'
import { smoothInPlace } from './smoothing.ts'
import { computeWindowMoments } from './window-moments.ts'

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
