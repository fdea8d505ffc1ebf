import type { Runtime } from '@callwright/service'
import type { Snapshot } from '../view/snapshot.ts'
import { type StreamEnd, streamEnds } from './events.ts'
import { jobOutcomes } from './jobs/job.ts'
import type { QueueCounts } from './queue.ts'
import { countOutstanding, type Run } from './run-rules.ts'
import type { WorkerAnnouncement } from './worker-registry.ts'

const STREAMS_FULL = 'streams_full'

/** The API's gauges: what waits, who works it off, how far the run is, how old and how complete the screen is. */
export function createQueueMetrics({ metrics }: Runtime, queue: string) {
  const jobs = metrics.gauge('queue_jobs', 'Jobs by state', ['queue', 'state'])
  const oldest = metrics.gauge('queue_oldest_waiting_age_seconds', 'Age of the oldest job no worker has in hand', [
    'queue',
  ])
  const workers = metrics.gauge('queue_workers', 'Workers that live', ['queue'])
  const concurrency = metrics.gauge('queue_concurrency', 'Jobs that all workers take at once', ['queue'])
  const deadLetters = metrics.gauge('queue_dead_letters', 'Symbols the latest run could not work out', ['queue'])
  const run = metrics.gauge('enrichment_run_symbols', 'Symbols of the latest run, in its stage', ['state'])
  const age = metrics.gauge('screener_snapshot_age_seconds', 'Age of the youngest row')
  // Unknown until there is a row: a gauge without labels begins with 0.
  age.remove()
  const symbols = metrics.gauge('screener_symbols', 'Symbols by state', ['state'])
  const streams = metrics.gauge('screener_event_streams', 'Event streams that are open')
  const ended = metrics.counter('screener_event_streams_ended_total', 'Event streams that ended', ['reason'], {
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
    /** As last observed; null before. */
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

/** The worker's own figures. */
export function createJobMetrics({ metrics }: Runtime, queue: string, concurrency: number) {
  const labels = ['queue', 'outcome'] as const
  const known = { queue: [queue], outcome: jobOutcomes }
  const duration = metrics.histogram('queue_job_duration_seconds', 'Duration of jobs', labels, { known })
  const processed = metrics.counter('queue_jobs_processed_total', 'Jobs processed', labels, { known })
  const stalled = metrics.counter('queue_jobs_stalled_total', 'Jobs taken over from a worker that was gone', ['queue'])
  const activity = metrics.gauge('worker_last_activity_timestamp_seconds', 'When a job was last touched', ['queue'])
  const slots = metrics.gauge('worker_concurrency', 'Jobs that this worker takes at once', ['queue'])
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
