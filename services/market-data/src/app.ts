import {
  buildHttpApp,
  createCache,
  createIdentityVerifier,
  createRuntime,
  openSharedCache,
  type Runtime,
  registerEndpoints,
} from '@callwright/service'
import type { FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import { openLiveMarket } from './composition/open-live-market.ts'
import { computeRefreshSeconds, findSeparateIvRanks } from './composition/refresh-pace.ts'
import type { Config } from './config.ts'
import { buildFactHandlers } from './facts/routes.ts'
import { startMarketJobs } from './jobs/market-jobs.ts'
import { createMarketCache, type Market, openLocalMarket } from './open-local-market.ts'
import { buildContractQuoteHandlers } from './options/contract-quotes.ts'
import { buildOptionHandlers, createOptions } from './options/routes.ts'
import { createProviderMetrics, observeMarketData, type ProviderMetrics } from './providers/observed-market-data.ts'
import type { MarketData } from './providers/provider.ts'
import { watchSession } from './sessions.ts'
import { buildStatusHandlers } from './status/market-status.ts'
import { createSourceLog } from './status/source-log.ts'
import { buildStockHandlers, createStocks } from './stocks/routes.ts'
import { createAnswerStore } from './storage/answer-store.ts'
import { type MarketStore, openMarketStore } from './storage/market-store.ts'
import { installSymbolNormalizer } from './symbols.ts'

/** Bump when the shape of a cached response changes. */
const CACHE_VERSION = 2
/** How long this process serves a response from memory, ms. */
const HOT_MS = 1_000

interface Overrides extends NonNullable<Parameters<typeof createRuntime>[2]> {
  readonly market?: MarketData
  readonly now?: () => number
  /** Separates the job queues of tests, which share one Redis. */
  readonly queuePrefix?: string
}

export async function buildApp(
  config: Config,
  overrides: Overrides = {},
): Promise<{ app: FastifyInstance; runtime: Runtime }> {
  const runtime = createRuntime(config, 'market-data', overrides)
  const { now = Date.now } = overrides
  const redis = openSharedCache(runtime, config.redisCacheUrl)
  const log = createSourceLog({ now, shared: redis })
  const metrics = createProviderMetrics(runtime.metrics, log)
  const opened = await openMarket(runtime, config, { redis, metrics, overrides })
  const isLive = config.market.kind === 'live'
  // Local markets call no provider, so this service counts and times their requests itself.
  const observe = (market: MarketData) => observeMarketData(market, metrics, isLive ? null : config.market.kind)
  const market = observe(opened.interactive)
  watchSession(runtime, () => market.clock.now())
  // A live market can keep serving stored data while a provider is down; a local market needs its data to be readable.
  const kind = isLive ? 'soft' : 'hard'
  runtime.health.addCheck({ name: 'source:responseTime', componentType: 'component', kind, run: market.ping })
  const cache = createMarketCache(
    createCache(runtime, redis, { name: 'market-data', version: CACHE_VERSION, hotMs: HOT_MS }),
    market.revision,
  )

  const { market: live } = config
  const pace = {
    secondsOf: (symbols: number) => (live.kind === 'live' ? computeRefreshSeconds(live, symbols) : null),
    hasSeparateIvRanks: live.kind === 'live' && findSeparateIvRanks(live),
  }
  const options = createOptions({ market, cache })
  const app = buildHttpApp(runtime)
  installSymbolNormalizer(app, market.reference)
  const verifyIdentity = createIdentityVerifier(config, 'market-data', ['gateway', 'screener', 'portfolio', 'coach'])
  registerEndpoints(
    app,
    'market-data',
    {
      ...buildStockHandlers(createStocks({ market, cache }), pace),
      ...buildOptionHandlers(options),
      ...buildContractQuoteHandlers(options),
      ...buildFactHandlers(observe(opened.background)),
      ...buildStatusHandlers({ config: config.market, market, store: opened.store, log, now }),
    },
    { verifyIdentity, checkResponses: config.profile === 'test' },
  )
  const { source, dataClass, asOfMs } = market.stamp()
  runtime.log.info({ source, data_class: dataClass, as_of: new Date(asOfMs).toISOString() }, 'source.opened')
  return { app, runtime }
}

interface OpenedMarket extends Market {
  /** Null for a market that needs no store. */
  readonly store: MarketStore | null
}

interface MarketParts {
  readonly redis: Redis
  readonly metrics: ProviderMetrics
  readonly overrides: Overrides
}

async function openMarket(
  runtime: Runtime,
  { market: config }: Config,
  { redis, metrics, overrides }: MarketParts,
): Promise<OpenedMarket> {
  const { market, now = Date.now, queuePrefix } = overrides
  if (market !== undefined) return { interactive: market, background: market, store: null }
  if (config.kind !== 'live') {
    return { ...(await openLocalMarket(config, { reject: metrics.reject, now })), store: null }
  }
  for (const note of config.notes) runtime.log.warn({ note }, 'provider.left_out')
  const store = openMarketStore(runtime, config.databaseUrl)
  const live = openLiveMarket(runtime, config, { redis, metrics, store: createAnswerStore(store, { now }), now })
  // Quotes and rates come through the cache: the guards look up a price for every chain, so caching saves calls, and
  // cached rates survive an outage.
  const { quotes, rates } = live.background
  startMarketJobs(runtime, {
    config,
    store,
    now,
    sources: { ...live.sources, quotes, rates },
    ...(queuePrefix === undefined ? {} : { queuePrefix }),
  })
  return { ...live, store }
}
