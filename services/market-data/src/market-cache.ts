import type { Cache } from '@callwright/service'
import { type AnswerStamp, readCacheStatus } from './stamps.ts'

const SECOND = 1_000
/** Maximum age of a cached response, by kind. Each source also caches its own data. */
const LIFETIMES_MS = {
  quote: 5 * SECOND,
  chain: 30 * SECOND,
  bars: 30 * SECOND,
  intraday: 30 * SECOND,
  expirations: 60 * SECOND,
} as const
/** Maximum age of a cached response that is stale or being refreshed, since a better one may follow shortly. */
const UNSETTLED_LIFETIME_MS = 2 * SECOND

export type CacheKind = keyof typeof LIFETIMES_MS
export type MarketCache = ReturnType<typeof createMarketCache>

/**
 * Short-lived cache of this service's responses. Keys include the source's revision, so a response from another source
 * is never returned. A response served from the cache is marked as cached.
 */
export function createMarketCache(cache: Cache, revision: string) {
  return async <T extends AnswerStamp>(kind: CacheKind, key: string, load: () => Promise<T>): Promise<T> => {
    let isRepeated = true
    const lifetimeMs = (loaded: T) => findLifetimeMs(loaded, LIFETIMES_MS[kind])
    const answer = await cache.getOrLoad(`${revision}:${kind}:${key}`, lifetimeMs, () => {
      isRepeated = false
      return load()
    })
    return isRepeated && readCacheStatus(answer) === 'miss' ? { ...answer, cacheStatus: 'fresh' } : answer
  }
}

function findLifetimeMs(answer: AnswerStamp, usualMs: number): number {
  // No source had an answer, so don't cache it.
  if (answer.dataClass === 'none') return 0
  const status = readCacheStatus(answer)
  return status === 'stale' || status === 'refreshing' ? UNSETTLED_LIFETIME_MS : usualMs
}
