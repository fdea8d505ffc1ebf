import { SCORE_HISTORY_SESSIONS } from '@callwright/contracts'
import type { SessionRating } from './symbol-session.ts'

/**
 * Describes a row's rating history: the previous rated session, the change since then (to two decimals), and the last
 * 20 sessions including this one. `past` must list the oldest first; scores from this session or later are ignored.
 */
export function describeMoves(
  today: { readonly date: string; readonly score: number | null },
  past: readonly SessionRating[],
) {
  const { date, score } = today
  const before = past.filter((session) => session.date < date)
  const previous = before.at(-1) ?? null
  const history = score === null ? before : [...before, { date, score }]
  return {
    ccScorePrevious: previous?.score ?? null,
    ccScorePreviousDate: previous?.date ?? null,
    ccScoreChange: score === null || previous === null ? null : Math.round((score - previous.score) * 100) / 100,
    scoreHistory: history.slice(-SCORE_HISTORY_SESSIONS).map((session) => ({ ...session })),
  }
}
