import { SCORE_HISTORY_SESSIONS } from '@callwright/contracts'
import type { SessionRating } from './symbol-session.ts'

/**
 * How a rating came to stand where it does: the session before that had one, the points between them to two decimals, and
 * the last 20 sessions with this one. `past` is ascending and may hold the session itself, which the new score replaces.
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
