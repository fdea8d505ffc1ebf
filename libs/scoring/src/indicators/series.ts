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
