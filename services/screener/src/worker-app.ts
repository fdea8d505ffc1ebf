import { randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { hostname } from 'node:os'
import type { EnrichSymbolPayload } from '@callwright/contracts'
import {
  awaitMigrations,
  createIdentitySigner,
  createRuntime,
  createServiceClient,
  openDatabase,
  openQueue,
  openRedis,
  openWorker,
  type Runtime,
  withQueueDeadline,
} from '@callwright/service'
import type { Queue } from 'bullmq'
import type { WorkerConfig } from './config.ts'
import { migrations } from './db/migrations/index.ts'
import type { Tables } from './db/schema.ts'
import { createJobRunner } from './enrichment/job.ts'
import { createJobMetrics } from './enrichment/metrics.ts'
import { QUEUE_NAME, type RedisNames, redisNames } from './enrichment/queue.ts'
import { createRowStore, createSurveyStore } from './enrichment/row-store.ts'
import { createProgressStore } from './enrichment/run-store.ts'
import { createEnrichSymbolJob, createSurveySymbolJob, jobNameOf, jobNames } from './enrichment/symbol-jobs.ts'
import {
  ANNOUNCE_EVERY_MS,
  announceWorker,
  createActivityWatch,
  type WorkerAnnouncement,
  withdrawWorker,
} from './enrichment/workers.ts'
import { createLoop } from './loop.ts'
import { createVersionPublisher } from './version-channel.ts'

const QUEUE_CHECK_MS = 5_000
/** Addresses that bind all interfaces; other machines can't connect to them. */
const ANY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::'])
/** A limit that no worker reaches. BullMQ can pause a queue for a set time only if it has a limiter. */
const LIMITER = { max: 1_000_000, duration: 1_000 }
/** Database connections for a worker's jobs. Each job needs one only briefly, and ten workers share a hundred. */
const MAX_JOB_CONNECTIONS = 4

type RedisConnection = ReturnType<typeof openRedis>
type ActivityWatch = ReturnType<typeof createActivityWatch>

/** Starts a worker process, which takes symbols from the queue and writes their rows. Any number of workers can run. */
export async function startWorker(
  config: WorkerConfig,
  overrides: Parameters<typeof createRuntime>[2] = {},
): Promise<Runtime> {
  const runtime = createRuntime(config, 'screener-worker', overrides)
  const names = redisNames(config.redisNamespace)
  const redis = openRedis(runtime, config.redisQueueUrl, 'cache')
  const queue = openQueue<EnrichSymbolPayload>(runtime, {
    name: QUEUE_NAME,
    url: config.redisQueueUrl,
    prefix: names.queuePrefix,
  })
  let trouble: string | null = null
  let announce: () => Promise<void> = async () => undefined
  const watch = openJobs(runtime, config, redis, queue, (reason) => {
    trouble = reason
    void announce()
  })
  watchQueue(runtime, redis, queue, watch)
  const opsPort = await runtime.startOps()
  const id = `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`
  const host = config.advertisedHost ?? (ANY_ADDRESS.has(config.host) ? hostname() : config.host)
  const opsAddress = `http://${isIPv6(host) ? `[${host}]` : host}:${opsPort}`
  const worker = { id, opsAddress, version: config.version, concurrency: config.concurrency }
  announce = await keepAnnouncing(runtime, redis, names, () => ({ ...worker, trouble }))
  runtime.log.info({ worker: id, concurrency: config.concurrency, ops_port: opsPort }, 'worker.started')
  return runtime
}

/** Opens the stores and the queue's consumer; returns the watch that detects a stuck consumer. */
function openJobs(
  runtime: Runtime,
  config: WorkerConfig,
  redis: RedisConnection,
  queue: Queue<EnrichSymbolPayload>,
  onTrouble: (reason: string | null) => void,
): ActivityWatch {
  const { log } = runtime
  const names = redisNames(config.redisNamespace)
  const database = openDatabase<Tables>(runtime, {
    url: config.databaseUrl,
    maxConnections: Math.min(config.concurrency, MAX_JOB_CONNECTIONS) + 2,
    preparesStatements: true,
  })
  awaitMigrations(runtime, database, migrations)
  const publisher = createVersionPublisher(redis, names.versionChannel, (error) => {
    log.debug({ err: error }, 'version.publish_failed')
  })
  runtime.onClose('version publisher', () => publisher.close())
  const metrics = createJobMetrics(runtime, QUEUE_NAME, config.concurrency)
  const parts = {
    marketData: createServiceClient(runtime, {
      owner: 'market-data',
      addresses: config.marketData,
      sign: createIdentitySigner(config, 'screener'),
    }),
    rows: createRowStore(database),
    onSaved: publisher.announce,
  }
  const progress = createProgressStore(database)
  const jobs = [createEnrichSymbolJob(parts), createSurveySymbolJob({ ...parts, surveys: createSurveyStore(database) })]
  const worker = openWorker<EnrichSymbolPayload>(runtime, {
    name: QUEUE_NAME,
    url: config.redisQueueUrl,
    prefix: names.queuePrefix,
    concurrency: config.concurrency,
    limiter: LIMITER,
    run: createJobRunner(jobNames, jobs, {
      log,
      recordFailure: (jobName, subject, reason) =>
        progress.recordFailure({ ...subject, reason, inSurvey: jobName === jobNameOf('survey') }),
      pauseQueue: (milliseconds) => withQueueDeadline(() => queue.rateLimit(milliseconds)),
      onTrouble,
      observe: metrics.observeJob,
    }),
  })
  const watch = createActivityWatch(Date.now)
  // Start counting idle time now, so that a worker that never takes a job is detected too.
  metrics.noteActivity(watch.lastActivityMs)
  for (const event of ['active', 'completed', 'failed'] as const) {
    worker.on(event, () => {
      watch.noteActivity()
      metrics.noteActivity(watch.lastActivityMs)
    })
  }
  worker.on('stalled', () => metrics.noteStalled())
  return watch
}

/** Adds liveness and readiness checks; the queue is checked every 5 s. */
function watchQueue(
  runtime: Runtime,
  redis: RedisConnection,
  queue: Queue<EnrichSymbolPayload>,
  watch: ActivityWatch,
): void {
  runtime.health.addLiveness(() => watch.check())
  runtime.health.addCheck({
    name: 'queue:responseTime',
    componentType: 'datastore',
    kind: 'hard',
    run: async () => {
      await redis.ping()
    },
  })
  const loop = createLoop({
    name: 'queue check',
    intervalMs: QUEUE_CHECK_MS,
    log: runtime.log,
    work: async () => {
      const redisReady = redis.status === 'ready'
      if (!redisReady) return watch.observe({ waiting: 0, paused: false, redisReady })
      const [waiting, isPaused, pausedForMs] = await Promise.all([
        queue.getJobCountByTypes('waiting', 'prioritized'),
        queue.isPaused(),
        queue.getRateLimitTtl(LIMITER.max),
      ])
      watch.observe({ waiting, paused: isPaused || pausedForMs > 0, redisReady })
    },
  })
  loop.start()
  runtime.onClose('queue check', () => loop.stop())
}

/** Announces this worker every few seconds; returns a function that announces it immediately. */
async function keepAnnouncing(
  runtime: Runtime,
  redis: RedisConnection,
  names: RedisNames,
  describe: () => WorkerAnnouncement,
): Promise<() => Promise<void>> {
  const loop = createLoop({
    name: 'announcement',
    intervalMs: ANNOUNCE_EVERY_MS,
    log: runtime.log,
    work: () => announceWorker(redis, names, describe()),
  })
  await loop.nudge()
  runtime.onClose('announcement', async () => {
    await loop.stop()
    if (redis.status === 'ready') await withdrawWorker(redis, names, describe().id)
  })
  return loop.nudge
}
