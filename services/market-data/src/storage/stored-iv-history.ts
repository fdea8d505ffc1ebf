import { newYorkDate, sessionOf } from '@callwright/scoring'
import { yearsBefore } from '../calendar-day.ts'
import { ProviderFailure } from '../providers/http/provider-failure.ts'
import { lacks } from '../providers/missing.ts'
import type { Answer, IvHistoryPoint, IvHistorySource } from '../providers/provider.ts'
import type { MarketStore } from './market-store.ts'

/** A year of sessions and some: IV rank looks back over 252 of them (D12). */
const HISTORY_YEARS = 2

const SOURCE = 'recorded sessions'

/**
 * The volatilities that were recorded session by session, over those of a source that has a history of its own, where
 * there is one. Rejects where neither can be had.
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
      const points = stored?.points ?? []
      const told = await source?.listIvHistory(symbol).catch((error: unknown) => {
        if (points.length === 0) throw error
      })
      if (points.length === 0 && told !== undefined) return told
      if (stored === null) throw new ProviderFailure(SOURCE, { kind: 'unavailable', detail: 'cannot be read' })
      if (points.length === 0) return answerNone(now())
      const recorded: Answer<readonly IvHistoryPoint[]> = {
        source: stored.source,
        dataClass: 'delayed',
        asOfMs: sessionOf(points.at(-1)?.date ?? '')?.closeMs ?? now(),
        value: points,
        missing: [],
      }
      return told === undefined
        ? { ...recorded, cacheStatus: 'fresh' }
        : { ...recorded, value: overlay(told.value, points) }
    },
  }
}

/** Repeated from the store, which has more tomorrow. */
function answerNone(nowMs: number): Answer<readonly IvHistoryPoint[]> {
  const missing = [lacks('iv_history', 'history of implied volatility yet: one session is recorded a day')]
  return { source: SOURCE, dataClass: 'delayed', asOfMs: nowMs, value: [], missing, cacheStatus: 'fresh' }
}

function overlay(told: readonly IvHistoryPoint[], recorded: readonly IvHistoryPoint[]): readonly IvHistoryPoint[] {
  const byDate = new Map([...told, ...recorded].map((point) => [point.date, point]))
  return [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}
