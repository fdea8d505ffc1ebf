import type { DailyBar } from '../../provider.ts'

/** Statistics on one company's daily bars. */
interface PathStatistics {
  /** Annual volatility, as a decimal. */
  readonly vol: number
  /** Fourth moment of the daily moves divided by the square of the second; 3 for a normal distribution. */
  readonly kurtosis: number
  /** Autocorrelation of the size of the moves, averaged over lags 1 to 5. */
  readonly clustering: number
  /** Correlation between a move and the size of the next five; negative if falls raise volatility. */
  readonly leverage: number
  /** Fraction of the variance that occurs outside trading hours. */
  readonly nightShare: number
  /** Median of ln(high/low) divided by the standard deviation of a daily move. */
  readonly rangeOverVol: number
  /** Standard deviation of the change in log volume from one session to the next. */
  readonly volumeNoise: number
  /** Correlation between the size of a move and log volume. */
  readonly volumeOfMoves: number
}

const SESSIONS_PER_YEAR = 252
const LAGS = [1, 2, 3, 4, 5] as const

export function measurePath(bars: readonly DailyBar[]): PathStatistics {
  const moves = listMoves(bars)
  const sizes = moves.map(Math.abs)
  const center = mean(moves)
  const deviation = Math.sqrt(variance(moves))
  const nights = bars.slice(1).map(({ open }, index) => Math.log(open / (bars[index]?.close ?? open)))
  const hours = bars.slice(1).map(({ open, close }) => Math.log(close / open))
  const volumes = bars.slice(1).map(({ volume }) => Math.log(Math.max(1, volume)))
  return {
    vol: deviation * Math.sqrt(SESSIONS_PER_YEAR),
    kurtosis: mean(moves.map((move) => (move - center) ** 4)) / deviation ** 4,
    clustering: mean(LAGS.map((lag) => correlation(sizes.slice(lag), sizes.slice(0, -lag)))),
    leverage: mean(LAGS.map((lag) => correlation(moves.slice(0, -lag), sizes.slice(lag)))),
    nightShare: variance(nights) / (variance(nights) + variance(hours)),
    rangeOverVol:
      quantile(
        bars.map(({ high, low }) => Math.log(high / low)),
        0.5,
      ) / deviation,
    volumeNoise: Math.sqrt(variance(volumes.slice(1).map((volume, index) => volume - (volumes[index] ?? volume))) / 2),
    volumeOfMoves: correlation(sizes, volumes),
  }
}

/** Log changes between closes. */
export function listMoves(bars: readonly DailyBar[]): number[] {
  return bars.slice(1).map(({ close }, index) => Math.log(close / (bars[index]?.close ?? close)))
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

export function variance(values: readonly number[]): number {
  const center = mean(values)
  return mean(values.map((value) => (value - center) ** 2))
}

export function correlation(a: readonly number[], b: readonly number[]): number {
  const [centerA, centerB] = [mean(a), mean(b)]
  const product = mean(a.map((value, index) => (value - centerA) * ((b[index] ?? centerB) - centerB)))
  return product / Math.sqrt(variance(a) * variance(b))
}

/** A quantile of the values; NaN for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = share * (sorted.length - 1)
  const below = sorted[Math.floor(place)] ?? Number.NaN
  return below + (place - Math.floor(place)) * ((sorted[Math.ceil(place)] ?? Number.NaN) - below)
}
