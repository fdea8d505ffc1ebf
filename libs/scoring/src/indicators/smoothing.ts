import { requireCount } from '../guards.ts'

/**
 * Exponential smoothing that grows out of a mean, written over the column it is given and returned: the first value is
 * the plain mean of `window` values, each later one is old + weight·(value − old); NaN before. While the mean builds up
 * its weight is 1/n, so both parts are one recursion and a constant series stays exactly constant.
 * A gap (a value that is not finite) ends the series: after it a new mean builds up, so that a gap costs its own bar
 * and the `window` − 1 after it, not everything that follows.
 * Throws RangeError on a window that is not a whole number from 1.
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
 * Wilder's smoothing, (old·(window − 1) + new)/window, over the column it is given.
 * Source: Wilder, New Concepts in Technical Trading Systems (1978).
 */
export function smoothWilderInPlace(column: Float64Array, window: number): Float64Array {
  return smoothInPlace(column, window, 1 / window)
}
