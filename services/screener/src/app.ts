import type { EnrichSymbolPayload } from '@callwright/contracts'
import {
  buildHttpApp,
  createIdentitySigner,
  createIdentityVerifier,
  createRuntime,
  createServiceClient,
  openDatabase,
  openQueue,
  openRedis,
  registerEndpoints,
} from '@callwright/service'
import type { ApiConfig } from './config.ts'
import type { Tables } from './db/schema.ts'
import { createQueueMetrics } from './enrichment/metrics.ts'
import { QUEUE_NAME, redisNames } from './enrichment/names.ts'
import { createEnrichmentQueue } from './enrichment/queue.ts'
import { enrichmentRoutes } from './enrichment/routes.ts'
import { createRunStore } from './enrichment/run-store.ts'
import { createRuns } from './enrichment/runs.ts'
import { createSupervisor } from './enrichment/supervisor.ts'
import { readUniverse } from './enrichment/universe.ts'
import { subscribeToVersion } from './enrichment/version-channel.ts'
import { listWorkers } from './enrichment/worker-registry.ts'
import { createLoop } from './loop.ts'
import { viewRoutes } from './view/routes.ts'
import { createSnapshot } from './view/snapshot.ts'
import { createView } from './view/view.ts'
import { createViewStore } from './view/view-store.ts'

const METRICS_EVERY_MS = 5_000

/** The screener's API process: answers from memory, starts and watches runs. Workers do the work (`worker-app.ts`). */
export async function buildApp(config: ApiConfig, overrides: Parameters<typeof createRuntime>[2] = {}) {
  const runtime = createRuntime(config, 'screener', overrides)
  const { log } = runtime
  const names = redisNames(config.redisNamespace)
  const database = openDatabase<Tables>(runtime, { url: config.databaseUrl })
  const registry = openRedis(runtime, config.redisQueueUrl, 'cache')
  const marketData = createServiceClient(runtime, {
    owner: 'market-data',
    baseUrl: config.marketDataUrl,
    sign: createIdentitySigner(config, 'screener'),
  })
  const queue = createEnrichmentQueue(
    openQueue<EnrichSymbolPayload>(runtime, {
      name: QUEUE_NAME,
      url: config.redisQueueUrl,
      prefix: names.queuePrefix,
    }),
    { retryDelayMs: config.retryDelayMs },
  )
  const snapshot = createSnapshot({ store: createViewStore(database), pollMs: config.snapshotPollMs, log })
  const onChange = () => void snapshot.nudge()
  const shared = { store: createRunStore(database), queue, readUniverse: () => readUniverse(marketData), onChange, log }
  const runs = createRuns({
    ...shared,
    countWorkers: async () => (await listWorkers(registry, names)).length,
    refreshCooldownMs: config.refreshCooldownMs,
  })
  const supervisor = createSupervisor({ ...shared, ...config, runs, now: Date.now })
  const metrics = createQueueMetrics(runtime)
  const measuring = createLoop({
    name: 'metrics',
    intervalMs: METRICS_EVERY_MS,
    log,
    work: async () => {
      metrics.observeSnapshot(snapshot, Date.now())
      await metrics.observeQueue(queue, Date.now())
    },
  })

  runtime.health.addCheck({
    name: 'queue:responseTime',
    componentType: 'datastore',
    kind: 'soft',
    run: () => queue.ping(),
  })
  const app = buildHttpApp(runtime)
  const view = createView({ snapshot, maxAgeMs: config.snapshotMaxAgeMs, now: Date.now })
  registerEndpoints(
    app,
    'screener',
    { ...viewRoutes({ view, runs, snapshot }), ...enrichmentRoutes({ runs }) },
    {
      verifyIdentity: createIdentityVerifier(config, 'screener', ['gateway']),
      checkResponses: config.profile === 'test',
    },
  )
  subscribeToVersion(openRedis(runtime, config.redisQueueUrl, 'worker'), names.versionChannel, onChange)
  for (const loop of [snapshot, supervisor, measuring]) {
    app.addHook('onReady', async () => loop.start())
    runtime.onClose('loop', () => loop.stop())
  }
  return { app, runtime, snapshot }
}
