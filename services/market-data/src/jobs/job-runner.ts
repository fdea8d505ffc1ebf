import { setTimeout as wait } from 'node:timers/promises'
import { AppError, type Logger, type Runtime, withQueueDeadline } from '@callwright/service'
import { DelayedError, type Job, type Queue, UnrecoverableError } from 'bullmq'
import { ProviderFailure } from '../providers/http/provider-failure.ts'
import type { Capabilities } from '../providers/provider-definition.ts'
import type { MarketStore } from '../storage/market-store.ts'

export interface JobDeps {
  readonly store: MarketStore
  /** Guarded sources for jobs. They bypass the cache, except for quotes and rates. */
  readonly sources: Partial<Capabilities>
  /** Like `sources`, with the store in front of them. */
  readonly stored: Partial<Capabilities>
  readonly hasOneFundamentalsSource: boolean
  readonly now: () => number
}

export interface JobRun {
  readonly log: Logger
  /** Aborts the job; data stored so far is kept. */
  readonly signal: AbortSignal
}

const jobOutcomes = ['done', 'idle', 'incomplete', 'postponed', 'failed', 'retried'] as const
/** `idle`: there was nothing to do. `incomplete`: some symbols are left for the next run. */
export type JobOutcome = Extract<(typeof jobOutcomes)[number], 'done' | 'idle' | 'incomplete'>

/** A self-contained job that finds out what the store lacks and fetches it. It is safe to run at any time. */
export interface MarketJob {
  readonly name: string
  run(deps: JobDeps, run: JobRun): Promise<JobOutcome>
}

export async function listUniverseSymbols({ stored: { reference } }: JobDeps): Promise<readonly string[]> {
  const universe = await reference?.listUniverse()
  return (universe?.value ?? []).map(({ symbol }) => symbol)
}

/** Upper bounds in seconds, from a quick check of the store to an initial fill at a few calls per minute. */
const DURATION_BUCKETS = [0.1, 0.5, 2, 10, 60, 300, 1_200, 3_600]
const countedStates = ['waiting', 'prioritized', 'delayed', 'active', 'failed'] as const
const MEASURE_EVERY_MS = 5_000

export function createJobMetrics({ metrics }: Runtime, queue: string, jobs: readonly string[]) {
  const labels = ['queue', 'job', 'outcome'] as const
  const known = { queue: [queue], job: jobs, outcome: jobOutcomes }
  const duration = metrics.histogram('queue_job_duration_seconds', 'Duration of jobs', labels, {
    known,
    buckets: DURATION_BUCKETS,
  })
  const processed = metrics.counter('queue_jobs_processed_total', 'Jobs processed', labels, { known })
  const stalled = metrics.counter('queue_jobs_stalled_total', 'Jobs taken over from a lost worker', ['queue'], {
    known: { queue: [queue] },
  })
  const activity = metrics.gauge('worker_last_activity_timestamp_seconds', 'Time of the last job activity', ['queue'])
  // Set this at startup, so that a worker that never runs a job is seen as inactive from then on.
  activity.set({ queue }, Date.now() / 1_000)
  return {
    observeJob(job: string, outcome: (typeof jobOutcomes)[number], seconds: number): void {
      duration.observe({ queue, job, outcome }, seconds)
      processed.inc({ queue, job, outcome })
    },
    noteStalled: () => stalled.inc({ queue }),
    noteActivity: (nowMs: number) => activity.set({ queue }, nowMs / 1_000),
  }
}

/**
 * Measures the queue's depth periodically until stopped. A delayed job is not due yet, so it doesn't count as waiting.
 */
export function measureQueue({ metrics, log }: Runtime, queue: Queue): { stop(): void } {
  const jobs = metrics.gauge('queue_jobs', 'Jobs by state', ['queue', 'state'])
  const oldest = metrics.gauge('queue_oldest_waiting_age_seconds', 'Age of the oldest job that no worker has taken', [
    'queue',
  ])
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function look(): Promise<void> {
    const [counts, waiting] = await withQueueDeadline(() =>
      Promise.all([queue.getJobCounts(...countedStates), queue.getJobs(['waiting', 'prioritized'])]),
    )
    for (const state of countedStates) jobs.set({ queue: queue.name, state }, counts[state] ?? 0)
    const sinceMs = Math.min(...waiting.map(({ timestamp, delay }) => timestamp + delay), Date.now())
    oldest.set({ queue: queue.name }, (Date.now() - sinceMs) / 1_000)
  }

  async function repeat(): Promise<void> {
    await look().catch((error: unknown) => log.debug({ err: error, queue: queue.name }, 'queue.not_measured'))
    if (!isStopped) timer = setTimeout(() => void repeat(), MEASURE_EVERY_MS).unref()
  }
  void repeat()
  return {
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Pause to use if the provider reports too many calls without a retry time. */
const DEFAULT_PAUSE_MS = 60_000

/** How long to stop calling the provider, in milliseconds; null if the error is not about rate limits. */
function readPauseMs(error: unknown): number | null {
  if (error instanceof AppError) return readPauseMs(error.cause)
  if (!(error instanceof ProviderFailure) || error.kind !== 'rate_limited') return null
  return error.retryAfterMs ?? DEFAULT_PAUSE_MS
}

/** Longest pause that a running job waits out; for a longer one, the job is delayed. */
const SHORT_PAUSE_MS = 30_000
/** After this many consecutive failures, the job assumes that the source is at fault, not the items. */
const FAILURES_IN_A_ROW = 5
const PROGRESS_EVERY = 100
/** If this many consecutive symbols lack the last session, it has not been published yet and the job stops. */
export const NOTHING_NEW_IN_A_ROW = 5

interface Tally {
  readonly done: number
  readonly failed: number
}

/**
 * Processes items one by one. An item that fails is left for the next run. If the provider asks for a short pause,
 * waits and retries the item. Rejects on a long pause, repeated failures or an abort. `work` resolves to whether to
 * continue.
 */
export async function processItems<T>(
  items: readonly T[],
  { log, signal }: JobRun,
  work: (item: T) => Promise<boolean>,
): Promise<Tally> {
  let done = 0
  let failed = 0
  let failedInARow = 0
  let lastError: unknown = null
  for (const item of items) {
    try {
      const goOn = await workWithPauses(() => work(item), signal)
      done += 1
      failedInARow = 0
      if (done % PROGRESS_EVERY === 0) log.info({ done, failed, total: items.length }, 'market_job.progress')
      if (!goOn) break
    } catch (error) {
      if (signal.aborted || readPauseMs(error) !== null) throw error
      failed += 1
      failedInARow += 1
      lastError = error
      log.debug({ err: error, item }, 'market_job.item_failed')
      if (failedInARow === FAILURES_IN_A_ROW) throw error
    }
  }
  if (failed > 0) log.warn({ err: lastError, done, failed }, 'market_job.items_failed')
  return { done, failed }
}

async function workWithPauses(work: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      const pauseMs = readPauseMs(error)
      if (pauseMs === null || pauseMs > SHORT_PAUSE_MS) throw error
      await wait(pauseMs, undefined, { signal })
    }
  }
}

interface RunnerDeps {
  readonly log: Logger
  /** Aborted at shutdown. */
  readonly signal: AbortSignal
  readonly observe: (job: string, outcome: (typeof jobOutcomes)[number], seconds: number) => void
  readonly deps: JobDeps
}

/**
 * Creates the queue's processor. If a provider asks for a pause, or the process shuts down, the job is delayed without
 * using up an attempt; any other failure uses one.
 */
export function createJobRunner(jobs: readonly MarketJob[], { log, signal, observe, deps }: RunnerDeps) {
  return async (job: Job, token?: string): Promise<JobOutcome> => {
    const startedAt = performance.now()
    const definition = jobs.find(({ name }) => name === job.name)
    if (definition === undefined) throw new UnrecoverableError(`No definition for the job ${job.name}`)
    const jobLog = log.child({ job: job.name, job_id: job.id })
    const settle = (outcome: Parameters<RunnerDeps['observe']>[1]) => {
      const seconds = (performance.now() - startedAt) / 1_000
      observe(job.name, outcome, seconds)
      return { outcome, seconds: Math.round(seconds * 100) / 100 }
    }
    try {
      const outcome = await definition.run(deps, { log: jobLog, signal })
      const settled = settle(outcome)
      if (outcome === 'idle') jobLog.debug(settled, 'market_job.finished')
      else jobLog.info(settled, 'market_job.finished')
      return outcome
    } catch (error) {
      const pauseMs = signal.aborted ? 0 : readPauseMs(error)
      if (pauseMs !== null) {
        await job.moveToDelayed(Date.now() + pauseMs, token)
        jobLog.info({ ...settle('postponed'), pause_seconds: Math.ceil(pauseMs / 1_000) }, 'market_job.postponed')
        throw new DelayedError()
      }
      const isLast = job.attemptsMade + 1 >= (job.opts.attempts ?? 1)
      jobLog.warn({ err: error, ...settle(isLast ? 'failed' : 'retried') }, 'market_job.failed')
      // The queue stores error messages, so don't rethrow a driver's or provider's message: it belongs only in the log.
      throw new Error(`${job.name} could not be finished`)
    }
  }
}
