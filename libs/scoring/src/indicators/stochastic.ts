import { requireWindow } from '../guards.ts'
import { computeSma, latestSma } from './moving-average.ts'

/** Columns of a bar series, equally long. */
export interface PriceSeries {
  readonly high: ArrayLike<number>
  readonly low: ArrayLike<number>
  readonly close: ArrayLike<number>
}

export interface StochasticSeries {
  readonly fastK: Float64Array
  readonly slowK: Float64Array
  readonly slowD: Float64Array
}

/**
 * Stochastic oscillator: fastK = 100·(close − lowest low)/(highest high − lowest low) of the last `window` bars,
 * slowK = SMA of fastK over `smoothing` (the fast %D), slowD = SMA of slowK. NaN where the range is zero (a halt) and in
 * every mean over such a value. Throws RangeError on columns of different length or a window under 1.
 * On screen "Stochastic 14/3" is fastK and slowK. Source: Lane. Verified on golden/indicators: 1e-7.
 */
export function computeStochastic(bars: PriceSeries, window = 14, smoothing = 3): StochasticSeries {
  requireEqualLength(bars)
  requireWindow('window', window)
  const fastK = new Float64Array(bars.close.length).fill(Number.NaN)
  for (let end = window - 1; end < fastK.length; end += 1) fastK[end] = positionInRange(bars, end, window)
  const slowK = computeSma(fastK, smoothing)
  return { fastK, slowK, slowD: computeSma(slowK, smoothing) }
}

/** %K (fastK) and %D (its mean over `smoothing`) of the last bar; null where undefined. Reads the last bars only. */
export function latestStochastic(
  bars: PriceSeries,
  window = 14,
  smoothing = 3,
): { readonly k: number | null; readonly d: number | null } {
  requireEqualLength(bars)
  requireWindow('window', window)
  requireWindow('smoothing', smoothing)
  const recent = new Float64Array(smoothing).fill(Number.NaN)
  for (let back = 0; back < smoothing; back += 1) {
    const end = bars.close.length - 1 - back
    if (end >= window - 1) recent[smoothing - 1 - back] = positionInRange(bars, end, window)
  }
  const k = recent[smoothing - 1] ?? Number.NaN
  return { k: Number.isNaN(k) ? null : k, d: latestSma(recent, smoothing) }
}

function positionInRange({ high, low, close }: PriceSeries, end: number, window: number): number {
  let highest = Number.NEGATIVE_INFINITY
  let lowest = Number.POSITIVE_INFINITY
  for (let index = end - window + 1; index <= end; index += 1) {
    highest = Math.max(highest, high[index] ?? Number.NaN)
    lowest = Math.min(lowest, low[index] ?? Number.NaN)
  }
  return highest === lowest ? Number.NaN : (100 * ((close[end] ?? Number.NaN) - lowest)) / (highest - lowest)
}

function requireEqualLength({ high, low, close }: PriceSeries): void {
  if (high.length !== close.length || low.length !== close.length) {
    throw new RangeError(`high, low and close must be equally long, got ${high.length}, ${low.length}, ${close.length}`)
  }
}
