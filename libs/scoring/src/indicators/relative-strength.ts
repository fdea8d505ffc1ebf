import { lastOf, toColumn } from './series.ts'
import { smoothWilderInPlace } from './smoothing.ts'

/**
 * Relative Strength Index, Wilder: 100·G/(G + L). G and L start as the mean gain and loss of the first `window` changes
 * and then follow (old·(window − 1) + new)/window. Range 0-100; only gains 100, only losses 0, no change at all NaN.
 * The first value stands at index `window`; after a NaN it takes `window` changes again. In a halt G and L shrink alike
 * and the value stays, for 500 windows (27 years of days at 14); then doubles no longer hold them.
 * Throws RangeError on a window that is not a whole number from 1.
 * Source: Wilder, New Concepts in Technical Trading Systems (1978). Verified on golden/indicators (rsi14): 1e-7.
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
  // Written over the gains, of which each is read just before.
  const strength = gain
  for (let index = 0; index < strength.length; index += 1) {
    const up = gain[index] ?? Number.NaN
    const down = loss[index] ?? Number.NaN
    strength[index] = 100 * (up / (up + down))
  }
  return strength
}

/** The last value of `computeRsi`, null where it is undefined. It depends on every close before. */
export function latestRsi(close: ArrayLike<number>, window = 14): number | null {
  return lastOf(computeRsi(close, window))
}
