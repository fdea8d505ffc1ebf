import { toColumn } from './series.ts'

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
