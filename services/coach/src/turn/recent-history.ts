import type { HistoryTurn } from './types.ts'

/** Twelve questions and their answers. */
const MAX_MESSAGES = 2 * 12
/** About 8,000 tokens of English. */
const MAX_CHARACTERS = 32_000

/** The most recent messages within the limits, starting with a question. */
export function recentHistory(history: readonly HistoryTurn[]): readonly HistoryTurn[] {
  const recent: HistoryTurn[] = []
  let characters = 0
  for (const turn of history.slice(-MAX_MESSAGES).toReversed()) {
    characters += turn.content.length
    if (characters > MAX_CHARACTERS) break
    recent.unshift(turn)
  }
  const first = recent.findIndex(({ role }) => role === 'user')
  return first < 0 ? [] : recent.slice(first)
}
