import { computeIvRank, computeRealizedIvRank, type IsoDate } from '@callwright/scoring'

/** Where today's implied volatility stands among its past (D12). */
export interface IvStanding {
  readonly ivRank: number | null
  readonly ivRankSource: 'implied' | 'realized' | null
  readonly ivPercentile: number | null
  readonly ivHistorySessions: number
}

/** The at-the-money volatility of one session. */
export interface SessionVolatility {
  readonly date: IsoDate
  readonly impliedVolatility: number
}

const PAST_SESSIONS = 251

/**
 * IV rank and percentile of today's at-the-money volatility among the sessions that market-data knows, today last. Too
 * few sessions: its rank within a year of realised volatility.
 */
export function computeIvStanding(given: {
  readonly today: SessionVolatility | null
  readonly history: readonly SessionVolatility[]
  readonly close: readonly number[]
}): IvStanding {
  const { today, history, close } = given
  const past = listPast(history, today?.date ?? null)
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

/** Volatilities before `today` in the order of their days, one of each, at most a year of sessions with today. */
function listPast(history: readonly SessionVolatility[], today: IsoDate | null): number[] {
  const byDate = new Map(history.map(({ date, impliedVolatility }) => [date, impliedVolatility]))
  return [...byDate]
    .filter(([date]) => today === null || date < today)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(-PAST_SESSIONS)
    .map(([, impliedVolatility]) => impliedVolatility)
}
