import { newYorkDate, sessionOf } from '@callwright/scoring'
import { yearsBefore } from '../calendar-day.ts'
import { lacks } from '../providers/missing.ts'
import type { Answer, IvHistoryPoint, IvHistorySource } from '../providers/provider.ts'
import type { MarketStore } from './market-store.ts'

/** A year of sessions and some: IV rank looks back over 252 of them (D12). */
const HISTORY_YEARS = 2

/**
 * The volatilities that were recorded session by session, over those of a source that has a history of its own, where
 * there is one.
 */
export function createStoredIvHistory(
  store: MarketStore,
  now: () => number,
  source: IvHistorySource | undefined,
): IvHistorySource {
  return {
    async listIvHistory(symbol): Promise<Answer<readonly IvHistoryPoint[]>> {
      const from = yearsBefore(newYorkDate(now()), HISTORY_YEARS)
      const stored = await store.attempt(() => store.volatilities.findHistory(symbol, from))
      const told = await source?.listIvHistory(symbol).catch((error: unknown) => {
        if (stored === null) throw error
      })
      if (stored === null) return told ?? answerNone(now())
      const recorded: Answer<readonly IvHistoryPoint[]> = {
        source: stored.source,
        dataClass: 'delayed',
        asOfMs: sessionOf(stored.points.at(-1)?.date ?? '')?.closeMs ?? now(),
        value: stored.points,
        missing: [],
      }
      return told === undefined ? recorded : { ...recorded, value: overlay(told.value, stored.points) }
    },
  }
}

function answerNone(nowMs: number): Answer<readonly IvHistoryPoint[]> {
  const missing = [lacks('iv_history', 'history of implied volatility yet: one session is recorded a day')]
  return { source: 'recorded sessions', dataClass: 'delayed', asOfMs: nowMs, value: [], missing }
}

function overlay(told: readonly IvHistoryPoint[], recorded: readonly IvHistoryPoint[]): readonly IvHistoryPoint[] {
  const byDate = new Map([...told, ...recorded].map((point) => [point.date, point]))
  return [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}
