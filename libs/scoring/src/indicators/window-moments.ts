import { requireCount } from '../guards.ts'

/** For each value: mean of the `window` values that end with it, and their sum of squared distances from that mean. */
export interface WindowMoments {
  readonly mean: Float64Array
  readonly squares: Float64Array
}

/**
 * Mean and sum of squared distances of every window of a column, at a constant cost per value; NaN until the window is
 * full and in every window that contains a NaN.
 *
 * The column is split into blocks as long as the window. A window that ends in a block is the tail of the previous
 * block plus the head of its own (window 3, blocks abc|def: the window that ends with e is c|de), so its sum is a
 * backward sum plus a forward sum. Nothing is ever subtracted, so no error builds up however long the column is, and
 * a NaN affects only the windows that contain it.
 *
 * Distances are measured from the block's first value, which is part of every window that ends in the block. Then Σd²
 * − (Σd)²/n loses at most a factor n + 1 of precision at any price level, and for a constant price, the mean is
 * exactly that price and the sum of squares exactly 0.
 *
 * Throws RangeError on a window that is not a positive integer.
 * Sources: van Herk (1992), Gil and Werman (1993) for the blocks; Chan, Golub and LeVeque (1983) for shifted squares.
 * Verified with exact rational sums in `window.test.ts` and through golden/indicators.
 */
export function computeWindowMoments(values: Float64Array, window: number): WindowMoments {
  requireCount('window', window)
  const length = values.length
  const mean = new Float64Array(length)
  const squares = new Float64Array(length)
  mean.fill(Number.NaN, 0, window - 1)
  squares.fill(Number.NaN, 0, window - 1)
  for (let start = 0; start < length; start += window) {
    const pivot = values[start] ?? Number.NaN
    const blockEnd = Math.min(start + window, length)
    let sum = 0
    let squareSum = 0
    // Backward: sums over the window's part of the previous block. The first block has nothing before it.
    for (let position = start === 0 ? 0 : window; position > 0; position -= 1) {
      const index = start + position - 1
      if (index < blockEnd) {
        mean[index] = sum
        squares[index] = squareSum
      }
      const distance = (values[index - window] ?? Number.NaN) - pivot
      sum += distance
      squareSum += distance * distance
    }
    sum = 0
    squareSum = 0
    // Forward: adds the sums over the window's part of this block.
    for (let index = start; index < blockEnd; index += 1) {
      const distance = (values[index] ?? Number.NaN) - pivot
      sum += distance
      squareSum += distance * distance
      const total = sum + (mean[index] ?? Number.NaN)
      mean[index] = pivot + total / window
      squares[index] = squareSum + (squares[index] ?? Number.NaN) - (total * total) / window
    }
  }
  return { mean, squares }
}
