import type { Runtime } from '@callwright/service'
import type { Snapshot } from '../row-index/snapshot.ts'
import { type StreamEnd, streamEnds } from './events.ts'
import { jobOutcomes } from './job.ts'
import type { QueueCounts } from './queue.ts'
import { countOutstanding, type Run } from './run-rules.ts'
import type { WorkerAnnouncement } from './workers.ts'

const STREAMS_FULL = 'streams_full'

/** Creates the API's metrics: queue, workers, run progress, and age and completeness of the screen. */
export function createQueueMetrics({ metrics }: Runtime, queue: string) {
  const jobs = metrics.gauge('queue_jobs', 'Jobs by state', ['queue', 'state'])
  const oldest = metrics.gauge('queue_oldest_waiting_age_seconds', 'Age of the oldest waiting job', ['queue'])
  const workers = metrics.gauge('queue_workers', 'Live workers', ['queue'])
  const concurrency = metrics.gauge('queue_concurrency', 'Jobs that all workers run at once', ['queue'])
  const deadLetters = metrics.gauge('queue_dead_letters', 'Symbols that failed in the latest run', ['queue'])
  const run = metrics.gauge('enrichment_run_symbols', 'Symbols of the latest run in its current stage', ['state'])
  const age = metrics.gauge('screener_snapshot_age_seconds', 'Age of the newest row')
  // A gauge without labels starts at 0, but the age is unknown until there is a row.
  age.remove()
  const symbols = metrics.gauge('screener_symbols', 'Symbols by state', ['state'])
  const streams = metrics.gauge('screener_event_streams', 'Open event streams')
  const ended = metrics.counter('screener_event_streams_ended_total', 'Closed event streams', ['reason'], {
    known: { reason: streamEnds },
  })
  metrics.loadShed.inc({ reason: STREAMS_FULL }, 0)
  let oldestWaitingAgeSeconds: number | null = null

  return {
    observeQueue(counts: QueueCounts, oldestAgeSeconds: number): void {
      for (const [state, count] of Object.entries(counts)) jobs.set({ queue, state }, count)
      oldest.set({ queue }, oldestAgeSeconds)
      oldestWaitingAgeSeconds = oldestAgeSeconds
    },
    /** Last observed age; null before the first observation. */
    readOldestWaitingAgeSeconds: () => oldestWaitingAgeSeconds,
    observeWorkers(living: readonly WorkerAnnouncement[]): void {
      workers.set({ queue }, living.length)
      concurrency.set(
        { queue },
        living.reduce((sum, worker) => sum + worker.concurrency, 0),
      )
    },
    observeRun(latest: Run | null): void {
      if (latest === null) return
      run.set({ state: 'done' }, latest.done)
      run.set({ state: 'failed' }, latest.failed)
      run.set({ state: 'outstanding' }, countOutstanding(latest))
      deadLetters.set({ queue }, latest.failed)
    },
    observeStreams: (open: number) => streams.set(open),
    noteStreamEnd: (reason: StreamEnd) => ended.inc({ reason }),
    noteStreamRefused: () => metrics.loadShed.inc({ reason: STREAMS_FULL }),
    observeSnapshot(snapshot: Pick<Snapshot, 'summary' | 'run'>, nowMs: number): void {
      const { summary, run } = snapshot
      const { count, incomplete, newestEnrichedMs } = summary
      if (newestEnrichedMs !== null) age.set(Math.max(0, (nowMs - newestEnrichedMs) / 1_000))
      symbols.set({ state: 'ready' }, count - incomplete)
      symbols.set({ state: 'incomplete' }, incomplete)
      symbols.set({ state: 'failed' }, run?.failed ?? 0)
    },
  }
}

export function createJobMetrics({ metrics }: Runtime, queue: string, concurrency: number) {
  const labels = ['queue', 'outcome'] as const
  const known = { queue: [queue], outcome: jobOutcomes }
  const duration = metrics.histogram('queue_job_duration_seconds', 'Duration of jobs', labels, { known })
  const processed = metrics.counter('queue_jobs_processed_total', 'Jobs processed', labels, { known })
  const stalled = metrics.counter('queue_jobs_stalled_total', 'Jobs recovered from a lost worker', ['queue'])
  const activity = metrics.gauge('worker_last_activity_timestamp_seconds', 'Time of the last job activity', ['queue'])
  const slots = metrics.gauge('worker_concurrency', 'Jobs that this worker runs at once', ['queue'])
  stalled.inc({ queue }, 0)
  slots.set({ queue }, concurrency)

  return {
    observeJob(outcome: (typeof jobOutcomes)[number], seconds: number): void {
      duration.observe({ queue, outcome }, seconds)
      processed.inc({ queue, outcome })
    },
    noteStalled: () => stalled.inc({ queue }),
    noteActivity: (nowMs: number) => activity.set({ queue }, nowMs / 1_000),
  }
}
