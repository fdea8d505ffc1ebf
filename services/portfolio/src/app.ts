import { endpointTable } from '@callwright/contracts'
import {
  awaitMigrations,
  buildHttpApp,
  createIdentitySigner,
  createIdentityVerifier,
  createRuntime,
  createServiceClient,
  openDatabase,
  type Runtime,
  registerEndpoints,
} from '@callwright/service'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Wait } from './alerts/delivery/deliver.ts'
import { type OpenMeans, openMeans } from './alerts/delivery/means.ts'
import { openAlerts } from './alerts/open-alerts.ts'
import type { Config } from './config.ts'
import { migrations } from './db/migrations/index.ts'
import type { Tables } from './db/schema.ts'
import { createExamples } from './demo/examples.ts'
import { createImportMaps } from './import/import-maps.ts'
import { createPendingSplits, eventRoutes } from './ledger/event-routes.ts'
import { ledgerReadRoutes } from './ledger/read-routes.ts'
import { createPositionStore } from './positions/position-store.ts'
import { createIdempotentWrite, createWriteMetrics, positionRoutes } from './positions/routes.ts'
import { createEntryContexts, createStockNames } from './positions/stock-names.ts'
import { createMarketClock } from './quotes/market-clock.ts'
import { createQuoteReader } from './quotes/quote-reader.ts'
import { createGrantReader } from './tax/grants.ts'
import { taxRoutes } from './tax/routes.ts'
import { transferRoutes } from './transfer/routes.ts'
import { userRoutes } from './users/routes.ts'
import { valuationRoutes } from './valuation/routes.ts'
import { createPortfolios, createValuation } from './valuation/valuation.ts'

interface Overrides extends NonNullable<Parameters<typeof createRuntime>[2]> {
  /** System clock, in milliseconds. */
  readonly now?: () => number
  /** Channels to use instead of the configured ones. */
  readonly means?: OpenMeans
  /** How the delivery of alerts waits, if not in real time. */
  readonly wait?: Wait
}

export async function buildApp(
  config: Config,
  { now = Date.now, means = openMeans(config, now), wait, ...overrides }: Overrides = {},
): Promise<{ app: FastifyInstance; runtime: Runtime; alerts: ReturnType<typeof openAlerts> }> {
  const runtime = createRuntime(config, 'portfolio', overrides)
  const { log } = runtime
  const readTicks = () => performance.now()
  const database = openDatabase<Tables>(runtime, { url: config.databaseUrl, kind: 'hard' })
  awaitMigrations(runtime, database, migrations)
  const openMarketData = () =>
    createServiceClient(runtime, {
      owner: 'market-data',
      addresses: config.marketData,
      sign: createIdentitySigner(config, 'portfolio'),
    })
  const marketData = openMarketData()
  const store = createPositionStore(database)
  const clock = createMarketClock({ marketData, log, now })
  const value = createValuation({ readQuotes: createQuoteReader({ marketData, log, now: readTicks }), clock })
  const readPortfolio = createPortfolios(store, value)
  // The search for examples has its own circuit breaker, because its failures must not block portfolio quotes.
  const readExamples = createExamples({ marketData: openMarketData(), value, clock, log, now: readTicks })
  const prepareCheck = createEntryContexts({ readStockNames: createStockNames({ marketData, log }), clock })
  const readGrant = createGrantReader({ marketData, log })
  const writeIdempotently = createIdempotentWrite(store, createWriteMetrics(runtime.metrics))

  runtime.onClose('alert channels', () => means.close())
  const alerts = openAlerts(runtime, {
    ...{ database, readPortfolio, prepareCheck, clock, means, now, wait },
    positions: store,
    screener: createServiceClient(runtime, {
      owner: 'screener',
      addresses: config.screener,
      sign: createIdentitySigner(config, 'portfolio'),
    }),
    redis: { url: config.redisQueueUrl, prefix: `${config.redisNamespace}:queue` },
    checkMs: config.alertCheckMs,
    sendMs: config.alertSendMs,
  })

  const app = buildHttpApp(runtime)
  acceptUnsubscribeForms(app)
  app.addHook('onReady', async () => alerts.start())
  const handlers = {
    ...positionRoutes({
      writeIdempotently,
      findPendingSplit: createPendingSplits(readPortfolio),
      prepareCheck,
      readGrant,
    }),
    ...valuationRoutes({ readPortfolio }),
    ...transferRoutes({
      readPortfolio,
      writeIdempotently,
      prepareCheck,
      maps: createImportMaps(database),
      now,
      store,
    }),
    ...eventRoutes({ writeIdempotently, readPortfolio, prepareCheck, readGrant, now }),
    ...ledgerReadRoutes({ readPortfolio, marketData, readGrant }),
    ...taxRoutes({ readPortfolio, clock }),
    ...alerts.routes,
    ...userRoutes({ store, readExamples, alerts: alerts.userData }),
  }
  registerEndpoints(app, 'portfolio', handlers, {
    verifyIdentity: createIdentityVerifier(config, 'portfolio', ['gateway', 'auth', 'coach', 'screener']),
    checkResponses: config.profile === 'test',
  })
  return { app, runtime, alerts }
}

/** Accepts the form that mail programs send to an unsubscribe link, and ignores it: the link is the permission. */
function acceptUnsubscribeForms(app: FastifyInstance): void {
  const types = ['application/x-www-form-urlencoded', 'multipart/form-data']
  app.addContentTypeParser(types, { parseAs: 'buffer' }, async (request: FastifyRequest): Promise<null> => {
    if (request.routeOptions.url === endpointTable['portfolio.unsubscribe'].path) return null
    throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type'])
  })
}
