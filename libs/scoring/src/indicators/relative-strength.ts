import { lastOf, toColumn } from './series.ts'
import { smoothWilderInPlace } from './smoothing.ts'

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
