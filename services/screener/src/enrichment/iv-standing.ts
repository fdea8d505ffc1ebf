import { computeIvRank, computeRealizedIvRank } from '@callwright/scoring'
import type { SessionVolatility } from './symbol-session.ts'

/** Where today's implied volatility stands among its past (D12). */
export interface IvStanding {
  readonly ivRank: number | null
  readonly ivRankSource: 'implied' | 'realized' | null
  readonly ivPercentile: number | null
  readonly ivHistorySessions: number
}

/**
 * IV rank and percentile of today's at-the-money volatility among the sessions known: the provider's history, our own
 * stored sessions where both know a day, today last. Too few sessions: its rank within a year of realised volatility.
 */
export function computeIvStanding(given: {
  readonly today: SessionVolatility | null
  readonly provided: readonly SessionVolatility[]
  readonly stored: readonly SessionVolatility[]
  readonly close: readonly number[]
}): IvStanding {
  const { today, provided, stored, close } = given
  const past = mergeSessions(provided, stored, today?.date ?? null)
  if (today === null) return { ivRank: null, ivRankSource: null, ivPercentile: null, ivHistorySessions: past.length }
  const { ivRank, ivPercentile, sessions } = computeIvRank([...past, today.impliedVolatility])
  if (ivRank !== null) return { ivRank, ivRankSource: 'implied', ivPercentile, ivHistorySessions: sessions }
  const standIn = computeRealizedIvRank(today.impliedVolatility, close)
  return {
    ivRank: standIn,
    ivRankSource: standIn === null ? null : 'realized',
    ivPercentile: null,
    ivHistorySessions: sessions,
  }
}

/** Volatilities before `today` in the order of their days, at most a year of sessions with today. */
function mergeSessions(
  provided: readonly SessionVolatility[],
  stored: readonly SessionVolatility[],
  today: string | null,
): number[] {
  const byDate = new Map<string, number>()
  for (const { date, impliedVolatility } of [...provided, ...stored]) byDate.set(date, impliedVolatility)
  return [...byDate]
    .filter(([date]) => today === null || date < today)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(-PAST_SESSIONS)
    .map(([, impliedVolatility]) => impliedVolatility)
}

const PAST_SESSIONS = 251
