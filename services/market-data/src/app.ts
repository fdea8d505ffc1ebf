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
import type { Config } from './config.ts'
import { buildFactHandlers } from './facts/routes.ts'
import { startMarketJobs } from './jobs/market-jobs.ts'
import { createMarketCache } from './market-cache.ts'
import { type Market, openLocalMarket } from './open-market.ts'
import { buildContractQuoteHandlers } from './options/contract-quote-routes.ts'
import { createOptions } from './options/options.ts'
import { buildOptionHandlers } from './options/routes.ts'
import { createProviderMetrics, observeMarketData, type ProviderMetrics } from './providers/observed-market-data.ts'
import type { MarketData } from './providers/provider.ts'
import { watchSession } from './session-gauge.ts'
import { buildStockHandlers } from './stocks/routes.ts'
import { createStocks } from './stocks/stocks.ts'
import { createAnswerStore } from './storage/answer-store.ts'
import { openMarketStore } from './storage/market-store.ts'
import { installSymbolDoor } from './symbol-door.ts'

/** Raised when the shape of a cached answer changes. */
const CACHE_VERSION = 2
/** For so long what many ask for is repeated from this process's memory. */
const HOT_MS = 1_000

export interface Overrides extends NonNullable<Parameters<typeof createRuntime>[2]> {
  readonly market?: MarketData
  /** The clock on the wall, in milliseconds. */
  readonly now?: () => number
  /** Leads the names of jobs in Redis. */
  readonly queuePrefix?: string
}

/** Builds the service: one market, the cache of its answers, and every endpoint it serves. */
export async function buildApp(
  config: Config,
  overrides: Overrides = {},
): Promise<{ app: FastifyInstance; runtime: Runtime }> {
  const runtime = createRuntime(config, 'market-data', overrides)
  const metrics = createProviderMetrics(runtime.metrics)
  const redis = openSharedCache(runtime, config.redisCacheUrl)
  const opened = await openMarket(runtime, config, { redis, metrics, overrides })
  const isLive = config.market.kind === 'live'
  // Local markets ask no provider: nobody else counts and times their questions.
  const observe = (market: MarketData) => observeMarketData(market, metrics, isLive ? null : config.market.kind)
  const market = observe(opened.interactive)
  watchSession(runtime, () => market.clock.now())
  // A provider that is away is answered for by what was last known: only a market of our own must be there.
  const kind = isLive ? 'soft' : 'hard'
  runtime.health.addCheck({ name: 'source:responseTime', componentType: 'component', kind, run: market.ping })
  const cache = createMarketCache(
    createCache(runtime, redis, { name: 'market-data', version: CACHE_VERSION, hotMs: HOT_MS }),
    market.revision,
  )

  const options = createOptions({ market, cache })
  const app = buildHttpApp(runtime)
  installSymbolDoor(app, market.reference)
  const verifyIdentity = createIdentityVerifier(config, 'market-data', ['gateway', 'screener', 'portfolio', 'coach'])
  registerEndpoints(
    app,
    'market-data',
    {
      ...buildStockHandlers(createStocks({ market, cache })),
      ...buildOptionHandlers(options),
      ...buildContractQuoteHandlers(options),
      ...buildFactHandlers(observe(opened.background)),
    },
    { verifyIdentity, checkResponses: config.profile === 'test' },
  )
  const { source, dataClass, asOfMs } = market.stamp()
  runtime.log.info({ source, data_class: dataClass, as_of: new Date(asOfMs).toISOString() }, 'source.opened')
  return { app, runtime }
}

interface MarketParts {
  readonly redis: Redis
  readonly metrics: ProviderMetrics
  readonly overrides: Overrides
}

/** The configured market. A live one comes with its store, and with the jobs that keep it complete. */
async function openMarket(
  runtime: Runtime,
  { market: config }: Config,
  { redis, metrics, overrides }: MarketParts,
): Promise<Market> {
  const { market, now = Date.now, queuePrefix } = overrides
  if (market !== undefined) return { interactive: market, background: market }
  if (config.kind !== 'live') return openLocalMarket(config, { reject: metrics.reject, now })
  for (const note of config.notes) runtime.log.warn({ note }, 'provider.left_out')
  const store = openMarketStore(runtime, config.databaseUrl)
  const live = openLiveMarket(runtime, config, { redis, metrics, store: createAnswerStore(store, { now }), now })
  // As they are kept: the guards look a price up beside every chain, so that it is asked for once, and a rate may be away.
  const { quotes, rates } = live.background
  startMarketJobs(runtime, {
    ...{ config, store, now, sources: { ...live.sources, quotes, rates } },
    ...(queuePrefix === undefined ? {} : { queuePrefix }),
  })
  return live
}
