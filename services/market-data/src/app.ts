import {
  buildHttpApp,
  createCache,
  createIdentityVerifier,
  createRuntime,
  openRedis,
  type Runtime,
  registerEndpoints,
} from '@callwright/service'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { buildFactHandlers } from './facts/routes.ts'
import { createMarketCache } from './market-cache.ts'
import { openLocalMarket } from './open-market.ts'
import { createChains } from './options/chain.ts'
import { createExpirations } from './options/expirations.ts'
import { buildOptionHandlers } from './options/routes.ts'
import { createProviderMetrics, observeMarketData } from './providers/observed-market-data.ts'
import type { MarketData } from './providers/provider.ts'
import { buildStockHandlers } from './stocks/routes.ts'
import { createStocks } from './stocks/stocks.ts'

/** Raised when the shape of a cached answer changes. */
const CACHE_VERSION = 1

export interface Overrides extends NonNullable<Parameters<typeof createRuntime>[2]> {
  readonly market?: MarketData
}

/** Builds the service: one source of market data, its cache, and every endpoint it serves. */
export async function buildApp(
  config: Config,
  overrides: Overrides = {},
): Promise<{ app: FastifyInstance; runtime: Runtime }> {
  const runtime = createRuntime(config, 'market-data', overrides)
  const metrics = createProviderMetrics(runtime.metrics)
  const opened = overrides.market
    ? { interactive: overrides.market, background: overrides.market }
    : await openLocalMarket(localOf(config), { reject: metrics.reject, now: Date.now })
  const market = observeMarketData(opened.interactive, metrics)
  const redis = openRedis(runtime, config.redisCacheUrl, 'cache')
  const cache = createMarketCache(
    createCache(runtime, redis, { name: 'market-data', version: CACHE_VERSION }),
    market.revision,
  )
  runtime.health.addCheck({ name: 'source', componentType: 'component', kind: 'hard', run: market.ping })
  runtime.health.addCheck({
    name: 'redis cache',
    componentType: 'datastore',
    kind: 'soft',
    run: async () => void (await redis.ping()),
  })

  const app = buildHttpApp(runtime)
  const listExpirations = createExpirations({ market, cache })
  const verifyIdentity = createIdentityVerifier(config, 'market-data', ['gateway', 'screener', 'portfolio', 'coach'])
  registerEndpoints(
    app,
    'market-data',
    {
      ...buildStockHandlers(createStocks({ market, cache })),
      ...buildOptionHandlers({ listExpirations, getChain: createChains({ market, cache, listExpirations }) }),
      ...buildFactHandlers(observeMarketData(opened.background, metrics)),
    },
    { verifyIdentity, checkResponses: config.profile === 'test' },
  )
  const { source: name, dataClass, asOfMs } = market.stamp()
  runtime.log.info({ source: name, data_class: dataClass, as_of: new Date(asOfMs).toISOString() }, 'source.opened')
  return { app, runtime }
}

function localOf({ market }: Config) {
  if (market.kind === 'live') throw new Error('Real providers are not composed yet')
  return market
}
