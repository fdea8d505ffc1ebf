import { requireCount } from '../guards.ts'
import { lastOf, takeTail, toColumn } from './series.ts'
import { smoothInPlace } from './smoothing.ts'
import { computeWindowMoments } from './window-moments.ts'

/**
 * Simple moving average: plain mean of the last `window` values, NaN until the window is full and where it holds a NaN.
 * Throws RangeError on a window that is not a whole number from 1.
 * Verified on golden/indicators (sma20, sma50): 1e-9·max(1, close).
 */
export function computeSma(values: ArrayLike<number>, window: number): Float64Array {
  return computeWindowMoments(toColumn(values), window).mean
}

/** The last value of `computeSma`, null where it is undefined. Reads two windows at most. */
export function latestSma(values: ArrayLike<number>, window: number): number | null {
  requireCount('window', window)
  return lastOf(computeSma(takeTail(values, window, window), window))
}

/**
 * Exponential moving average: old + 2/(window + 1)·(value − old), begun with the mean of the first `window` values, as
 * TA-Lib and StockCharts do; NaN before index `window` − 1. TradingView begins with the very first value instead: the
 * difference fades by (1 − 2/(window + 1)) a bar, to under 0.1 % of itself after 3.5 windows.
 * After a NaN it begins anew with the mean of the next `window` values.
 * Throws RangeError on a window that is not a whole number from 1.
 * Verified with the published StockCharts worksheet, hand-worked cases and exact rational arithmetic: 1e-12.
 */
export function computeEma(values: ArrayLike<number>, window: number): Float64Array {
  return smoothInPlace(new Float64Array(values), window, 2 / (window + 1))
}

/** The last value of `computeEma`, null where it is undefined. It depends on every value before. */
export function latestEma(values: ArrayLike<number>, window: number): number | null {
  return lastOf(computeEma(values, window))
}
