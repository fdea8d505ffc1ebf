import type { Cache } from '@callwright/service'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** How long an answer may be repeated (PROVIDERS section 6, in session). */
const LIFETIMES_MS = {
  quote: MINUTE,
  chain: MINUTE,
  bars: 15 * MINUTE,
  expirations: 12 * HOUR,
} as const

export type MarketCache = ReturnType<typeof createMarketCache>

/** The cache of this service's answers; keys carry the source's revision, so that another source never answers. */
export function createMarketCache(cache: Cache, revision: string) {
  return <T>(kind: keyof typeof LIFETIMES_MS, key: string, load: () => Promise<T>): Promise<T> =>
    cache.getOrLoad(`${revision}:${kind}:${key}`, LIFETIMES_MS[kind], load)
}
