import type { BarSource } from '../providers/provider.ts'
import { findFinalSession, isSessionUnfinished } from './final-session.ts'
import type { MarketStore } from './market-store.ts'
import { fetchSeries, findHistoryStart, toAnswer } from './series.ts'
import { fetchOrStale } from './stale.ts'

/**
 * Serves daily bars from the store. The source supplies only the sessions after the last stored one, including the one
 * in progress, which is never stored. If the source fails, returns the stored series marked as stale.
 */
export function storeBars(source: BarSource, store: MarketStore, now: () => number): BarSource {
  const deps = { source, store, now }
  return {
    ...source,
    async listDailyBars(symbol) {
      const nowMs = now()
      const stored = await store.attempt(() => store.bars.findSeries(symbol, findHistoryStart(nowMs)))
      if (stored === null) return fetchSeries(deps, symbol, null)
      if (!isSessionUnfinished(nowMs) && stored.through >= findFinalSession(nowMs)) {
        return { ...toAnswer(stored), cacheStatus: 'fresh' }
      }
      return fetchOrStale(() => fetchSeries(deps, symbol, stored), toAnswer(stored), now)
    },
  }
}
