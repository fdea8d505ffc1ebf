import { type Logger, openQueue, openWorker, type Runtime, withQueueDeadline } from '@callwright/service'
import type { Queue } from 'bullmq'
import type { LiveMarketConfig } from '../live-market-config.ts'
import type { Capabilities } from '../providers/provider-definition.ts'
import { createAnswerStore } from '../storage/answer-store.ts'
import type { MarketStore } from '../storage/market-store.ts'
import { collectEvents } from './collect-events.ts'
import { fillBars } from './fill-bars.ts'
import { createJobMetrics, createJobRunner, type MarketJob, measureQueue } from './job-runner.ts'
import { recordVolatility } from './record-volatility.ts'
import { refreshFundamentals } from './refresh-fundamentals.ts'

/** All jobs, in the order in which they run if all of them are due. */
const marketJobs: readonly MarketJob[] = [collectEvents, fillBars, recordVolatility, refreshFundamentals]

const QUEUE_NAME = 'market-data'
const QUEUE_PREFIX = 'callwright'
/**
 * These times include half an hour after every close, even an early one. A job first checks the calendar and the store,
 * and returns at once if nothing is missing, so extra runs cost nothing and a missed run is made up.
 */
const EVERY_HALF_HOUR = '0,30 * * * *'
const ATTEMPTS = 3
const RETRY_MS = 60_000
const KEPT = 100
const REGISTER_AGAIN_MS = 60_000
const REGISTER_RETRY_MS = 1_000

interface MarketJobsDeps {
  readonly config: Pick<LiveMarketConfig, 'redisQueueUrl' | 'order'>
  /** Guarded sources for jobs, without the store in front of them. */
  readonly sources: Partial<Capabilities>
  readonly store: MarketStore
  readonly now: () => number
  /** Separates the queues of tests, which share one Redis. */
  readonly queuePrefix?: string
}

const jobOptions = {
  attempts: ATTEMPTS,
  backoff: { type: 'exponential', delay: RETRY_MS },
  removeOnComplete: { count: KEPT },
  removeOnFail: { count: KEPT },
} as const

/**
 * Keeps the stored market complete: bars, corporate actions, volatilities and fundamentals. Every process takes part,
 * but only one job runs at a time across all of them. Each job runs once at startup, then every half hour.
 */
export function startMarketJobs(runtime: Runtime, deps: MarketJobsDeps): void {
  const { config, sources, now, queuePrefix = QUEUE_PREFIX } = deps
  // User requests can do without the store, but jobs cannot: if a write fails, the job must fail.
  const store: MarketStore = { ...deps.store, attempt: (work) => work() }
  const { log } = runtime
  const place = { name: QUEUE_NAME, url: config.redisQueueUrl, prefix: queuePrefix }
  const queue = openQueue(runtime, place)
  const stop = new AbortController()
  const jobNames = marketJobs.map(({ name }) => name)
  const metrics = createJobMetrics(runtime, QUEUE_NAME, jobNames)
  const worker = openWorker(runtime, {
    ...place,
    concurrency: 1,
    run: createJobRunner(marketJobs, {
      log,
      signal: stop.signal,
      observe: metrics.observeJob,
      deps: {
        store,
        sources,
        now,
        stored: createAnswerStore(store, { now }).wrap(sources),
        hasOneFundamentalsSource: config.order.fundamentals?.length === 1,
      },
    }),
  })
  for (const event of ['active', 'completed', 'failed'] as const)
    worker.on(event, () => metrics.noteActivity(Date.now()))
  worker.on('stalled', metrics.noteStalled)
  const registration = keepRegistered(queue, log)
  const measuring = measureQueue(runtime, queue)
  // Abort the running job before the worker closes, since closing waits for it.
  runtime.onClose('market jobs', () => {
    registration.stop()
    measuring.stop()
    stop.abort()
  })
}

/** Schedules every job and queues one run of each, and does both again if Redis was down or has lost the schedules. */
function keepRegistered(queue: Queue, log: Logger) {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isFailing = false
  /** Whether this process has queued its initial run of each job. */
  let hasStarted = false

  async function register(): Promise<void> {
    if ((await queue.getJobSchedulersCount()) === marketJobs.length && hasStarted) return
    await queue.setGlobalConcurrency(1)
    for (const { name } of marketJobs) {
      await queue.add(name, {}, { ...jobOptions, jobId: `start-${name}`, removeOnComplete: true, removeOnFail: true })
      await queue.upsertJobScheduler(name, { pattern: EVERY_HALF_HOUR }, { name, data: {}, opts: jobOptions })
    }
    hasStarted = true
  }

  async function attempt(): Promise<void> {
    try {
      await withQueueDeadline(register)
      if (isFailing) log.info('market_jobs.registered')
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'market_jobs.not_registered')
      isFailing = true
    }
    if (!isStopped) timer = setTimeout(() => void attempt(), isFailing ? REGISTER_RETRY_MS : REGISTER_AGAIN_MS).unref()
  }
  void attempt()
  return {
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
