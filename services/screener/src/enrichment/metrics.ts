import type { Runtime } from '@callwright/service'
import type { Snapshot } from '../view/snapshot.ts'
import type { EnrichmentQueue } from './queue.ts'

/** The API's gauges: what waits, how old it is, how old and how complete the screen is. */
export function createQueueMetrics({ metrics }: Runtime) {
  const jobs = metrics.gauge('queue_jobs', 'Jobs by state', ['queue', 'state'])
  const oldest = metrics.gauge('queue_oldest_waiting_age_seconds', 'Age of the oldest waiting job', ['queue'])
  const age = metrics.gauge('screener_snapshot_age_seconds', 'Age of the youngest row')
  const symbols = metrics.gauge('screener_symbols', 'Symbols by state', ['state'])

  return {
    async observeQueue(queue: EnrichmentQueue, nowMs: number): Promise<void> {
      const counts = await queue.count()
      for (const [state, count] of Object.entries(counts)) jobs.set({ queue: queue.name, state }, count)
      oldest.set({ queue: queue.name }, counts.waiting === 0 ? 0 : await queue.oldestWaitingAgeSeconds(nowMs))
    },
    observeSnapshot(snapshot: Snapshot, nowMs: number): void {
      const { newestEnrichedAt, run } = snapshot
      if (newestEnrichedAt !== null) age.set(Math.max(0, (nowMs - Date.parse(newestEnrichedAt)) / 1_000))
      const rows = [...snapshot.rows()]
      const missing = rows.filter((row) => row.missing_reason !== null).length
      symbols.set({ state: 'ready' }, rows.length - missing)
      symbols.set({ state: 'incomplete' }, missing)
      symbols.set({ state: 'failed' }, run?.failed ?? 0)
    },
  }
}

/** The worker's counters. */
export function createJobMetrics({ metrics }: Runtime, queue: string) {
  const duration = metrics.histogram('queue_job_duration_seconds', 'Duration of jobs', ['queue', 'outcome'])
  const processed = metrics.counter('queue_jobs_processed_total', 'Jobs processed', ['queue', 'outcome'])
  const stalled = metrics.counter('queue_jobs_stalled_total', 'Jobs taken over from a worker that was gone', ['queue'])
  const activity = metrics.gauge('worker_last_activity_timestamp_seconds', 'When a job was last touched', ['queue'])
  stalled.inc({ queue }, 0)

  return {
    observeJob(outcome: string, seconds: number): void {
      duration.observe({ queue, outcome }, seconds)
      processed.inc({ queue, outcome })
    },
    noteStalled: () => stalled.inc({ queue }),
    noteActivity: (nowMs: number) => activity.set({ queue }, nowMs / 1_000),
  }
}
