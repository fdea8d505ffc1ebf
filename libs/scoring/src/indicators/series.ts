import { requireCount } from '../guards.ts'

/**
 * Converts values to a column of doubles. A Float64Array is returned unchanged; other arrays are copied, with NaN for holes.
 */
export function toColumn(values: ArrayLike<number>): Float64Array {
  return values instanceof Float64Array ? values : new Float64Array(values)
}

/**
 * Copies the end of a series: at least its last `needed` values (all if it has fewer), starting at a multiple of
 * `step`. Window sums use blocks counted from the first value. With the same blocks, the tail gives the same last
 * value as the whole series, bit for bit.
 */
export function takeTail(values: ArrayLike<number>, needed: number, step: number): Float64Array {
  const start = Math.floor(Math.max(0, values.length - needed) / step) * step
  const tail = new Float64Array(values.length - start)
  for (let index = 0; index < tail.length; index += 1) tail[index] = values[start + index] ?? Number.NaN
  return tail
}

/** Last value of a series, null if there is none or it is undefined. */
export function lastOf(series: Float64Array): number | null {
  const last = series.at(-1) ?? Number.NaN
  return Number.isFinite(last) ? last : null
}

/** Columns of a bar series, all of the same length. */
export interface PriceSeries {
  readonly high: ArrayLike<number>
  readonly low: ArrayLike<number>
  readonly close: ArrayLike<number>
}

/** Throws RangeError on columns of different lengths. */
export function requireEqualLength({ high, low, close }: PriceSeries): void {
  if (high.length !== close.length || low.length !== close.length) {
    throw new RangeError(
      `high, low and close must have the same length, got ${high.length}, ${low.length}, ${close.length}`,
    )
  }
}

/** Converts bars to columns of doubles. Throws RangeError on columns of different lengths. */
export function toColumns(bars: PriceSeries): { high: Float64Array; low: Float64Array; close: Float64Array } {
  requireEqualLength(bars)
  return { high: toColumn(bars.high), low: toColumn(bars.low), close: toColumn(bars.close) }
}

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
