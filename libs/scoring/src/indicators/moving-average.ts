import { requireWindow } from '../guards.ts'

/**
 * Simple moving average: plain mean of the last `window` values, NaN until the window is full or where it holds a NaN.
 * Each mean is summed afresh, so nothing drifts and one gap spoils only the windows that contain it.
 * Throws RangeError on a window that is not a whole number from 1. Verified on golden/indicators: 1e-9·max(1, close).
 */
export function computeSma(values: ArrayLike<number>, window: number): Float64Array {
  requireWindow('window', window)
  const means = new Float64Array(values.length).fill(Number.NaN)
  for (let end = window - 1; end < values.length; end += 1) means[end] = meanOfLast(values, end, window)
  return means
}

/** The last value of `computeSma`, null where it is undefined. */
export function latestSma(values: ArrayLike<number>, window: number): number | null {
  requireWindow('window', window)
  if (values.length < window) return null
  const mean = meanOfLast(values, values.length - 1, window)
  return Number.isNaN(mean) ? null : mean
}

function meanOfLast(values: ArrayLike<number>, end: number, window: number): number {
  let sum = 0
  for (let index = end - window + 1; index <= end; index += 1) sum += values[index] ?? Number.NaN
  return sum / window
}
