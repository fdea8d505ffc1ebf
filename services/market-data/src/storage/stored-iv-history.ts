import { newYorkDate, sessionOf } from '@callwright/scoring'
import { yearsBefore } from '../calendar-day.ts'
import { ProviderFailure } from '../providers/http/provider-failure.ts'
import { lacks } from '../providers/missing.ts'
import type { Answer, IvHistoryPoint, IvHistorySource } from '../providers/provider.ts'
import type { MarketStore } from './market-store.ts'

/** More than a year of sessions, since IV rank uses the last 252 (D12). */
const HISTORY_YEARS = 2

const SOURCE = 'recorded sessions'

/**
 * Serves each session's recorded volatility, and fills gaps from the source's history if it has one. Rejects if neither
 * is available.
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
      const external = await source?.listIvHistory(symbol).catch((error: unknown) => {
        if (points.length === 0) throw error
      })
      if (points.length === 0 && external !== undefined) return external
      if (stored === null) throw new ProviderFailure(SOURCE, { kind: 'unavailable', detail: 'is unavailable' })
      if (points.length === 0) return answerNone(now())
      const recorded: Answer<readonly IvHistoryPoint[]> = {
        source: stored.source,
        dataClass: 'delayed',
        asOfMs: sessionOf(points.at(-1)?.date ?? '')?.closeMs ?? now(),
        value: points,
        missing: [],
      }
      return external === undefined
        ? { ...recorded, cacheStatus: 'fresh' }
        : { ...recorded, value: overlay(external.value, points) }
    },
  }
}

/** An empty answer. It is marked as cached, since tomorrow's session adds the first point. */
function answerNone(nowMs: number): Answer<readonly IvHistoryPoint[]> {
  const missing = [lacks('iv_history', 'implied-volatility history yet: one session is recorded per day')]
  return { source: SOURCE, dataClass: 'delayed', asOfMs: nowMs, value: [], missing, cacheStatus: 'fresh' }
}

function overlay(external: readonly IvHistoryPoint[], recorded: readonly IvHistoryPoint[]): readonly IvHistoryPoint[] {
  const byDate = new Map([...external, ...recorded].map((point) => [point.date, point]))
  return [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}
