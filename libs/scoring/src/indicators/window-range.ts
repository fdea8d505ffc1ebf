import { requireCount } from '../guards.ts'

/** For each bar: highest high and lowest low of the `window` bars that end with it. */
export interface WindowRange {
  readonly highest: Float64Array
  readonly lowest: Float64Array
}

/**
 * Highest high and lowest low of every window, at a constant cost per bar; NaN until the window is full and in every
 * window that contains a NaN. A window is the tail of one block and the head of the next, as in `computeWindowMoments`,
 * with extremes instead of sums. Columns must have the same length; throws RangeError on a window that is not a
 * positive integer.
 * Source: van Herk (1992), Gil and Werman (1993). Verified with a plain scan in `window.test.ts`.
 */
export function computeWindowRange(high: Float64Array, low: Float64Array, window: number): WindowRange {
  requireCount('window', window)
  const length = high.length
  const highest = new Float64Array(length).fill(Number.NEGATIVE_INFINITY)
  const lowest = new Float64Array(length).fill(Number.POSITIVE_INFINITY)
  highest.fill(Number.NaN, 0, window - 1)
  lowest.fill(Number.NaN, 0, window - 1)
  for (let start = 0; start < length; start += window) {
    const blockEnd = Math.min(start + window, length)
    let top = Number.NEGATIVE_INFINITY
    let bottom = Number.POSITIVE_INFINITY
    // Backward: extremes of the window's part of the previous block. The first block has nothing before it.
    for (let position = start === 0 ? 0 : window; position > 0; position -= 1) {
      const index = start + position - 1
      if (index < blockEnd) {
        highest[index] = top
        lowest[index] = bottom
      }
      top = Math.max(top, high[index - window] ?? Number.NaN)
      bottom = Math.min(bottom, low[index - window] ?? Number.NaN)
    }
    top = Number.NEGATIVE_INFINITY
    bottom = Number.POSITIVE_INFINITY
    // Forward: includes the window's part of this block.
    for (let index = start; index < blockEnd; index += 1) {
      top = Math.max(top, high[index] ?? Number.NaN)
      bottom = Math.min(bottom, low[index] ?? Number.NaN)
      highest[index] = Math.max(top, highest[index] ?? Number.NaN)
      lowest[index] = Math.min(bottom, lowest[index] ?? Number.NaN)
    }
  }
  return { highest, lowest }
}
