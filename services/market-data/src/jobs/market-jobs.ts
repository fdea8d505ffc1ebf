import { type Logger, openQueue, openWorker, type Runtime, withQueueDeadline } from '@callwright/service'
import type { Queue } from 'bullmq'
import type { LiveMarketConfig } from '../live-market-config.ts'
import type { Capabilities } from '../providers/provider-definition.ts'
import { createAnswerStore } from '../storage/answer-store.ts'
import type { MarketStore } from '../storage/market-store.ts'
import { collectEvents } from './collect-events.ts'
import { fillBars } from './fill-bars.ts'
import type { MarketJob } from './job.ts'
import { createJobMetrics, measureQueue } from './job-metrics.ts'
import { createJobRunner } from './job-runner.ts'
import { recordVolatility } from './record-volatility.ts'
import { refreshFundamentals } from './refresh-fundamentals.ts'

/** In the order in which they run where all are due. */
const marketJobs: readonly MarketJob[] = [collectEvents, fillBars, recordVolatility, refreshFundamentals]

const QUEUE_NAME = 'market-data'
const QUEUE_PREFIX = 'callwright'
/**
 * Half an hour after every close is on this grid, also after an early one. A job asks calendar and store what is missing
 * and is over at once where nothing is: a run too many costs nothing, and one that was missed is made up for.
 */
const EVERY_HALF_HOUR = '0,30 * * * *'
const ATTEMPTS = 3
const RETRY_MS = 60_000
const KEPT = 100
const REGISTER_AGAIN_MS = 60_000
const REGISTER_RETRY_MS = 1_000

export interface MarketJobsDeps {
  readonly config: Pick<LiveMarketConfig, 'redisQueueUrl' | 'order'>
  /** The guarded sources as jobs may ask them, with nothing stored between. */
  readonly sources: Partial<Capabilities>
  readonly store: MarketStore
  readonly now: () => number
  /** Leads the names in Redis; tests share one. */
  readonly queuePrefix?: string
}

const jobOptions = {
  attempts: ATTEMPTS,
  backoff: { type: 'exponential', delay: RETRY_MS },
  removeOnComplete: { count: KEPT },
  removeOnFail: { count: KEPT },
} as const

/**
 * Keeps the stored market complete: bars, corporate actions, volatilities and fundamentals. Each process takes part; of
 * all of them one job runs at a time. Each job runs once at the start, and then every half hour.
 */
export function startMarketJobs(runtime: Runtime, deps: MarketJobsDeps): void {
  const { config, sources, now, queuePrefix = QUEUE_PREFIX } = deps
  // People can do without the store, jobs cannot: what it does not take is a failure.
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
        ...{ store, sources, now },
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
  // Before the worker closes, which waits for the job that runs.
  runtime.onClose('market jobs', () => {
    registration.stop()
    measuring.stop()
    stop.abort()
  })
}

/** Schedules every job and has it run once; again where Redis was away or has lost them. */
function keepRegistered(queue: Queue, log: Logger) {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isFailing = false
  /** One run of each job for every start of a process. */
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
