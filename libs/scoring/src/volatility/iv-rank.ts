import { IV_MIN_SESSIONS, IV_WINDOW_SESSIONS } from '../indicators/limits.ts'
import { computeRealizedVolatility } from '../indicators/volatility.ts'

export interface IvRank {
  /** (today − low)/(high − low) × 100; null under 60 sessions or when high = low. */
  readonly ivRank: number | null
  /** Percentage of the sessions with an IV strictly below today's; null under 60 sessions. */
  readonly ivPercentile: number | null
  /** Number of sessions used, at most 252. */
  readonly sessions: number
}

/**
 * IV rank and IV percentile over the last 252 sessions, including today's (D12). `history` has one value per session,
 * oldest first and today's last; values that are not finite are ignored. Source: MATHS 6. Verified against all rows
 * in golden/iv_rank.csv.
 */
export function computeIvRank(history: readonly number[]): IvRank {
  const known = history.filter(Number.isFinite).slice(-IV_WINDOW_SESSIONS)
  const sessions = known.length
  const today = known.at(-1)
  if (today === undefined || sessions < IV_MIN_SESSIONS) return { ivRank: null, ivPercentile: null, sessions }
  const belowToday = known.filter((value) => value < today).length
  return { ivRank: rankWithin(today, known), ivPercentile: (belowToday / sessions) * 100, sessions }
}

/**
 * Position of a value between the lowest and the highest of a series, 0-100, clamped to that range. Null if the
 * series has no spread or no finite value. Skips NaN entries.
 */
export function rankWithin(value: number, series: ArrayLike<number>): number | null {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let index = 0; index < series.length; index += 1) {
    const entry = series[index] ?? Number.NaN
    if (!Number.isFinite(entry)) continue
    if (entry < low) low = entry
    if (entry > high) high = entry
  }
  if (!(high > low) || !Number.isFinite(value)) return null
  return Math.min(100, Math.max(0, ((value - low) / (high - low)) * 100))
}

/**
 * Fallback until 60 sessions of IV are stored (D12, `iv_rank_source: "realized"`): today's IV ranked within the last
 * 252 values of 30-day realized volatility. Null with fewer than 60 of them.
 */
export function computeRealizedIvRank(impliedVolatility: number, close: ArrayLike<number>): number | null {
  const realized = computeRealizedVolatility(close).filter(Number.isFinite).slice(-IV_WINDOW_SESSIONS)
  return realized.length < IV_MIN_SESSIONS ? null : rankWithin(impliedVolatility, realized)
}
