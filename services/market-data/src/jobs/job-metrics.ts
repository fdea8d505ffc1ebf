import type { Runtime } from '@callwright/service'

/** From a look at the store to a first fill at a few calls a minute, seconds. */
const DURATION_BUCKETS = [0.1, 0.5, 2, 10, 60, 300, 1_200, 3_600]

/** What the jobs of a queue do and how long it takes them. */
export function createJobMetrics({ metrics }: Runtime, queue: string) {
  const labels = ['queue', 'job', 'outcome'] as const
  const duration = metrics.histogram('queue_job_duration_seconds', 'Duration of jobs', labels, DURATION_BUCKETS)
  const processed = metrics.counter('queue_jobs_processed_total', 'Jobs processed', labels)
  const stalled = metrics.counter('queue_jobs_stalled_total', 'Jobs taken over from a worker that was gone', ['queue'])
  const activity = metrics.gauge('worker_last_activity_timestamp_seconds', 'When a job was last touched', ['queue'])
  stalled.inc({ queue }, 0)
  return {
    observeJob(job: string, outcome: string, seconds: number): void {
      duration.observe({ queue, job, outcome }, seconds)
      processed.inc({ queue, job, outcome })
    },
    noteStalled: () => stalled.inc({ queue }),
    noteActivity: (nowMs: number) => activity.set({ queue }, nowMs / 1_000),
  }
}
