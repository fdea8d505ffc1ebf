import type { Cache } from '@callwright/service'
import { type AnswerStamp, readCacheStatus } from './stamps.ts'

const SECOND = 1_000
/** What is older is worked out anew. How long a source's own answers are kept is the source's matter. */
const LIFETIMES_MS = {
  quote: 5 * SECOND,
  chain: 30 * SECOND,
  bars: 30 * SECOND,
  intraday: 30 * SECOND,
  expirations: 60 * SECOND,
} as const
/** What is being renewed, or could not be, may be better in a moment. */
const PASSING_MS = 2 * SECOND

export type CacheKind = keyof typeof LIFETIMES_MS
export type MarketCache = ReturnType<typeof createMarketCache>

/**
 * The short cache of this service's answers; keys carry the source's revision, so that another source never answers.
 * An answer that is repeated says so.
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
  // Nobody could tell: whoever can in a moment must be heard.
  if (answer.dataClass === 'none') return 0
  const status = readCacheStatus(answer)
  return status === 'stale' || status === 'refreshing' ? PASSING_MS : usualMs
}
