import { judgeAge } from '../composition/cache/lifetimes.ts'
import { joinFundamentals } from '../composition/join-fundamentals.ts'
import { createMarketTime } from '../composition/market-time.ts'
import { UNKNOWN_FUNDAMENTALS } from '../providers/fundamentals.ts'
import type { Answer, Fundamentals, FundamentalsSource } from '../providers/provider.ts'
import type { StoredFundamentals } from './fundamentals-store.ts'
import type { MarketStore } from './market-store.ts'
import { fetchOrStale, isFreshlyFetched } from './stale.ts'

/** Serves fundamentals from the store while they are fresh. If the source fails, returns the stored ones. */
export function storeFundamentals(
  source: FundamentalsSource,
  store: MarketStore,
  now: () => number,
): FundamentalsSource {
  const readMarketTime = createMarketTime(now)
  return {
    ...source,
    async findFundamentals(symbol) {
      const stored = await store.attempt(() => store.fundamentals.find(symbol))
      if (stored === null) return fetchFundamentals({ source, store, now }, symbol)
      const answer = toAnswer(stored)
      const keptAtMs = stored.fetchedAt.getTime()
      if (stored.askedAt !== null && judgeAge({ answer, keptAtMs }, 'fundamentals', readMarketTime()) === 'fresh') {
        return { ...answer, cacheStatus: 'fresh' }
      }
      return fetchOrStale(() => fetchFundamentals({ source, store, now }, symbol), answer, now)
    },
  }
}

interface FundamentalsDeps {
  readonly source: FundamentalsSource
  readonly store: MarketStore
  readonly now: () => number
}

/** Fetches and stores a company's fundamentals. Rejects if the source does. */
export async function fetchFundamentals(
  { source, store, now }: FundamentalsDeps,
  symbol: string,
): Promise<Answer<Fundamentals>> {
  const askedAt = new Date(now())
  const answer = await source.findFundamentals(symbol)
  if (isFreshlyFetched(answer)) {
    await store.attempt(() => store.fundamentals.save(symbol, answer, { askedAt, fetchedAt: askedAt }))
  }
  return answer
}

export function toAnswer(stored: StoredFundamentals): Answer<Fundamentals> {
  const { figures, source, dataClass, asOf, missing } = stored
  return { source, dataClass, asOfMs: asOf.getTime(), value: { ...UNKNOWN_FUNDAMENTALS, ...figures }, missing }
}

/**
 * Merges a row from a whole-market list into stored fundamentals. If the list's source has priority, its figures
 * replace the stored ones; otherwise, they only fill gaps.
 */
export function mergeFundamentals(listed: Answer<Fundamentals>, stored: Answer<Fundamentals>): Answer<Fundamentals> {
  const isFirst = stored.source.startsWith(listed.source)
  return joinFundamentals(isFirst ? [listed, stored] : [stored, listed])
}
