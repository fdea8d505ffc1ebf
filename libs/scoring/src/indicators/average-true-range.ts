import { type PriceSeries, toColumns } from './price-series.ts'
import { lastOf } from './series.ts'
import { smoothWilderInPlace } from './smoothing.ts'

/**
 * Wilder's Average True Range in dollars. The true range of a bar is the largest of high − low, |high − previous close|
 * and |low − previous close|, so it needs a previous bar. The first value, at index `window`, is the mean of the true
 * ranges of bars 1 to `window`; each later one is (old·(window − 1) + new)/window. Earlier values are NaN. A trading
 * halt, with no range at all, gives 0. Matches TA-Lib and TTR; TradingView also counts the first bar's high − low.
 * After a NaN, it needs `window` true ranges again. Throws RangeError on columns of different lengths or a window that
 * is not a positive integer. Source: Wilder, New Concepts in Technical Trading Systems (1978). Verified against
 * golden/indicators (atr14): 1e-9·max(1, close).
 */
export function computeAtr(bars: PriceSeries, window = 14): Float64Array {
  const { high, low, close } = toColumns(bars)
  const range = new Float64Array(close.length).fill(Number.NaN)
  for (let index = 1; index < range.length; index += 1) {
    const before = close[index - 1] ?? Number.NaN
    range[index] = Math.max(high[index] ?? Number.NaN, before) - Math.min(low[index] ?? Number.NaN, before)
  }
  return smoothWilderInPlace(range, window)
}

/** Last value of `computeAtr`, null if it is undefined. It depends on every earlier bar. */
export function latestAtr(bars: PriceSeries, window = 14): number | null {
  return lastOf(computeAtr(bars, window))
}
