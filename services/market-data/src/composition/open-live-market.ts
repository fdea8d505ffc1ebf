import { createHash } from 'node:crypto'
import type { Runtime } from '@callwright/service'
import type { Redis } from 'ioredis'
import type { LiveMarketConfig } from '../live-market-config.ts'
import type { Market } from '../open-local-market.ts'
import { listLargeCaps } from '../providers/large-cap-names.ts'
import type { ProviderMetrics } from '../providers/observed-market-data.ts'
import type { Answer, MarketData, Missing, Stamp, StockQuote } from '../providers/provider.ts'
import type { Capabilities, ConfiguredProvider } from '../providers/provider-definition.ts'
import { buildSources, findAsk, type SourceRequest, wrapSources } from '../providers/source-requests.ts'
import { createAnswerCache } from './answer-cache.ts'
import { cacheSources, createSharedLock } from './cache-sources.ts'
import { createCallLimiter } from './call-limiter.ts'
import {
  acceptRefusals,
  answerUnknown,
  type Candidate,
  chooseSources,
  type Priority,
  withJobDeadline,
} from './choose-sources.ts'
import { guardSources } from './guard-sources.ts'
import { type LimitedProvider, openLimitedProvider } from './limited-provider.ts'
import { createMarketTime } from './market-time.ts'
import { createSharedFiles } from './shared-files.ts'
import { createSharedTokens } from './shared-tokens.ts'

/** Permanent storage that sits between the guarded sources and the cache. */
export interface AnswerStore {
  /** Puts the store in front of the sources it covers; the other sources are unchanged. */
  wrap(sources: Partial<Capabilities>): Partial<Capabilities>
  /**
   * Registers a listener that is called with each symbol whose prices changed scale, since its cached answers must be
   * dropped.
   */
  onRescaled?(listener: (symbol: string) => void): void
}

interface LiveMarket extends Market {
  /** Guarded sources at background priority, without the cache or the store. */
  readonly sources: Partial<Capabilities>
}

interface LiveMarketDeps {
  /** Shares answers, locks and rate limits among replicas; may be down. */
  readonly redis: Redis
  readonly metrics: ProviderMetrics
  readonly store?: AnswerStore
  readonly now: () => number
  readonly fetch?: typeof globalThis.fetch
}

type LiveConfig = Pick<LiveMarketConfig, 'providers' | 'order'>

/** How long a guard waits for supporting data. */
const SUPPORT_TIMEOUT_MS: Readonly<Record<Priority, number>> = { interactive: 1_500, background: 10_000 }

/**
 * Opens a market backed by real providers, for user requests and for jobs. Every request passes through the cache, the
 * store, the guards and provider selection before it reaches a provider's rate limiter. Nothing is called before the
 * first request. Requests reject with a `ProviderFailure`.
 */
export function openLiveMarket(runtime: Runtime, config: LiveConfig, deps: LiveMarketDeps): LiveMarket {
  const { redis, metrics, store, now, fetch = globalThis.fetch } = deps
  const revision = describeRevision(config)
  const readMarketTime = createMarketTime(now)
  const cache = createAnswerCache(runtime, redis, revision)
  const withLock = createSharedLock(runtime, redis, revision)
  const providers = openProviders(runtime, config.providers, { redis, metrics, now, fetch })
  const leading = findLeading(providers, config)
  const stamp = (): Stamp => {
    const { nowMs, openMs, lastCloseMs } = readMarketTime()
    const { source, dataClass } = leading.stamp()
    if (openMs !== null || (dataClass !== 'live' && dataClass !== 'delayed'))
      return { source, dataClass, asOfMs: nowMs }
    return { source, dataClass: 'closed', asOfMs: lastCloseMs }
  }
  store?.onRescaled?.((symbol) => void cache.deleteAbout(symbol))

  function openView(priority: Priority): { view: MarketData; guarded: Partial<Capabilities> } {
    const orDefault = <T>(work: Promise<T>, otherwise: T) => settleWithin(SUPPORT_TIMEOUT_MS[priority], work, otherwise)
    const guarded = guardSources(chooseSources(toCandidates(providers, priority), config.order), {
      now,
      reject: metrics.reject,
      findLastQuote: async (symbol) =>
        ((await cache.find(`quote:${symbol}`))?.answer ?? null) as Answer<StockQuote | null> | null,
      findSpot: (symbol) =>
        orDefault(
          view.quotes
            .findQuote(symbol)
            .then(({ value, dataClass }) =>
              value === null ? null : { priceUsd: value.lastPrice, isStale: dataClass === 'stale' },
            ),
          null,
        ),
      listSplits: (symbol) =>
        orDefault(
          view.splits.listSplits(symbol).then(({ value }) => value ?? []),
          [],
        ),
    })
    const sources = cacheSources(runtime, store?.wrap(guarded) ?? guarded, {
      cache,
      withLock,
      readMarketTime,
      stamp,
      priority,
    })
    const view: MarketData = buildMarketData(sources, {
      revision,
      stamp,
      now,
      async ping() {
        if (!leading.isReachable()) throw new Error('The price provider is paused after repeated failures')
      },
    })
    return { view, guarded }
  }

  const interactive = openView('interactive')
  const background = openView('background')
  const sources = wrapSources(acceptRefusals(background.guarded), withJobDeadline)
  return { interactive: interactive.view, background: background.view, sources }
}

/** The provider that supplies stock prices; the whole market is named after it. */
function findLeading(providers: readonly LimitedProvider[], { order }: LiveConfig): LimitedProvider {
  const names = [order.quotes, order.bars, order.chains].flatMap((list) => list ?? [])
  const leading = providers.find(({ name }) => name === names[0]) ?? providers[0]
  if (leading === undefined) throw new Error('A live market needs a provider')
  return leading
}

/**
 * Builds a text that changes whenever the providers, their keys or their order change. Keys appear in it only as
 * hashes.
 */
function describeRevision({ providers, order }: LiveConfig): string {
  const parts = [providers.map(({ name, keyId }) => [name, keyId]), order]
  return `live-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12)}`
}

/** Resolves to the result of the work, or to `otherwise` if it fails or times out. */
async function settleWithin<T>(timeoutMs: number, work: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } catch {
    return otherwise
  } finally {
    clearTimeout(timer)
  }
}

interface ProvidersDeps {
  /** Redis, which shares the limits among replicas; may be down. */
  readonly redis: Redis
  readonly metrics: ProviderMetrics
  readonly now: () => number
  readonly fetch: typeof globalThis.fetch
}

/** Opens each provider behind its own limiter. No call is made before the first request. */
export function openProviders(
  runtime: Runtime,
  configured: readonly ConfiguredProvider[],
  { redis, metrics, now, fetch }: ProvidersDeps,
): LimitedProvider[] {
  const universe = listLargeCaps()
  const readMarketTime = createMarketTime(now)
  return configured.map((provider) => {
    const limiter = createCallLimiter(runtime, provider, { redis, metrics, fetch })
    const tokens = createSharedTokens(runtime, provider, { redis, now })
    const openFiles = createSharedFiles(runtime, provider, { redis, readMarketTime })
    return openLimitedProvider(runtime, provider, { limiter, openFiles, tokens, metrics, universe, now })
  })
}

export function toCandidates(providers: readonly LimitedProvider[], priority: Priority): Candidate[] {
  return providers.map(({ name, stamp, capabilities }) => ({ name, stamp, sources: capabilities[priority] }))
}

type Parts = Pick<MarketData, 'revision' | 'stamp' | 'ping'> & { readonly now: () => number }

/**
 * Turns a set of sources into a complete market. A required request that no source supports gets an empty answer with a
 * reason.
 */
export function buildMarketData(sources: Partial<Capabilities>, { now, ...parts }: Parts): MarketData {
  const complete = buildSources((request) => {
    const ask = findAsk(sources, request)
    if (ask !== null || request.isOptional) return ask
    return async (...args) => answerUnknown(request, args, parts.stamp(), [lacking(request)])
  })
  return { ...parts, ...(complete as Capabilities), clock: { ...complete.clock, now } }
}

function lacking({ field, what }: SourceRequest): Missing {
  return { field, reason: `No configured provider has ${what}` }
}
