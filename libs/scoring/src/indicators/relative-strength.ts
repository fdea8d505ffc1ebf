import { requireWindow } from '../guards.ts'

/**
 * Relative Strength Index, Wilder: 100·G/(G + L). G and L start as the mean gain and loss of the first `window` changes
 * and then follow (old·(window − 1) + new)/window. Range 0-100; only gains 100, only losses 0, no change at all NaN.
 * The first value stands at index `window`. Throws RangeError on a window that is not a whole number from 1.
 * Source: Wilder, New Concepts in Technical Trading Systems (1978). Verified on golden/indicators: 1e-7.
 */
export function computeRsi(close: ArrayLike<number>, window = 14): Float64Array {
  requireWindow('window', window)
  const strength = new Float64Array(close.length).fill(Number.NaN)
  let gain = 0
  let loss = 0
  for (let index = 1; index < close.length; index += 1) {
    const change = (close[index] ?? Number.NaN) - (close[index - 1] ?? Number.NaN)
    const up = Math.max(change, 0)
    const down = Math.max(-change, 0)
    if (index <= window) {
      gain += up / window
      loss += down / window
    } else {
      gain = (gain * (window - 1) + up) / window
      loss = (loss * (window - 1) + down) / window
    }
    if (index >= window) strength[index] = 100 * (gain / (gain + loss))
  }
  return strength
}

/** The last value of `computeRsi`, null where it is undefined. */
export function latestRsi(close: ArrayLike<number>, window = 14): number | null {
  const last = computeRsi(close, window).at(-1)
  return last === undefined || Number.isNaN(last) ? null : last
}
