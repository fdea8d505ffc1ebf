import { requireCount } from '../guards.ts'

/**
 * Exponential smoothing that starts with a mean. Overwrites and returns the given column: the first value is the mean
 * of `window` values, each later one is old + weight·(value − old); earlier values are NaN. While the mean builds up,
 * the weight is 1/n, so the same recursion serves both phases and a constant series stays exactly constant. After a
 * gap (a value that is not finite) a new mean builds up, so only the gap's own bar and the `window` − 1 bars after it
 * are lost, not all later values. Throws RangeError on a window that is not a positive integer.
 */
export function smoothInPlace(column: Float64Array, window: number, weight: number): Float64Array {
  requireCount('window', window)
  let mean = 0
  let count = 0
  for (let index = 0; index < column.length; index += 1) {
    const value = column[index] ?? Number.NaN
    if (Number.isFinite(value)) {
      count += 1
      mean += (value - mean) * (count > window ? weight : 1 / count)
    } else {
      count = 0
      mean = 0
    }
    column[index] = count >= window ? mean : Number.NaN
  }
  return column
}

/**
 * Wilder's smoothing, (old·(window − 1) + new)/window. Overwrites the given column.
 * Source: Wilder, New Concepts in Technical Trading Systems (1978).
 */
export function smoothWilderInPlace(column: Float64Array, window: number): Float64Array {
  return smoothInPlace(column, window, 1 / window)
}
