import type { EnrichSymbolPayload } from '@callwright/contracts'
import {
  awaitMigrations,
  buildHttpApp,
  createIdentitySigner,
  createIdentityVerifier,
  createRuntime,
  createServiceClient,
  openDatabase,
  openQueue,
  openRedis,
  type Runtime,
  registerEndpoints,
  waitForRedis,
} from '@callwright/service'
import type { ApiConfig } from './config.ts'
import { migrations } from './db/migrations/index.ts'
import type { Tables } from './db/schema.ts'
import { createQueueMetrics } from './enrichment/metrics.ts'
import { QUEUE_NAME, redisNames } from './enrichment/names.ts'
import { createEnrichmentQueue, type EnrichmentQueue } from './enrichment/queue.ts'
import { enrichmentRoutes } from './enrichment/routes.ts'
import { createRunStore } from './enrichment/run-store.ts'
import { createRuns } from './enrichment/runs.ts'
import { createSupervisor } from './enrichment/supervisor.ts'
import { readUniverse } from './enrichment/universe.ts'
import { subscribeToVersion } from './enrichment/version-channel.ts'
import { listWorkers } from './enrichment/worker-registry.ts'
import { createLoop } from './loop.ts'
import { viewRoutes } from './view/routes.ts'
import { createSnapshot, type Snapshot } from './view/snapshot.ts'
import { createView } from './view/view.ts'
import { createViewStore } from './view/view-store.ts'

const METRICS_EVERY_MS = 5_000
const PROBE_LIFETIME_MS = 1_000
/** A process that has just started is still connecting. */
const CONNECT_PATIENCE_MS = 500

/** The screener's API process: answers from memory, starts and watches runs. Workers do the work (`worker-app.ts`). */
export async function buildApp(config: ApiConfig, overrides: Parameters<typeof createRuntime>[2] = {}) {
  const runtime = createRuntime(config, 'screener', overrides)
  const { log } = runtime
  const names = redisNames(config.redisNamespace)
  const database = openDatabase<Tables>(runtime, { url: config.databaseUrl })
  awaitMigrations(runtime, database, migrations)
  const registry = openRedis(runtime, config.redisQueueUrl, 'cache')
  const queue = openEnrichmentQueue(runtime, config, registry)
  const marketData = createServiceClient(runtime, {
    owner: 'market-data',
    baseUrl: config.marketDataUrl,
    sign: createIdentitySigner(config, 'screener'),
  })
  const snapshot = createSnapshot({ store: createViewStore(database), pollMs: config.snapshotPollMs, log })
  const onChange = () => void snapshot.nudge()
  const shared = { store: createRunStore(database), queue, readUniverse: () => readUniverse(marketData), onChange, log }
  const runs = createRuns({
    ...shared,
    listWorkers: () => listWorkers(registry, names),
    refreshCooldownMs: config.refreshCooldownMs,
  })
  const supervisor = createSupervisor({ ...shared, ...config, runs, now: Date.now })
  subscribeToVersion(openRedis(runtime, config.redisQueueUrl, 'worker'), names.versionChannel, onChange)

  const app = buildHttpApp(runtime)
  const view = createView({ snapshot, maxAgeMs: config.snapshotMaxAgeMs, now: Date.now })
  const handlers = { ...viewRoutes({ view, runs, snapshot }), ...enrichmentRoutes({ runs }) }
  registerEndpoints(app, 'screener', handlers, {
    verifyIdentity: createIdentityVerifier(config, 'screener', ['gateway']),
    checkResponses: config.profile === 'test',
  })
  for (const loop of [snapshot, supervisor, createMeasuring(runtime, queue, snapshot)]) {
    app.addHook('onReady', async () => loop.start())
    runtime.onClose('loop', () => loop.stop())
  }
  return { app, runtime, snapshot }
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

function createMeasuring(runtime: Runtime, queue: EnrichmentQueue, snapshot: Snapshot) {
  const metrics = createQueueMetrics(runtime)
  return createLoop({
    name: 'metrics',
    intervalMs: METRICS_EVERY_MS,
    log: runtime.log,
    work: async () => {
      metrics.observeSnapshot(snapshot, Date.now())
      await metrics.observeQueue(queue, Date.now())
    },
  })
}
