import type { Cache } from '@callwright/service'
import type { RecordedMarketConfig, SimulatedMarketConfig } from './config.ts'
import type { Reject } from './providers/guards/rejections.ts'
import type { MarketData } from './providers/provider.ts'
import { openRecordedMarket } from './providers/recorded/recorded-provider.ts'
import { delayAnswers } from './providers/simulated/delay-answers.ts'
import { openSimulatedMarket } from './providers/simulated/simulated-provider.ts'
import { type AnswerStamp, readCacheStatus } from './wire.ts'

/** One market for two kinds of callers: user requests take precedence over background jobs. */
export interface Market {
  readonly interactive: MarketData
  readonly background: MarketData
}

/** Opens a market that needs no network. Rejects with a message for the operator if the market cannot be opened. */
export async function openLocalMarket(
  config: SimulatedMarketConfig | RecordedMarketConfig,
  { reject, now }: { readonly reject: Reject; readonly now: () => number },
): Promise<Market> {
  const market = await openMarketData(config, reject, now)
  return { interactive: market, background: market }
}

function openMarketData(
  config: SimulatedMarketConfig | RecordedMarketConfig,
  reject: Reject,
  now: () => number,
): Promise<MarketData> {
  if (config.kind === 'recorded') return openRecordedMarket(config.folder, reject)
  const { seed, universe, delayMs } = config
  const market = openSimulatedMarket({ seed, universe, now })
  return Promise.resolve(delayMs === 0 ? market : delayAnswers(market, delayMs))
}

const SECOND = 1_000
/** Maximum age of a cached response, by kind. Each source also caches its own data. */
const LIFETIMES_MS = {
  quote: 5 * SECOND,
  chain: 30 * SECOND,
  bars: 30 * SECOND,
  intraday: 30 * SECOND,
  expirations: 60 * SECOND,
  history: 600 * SECOND,
} as const
/** Maximum age of a cached response that is stale or being refreshed, since a better one may follow shortly. */
const UNSETTLED_LIFETIME_MS = 2 * SECOND

type CacheKind = keyof typeof LIFETIMES_MS
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
