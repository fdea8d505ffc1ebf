import { computeIvRank, computeRealizedIvRank, type IsoDate } from '@callwright/scoring'

/** IV rank and IV percentile of today's implied volatility (D12). */
export interface IvFigures {
  readonly ivRank: number | null
  readonly ivRankSource: 'implied' | 'realized' | null
  readonly ivPercentile: number | null
  readonly ivHistorySessions: number
}

export interface SessionVolatility {
  readonly date: IsoDate
  readonly impliedVolatility: number
}

const PAST_SESSIONS = 251

/**
 * Computes the IV rank and percentile of today's at-the-money volatility among the sessions in market-data's history
 * plus today. If there are too few sessions, the rank is computed from a year of realized volatility instead.
 */
export function computeIvFigures(given: {
  readonly today: SessionVolatility | null
  readonly history: readonly SessionVolatility[]
  readonly close: readonly number[]
}): IvFigures {
  const { today, history, close } = given
  const past = listPast(history, today?.date ?? null)
  if (today === null) return { ivRank: null, ivRankSource: null, ivPercentile: null, ivHistorySessions: past.length }
  const { ivRank, ivPercentile, sessions } = computeIvRank([...past, today.impliedVolatility])
  if (ivRank !== null) return { ivRank, ivRankSource: 'implied', ivPercentile, ivHistorySessions: sessions }
  const realizedRank = computeRealizedIvRank(today.impliedVolatility, close)
  return {
    ivRank: realizedRank,
    ivRankSource: realizedRank === null ? null : 'realized',
    ivPercentile: null,
    ivHistorySessions: sessions,
  }
}

/**
 * Lists the volatilities before `today`, oldest first and one per date. Together with today's, they cover at most a
 * year of sessions.
 */
function listPast(history: readonly SessionVolatility[], today: IsoDate | null): number[] {
  const byDate = new Map(history.map(({ date, impliedVolatility }) => [date, impliedVolatility]))
  return [...byDate]
    .filter(([date]) => today === null || date < today)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(-PAST_SESSIONS)
    .map(([, impliedVolatility]) => impliedVolatility)
}
