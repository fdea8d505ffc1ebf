import type { EnrichSymbolPayload } from '@callwright/contracts'
import {
  awaitMigrations,
  buildHttpApp,
  createIdentitySigner,
  createIdentityVerifier,
  createRuntime,
  createServiceClient,
  type Logger,
  openDatabase,
  openQueue,
  openRedis,
  type Runtime,
  registerEndpoints,
  waitForRedis,
} from '@callwright/service'
import type { Kysely } from 'kysely'
import type { ApiConfig } from './config.ts'
import { migrations } from './db/migrations/index.ts'
import type { Tables } from './db/schema.ts'
import { createEnrichmentEvents } from './enrichment/events.ts'
import { createFollowedReader } from './enrichment/followed.ts'
import { createQueueMetrics } from './enrichment/metrics.ts'
import {
  countWaiting,
  createEnrichmentQueue,
  type EnrichmentQueue,
  QUEUE_NAME,
  redisNames,
} from './enrichment/queue.ts'
import { mountQueueBoard } from './enrichment/queue-board.ts'
import { enrichmentRoutes } from './enrichment/routes.ts'
import { createSurveyStore } from './enrichment/row-store.ts'
import { createProgressStore, createRunStore, type RunStore } from './enrichment/run-store.ts'
import { createRuns, createUniverseReader, toStatus } from './enrichment/runs.ts'
import { createSupervisor } from './enrichment/supervisor.ts'
import { listWorkers, type WorkerAnnouncement } from './enrichment/workers.ts'
import { createLoop } from './loop.ts'
import { createSharedRows } from './row-index/shared-rows.ts'
import { createSharing, createSnapshot, createSnapshotStore, type Snapshot } from './row-index/snapshot.ts'
import { createHoldingsReader } from './users/holdings.ts'
import { createScreenStore, createScreens, screenRoutes } from './users/screens.ts'
import { createUserStore, userRoutes } from './users/users.ts'
import { createWatchlistStore } from './users/watchlist-store.ts'
import { createWatchlists, watchlistRoutes } from './users/watchlists.ts'
import { createWeightStore, createWeights, weightRoutes } from './users/weights.ts'
import { subscribe } from './version-channel.ts'
import { createOwnFactsReader } from './view/own-facts.ts'
import { createView, viewRoutes } from './view/view.ts'

/** `lifetimeMs` must stay below the 15 minutes for which an access token is valid. */
const eventTimes = { tickMs: 500, heartbeatMs: 15_000, lifetimeMs: 600_000, maxPerUser: 5, maxTotal: 500 } as const
const METRICS_EVERY_MS = 5_000
const LATE_JOB_SECONDS = 300
const PROBE_LIFETIME_MS = 1_000
/** Grace period for the queue probe: a new process may still be connecting to Redis. */
const CONNECT_PATIENCE_MS = 500

/**
 * Builds the API process, which serves pages from memory and starts and supervises runs. Workers execute the jobs
 * (`worker-app.ts`).
 */
export async function buildApp(config: ApiConfig, overrides: Parameters<typeof createRuntime>[2] = {}) {
  const runtime = createRuntime(config, 'screener', overrides)
  const { log } = runtime
  const names = redisNames(config.redisNamespace)
  const database = openDatabase<Tables>(runtime, { url: config.databaseUrl })
  awaitMigrations(runtime, database, migrations)
  const registry = openRedis(runtime, config.redisQueueUrl, 'cache')
  const queue = openEnrichmentQueue(runtime, config, registry)
  const sign = createIdentitySigner(config, 'screener')
  const marketData = createServiceClient(runtime, { owner: 'market-data', addresses: config.marketData, sign })
  const portfolio = createServiceClient(runtime, { owner: 'portfolio', addresses: config.portfolio, sign })
  const { snapshot, weights, sharing } = openSnapshot(runtime, config, database, registry)
  const onChange = () => void snapshot.nudge()
  const watchlistStore = createWatchlistStore(database)
  const shared = {
    readFollowed: createFollowedReader({ watchlists: watchlistStore, portfolio, log }),
    store: createRunStore(database),
    progress: createProgressStore(database),
    rotation: config,
    readUniverse: createUniverseReader(marketData),
    listWorkers: () => listWorkers(registry, names),
    queue,
    onChange,
    log,
  }
  const runs = createRuns({ ...shared, ...config, now: Date.now })
  const surveys = createSurveyStore(database)
  const supervisor = createSupervisor({ ...shared, ...config, runs, surveys, now: Date.now })
  const metrics = createQueueMetrics(runtime, QUEUE_NAME)
  watchBacklog(runtime, metrics.readOldestWaitingAgeSeconds)
  const readStatus = async () => toStatus(await runs.report())
  const events = createEnrichmentEvents({
    ...eventTimes,
    readStatus,
    log,
    onCount: metrics.observeStreams,
    onEnd: metrics.noteStreamEnd,
    onFull: metrics.noteStreamRefused,
  })
  const subscriber = openRedis(runtime, config.redisQueueUrl, 'worker')
  subscribe(subscriber, names.versionChannel, onChange)
  subscribe(subscriber, names.weightsChannel, () => void weights.nudge())

  const app = buildHttpApp(runtime)
  app.addHook('preClose', async () => events.close())
  const view = createView({ snapshot, weights, maxAgeMs: config.snapshotMaxAgeMs, now: Date.now })
  const screens = createScreens(createScreenStore(database))
  const watchlists = createWatchlists({
    store: watchlistStore,
    isCovered: (symbol) => snapshot.rowIndex.table.findSlot(symbol) !== undefined,
  })
  const readOwnFacts = createOwnFactsReader({
    watchlists,
    readHoldings: createHoldingsReader({ portfolio, now: Date.now }),
  })
  const handlers = {
    ...viewRoutes({ view, runs, snapshot, readOwnFacts }),
    ...weightRoutes({ weights }),
    ...screenRoutes({ screens }),
    ...watchlistRoutes({ watchlists }),
    ...userRoutes({ users: createUserStore(database), weights, screens, watchlists }),
    ...enrichmentRoutes({ runs, events, readStatus }),
  }
  registerEndpoints(app, 'screener', handlers, {
    verifyIdentity: createIdentityVerifier(config, 'screener', ['gateway', 'auth', 'coach', 'portfolio']),
    checkResponses: config.profile === 'test',
  })
  for (const loop of [snapshot, sharing, weights, supervisor, createMeasuring(log, metrics, { ...shared, snapshot })]) {
    app.addHook('onReady', async () => loop.start())
    runtime.onClose('loop', () => loop.stop())
  }
  return { app, runtime, snapshot }
}

function openSnapshot(
  runtime: Runtime,
  config: ApiConfig,
  database: Kysely<Tables>,
  registry: ReturnType<typeof openRedis>,
) {
  const { log } = runtime
  const names = redisNames(config.redisNamespace)
  const redis = openRedis(runtime, config.redisCacheUrl, 'producer')
  const shared = createSharedRows({ redis, key: names.sharedRows, log })
  const polled = { pollMs: config.snapshotPollMs, log }
  const snapshot = createSnapshot({ store: createSnapshotStore(database), shared, ...polled })
  const weights = createWeights({
    store: createWeightStore(database),
    announce: () => void registry.publish(names.weightsChannel, '').catch(() => undefined),
    ...polled,
  })
  const sharing = createSharing({ snapshot, shared, everyMs: config.snapshotShareMs, log })
  return { snapshot, weights, sharing }
}

function openEnrichmentQueue(
  runtime: Runtime,
  config: ApiConfig,
  redis: ReturnType<typeof openRedis>,
): EnrichmentQueue {
  const names = redisNames(config.redisNamespace)
  const bull = openQueue<EnrichSymbolPayload>(runtime, {
    name: QUEUE_NAME,
    url: config.redisQueueUrl,
    prefix: names.queuePrefix,
  })
  mountQueueBoard(runtime.ops, bull)
  const queue = createEnrichmentQueue(bull, {
    retryDelayMs: config.retryDelayMs,
    probe: async () => {
      await waitForRedis(redis, CONNECT_PATIENCE_MS)
      await redis.set(names.probe, '1', 'PX', PROBE_LIFETIME_MS)
    },
  })
  runtime.health.addCheck({
    name: 'queue:responseTime',
    componentType: 'datastore',
    kind: 'soft',
    run: () => queue.ping(),
  })
  return queue
}

/** Adds a soft health check that fails when the oldest waiting job is too old; pages still work without new rows. */
function watchBacklog(runtime: Runtime, readAgeSeconds: () => number | null): void {
  runtime.health.addCheck({
    name: 'queue:oldestWaiting',
    componentType: 'component',
    kind: 'soft',
    run: async () => undefined,
    observe() {
      const ageSeconds = readAgeSeconds()
      if (ageSeconds === null) return null
      const isLate = ageSeconds > LATE_JOB_SECONDS
      return { value: ageSeconds, unit: 's', problem: isLate ? `older than ${LATE_JOB_SECONDS} s` : null }
    },
  })
}

interface Measured {
  readonly snapshot: Snapshot
  readonly store: RunStore
  readonly queue: EnrichmentQueue
  readonly listWorkers: () => Promise<readonly WorkerAnnouncement[]>
}

/** Updates the metrics every few seconds. If one source is unavailable, the others are still measured. */
function createMeasuring(log: Logger, metrics: ReturnType<typeof createQueueMetrics>, measured: Measured) {
  const { snapshot, store, queue, listWorkers } = measured
  return createLoop({
    name: 'metrics',
    intervalMs: METRICS_EVERY_MS,
    log,
    work: async () => {
      metrics.observeSnapshot(snapshot, Date.now())
      const measureQueue = async () => {
        const counts = await queue.count()
        metrics.observeQueue(counts, countWaiting(counts) === 0 ? 0 : await queue.oldestWaitingAgeSeconds(Date.now()))
        metrics.observeWorkers(await listWorkers())
      }
      const results = await Promise.allSettled([store.findLatest().then(metrics.observeRun), measureQueue()])
      for (const result of results) if (result.status === 'rejected') throw result.reason
    },
  })
}
