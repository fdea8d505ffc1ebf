import { type Runtime, withQueueDeadline } from '@callwright/service'
import type { Queue } from 'bullmq'
import { jobOutcomes } from './job.ts'

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
