import type { EnrichSymbolPayload } from '@callwright/contracts'
import { withQueueDeadline } from '@callwright/service'
import type { Job, JobType, Queue } from 'bullmq'
import { buildJobId, enrichSymbolOptions, isJobOf } from './jobs/enrich-symbol.ts'

export interface QueueCounts {
  /** Everything that still waits for a worker, whatever it waits for. */
  readonly waiting: number
  readonly active: number
  readonly failed: number
}

/** Where a symbol's job of one run stands; `missing` is a job that Redis does not know. */
export type JobPlace =
  | { readonly place: 'pending' }
  | { readonly place: 'missing' }
  | { readonly place: 'completed' }
  | { readonly place: 'failed' /** For the log alone. */; readonly cause: string | null }

export type EnrichmentQueue = ReturnType<typeof createEnrichmentQueue>

const waitingStates = ['waiting', 'prioritized', 'delayed'] as const
const CHUNK = 500
const PING_DEADLINE_MS = 700
const BULK_DEADLINE_MS = 2_000

/** The producing side of the enrichment queue; every call has a deadline and fails with a 503. */
export function createEnrichmentQueue(
  queue: Queue<EnrichSymbolPayload>,
  options: {
    readonly retryDelayMs: number
    /** Writes something small: a full Redis still reads, and takes no jobs (F11). */
    readonly probe: () => Promise<unknown>
  },
) {
  async function countJobs(): Promise<QueueCounts> {
    const counts = await queue.getJobCounts(...waitingStates, 'active', 'failed')
    const { waiting = 0, prioritized = 0, delayed = 0, active = 0, failed = 0 } = counts
    return { waiting: waiting + prioritized + delayed, active, failed }
  }

  async function listIds(runId: string, states: readonly JobType[]): Promise<string[]> {
    const ids = await withQueueDeadline(() => queue.getRanges([...states], 0, -1), BULK_DEADLINE_MS)
    return ids.filter((id) => isJobOf(runId, id))
  }

  async function locate(runId: string, symbol: string): Promise<JobPlace> {
    const id = buildJobId(runId, symbol)
    const state = await queue.getJobState(id)
    if (state === 'unknown') return { place: 'missing' }
    if (state === 'completed') return { place: 'completed' }
    if (state !== 'failed') return { place: 'pending' }
    const job = await queue.getJob(id)
    return { place: 'failed', cause: job?.failedReason ?? null }
  }

  return {
    name: queue.name,

    /** Throws at once or within a second when the queue's Redis is away or full. */
    async ping(): Promise<void> {
      await withQueueDeadline(() => Promise.all([queue.getJobCounts('active'), options.probe()]), PING_DEADLINE_MS)
    },

    /** Adds one job per symbol; a job that is there already stays as it is. */
    async enqueue(runId: string, symbols: readonly string[]): Promise<void> {
      for (let start = 0; start < symbols.length; start += CHUNK) {
        const jobs = symbols.slice(start, start + CHUNK).map((symbol) => ({
          name: enrichSymbolOptions.name,
          data: { run_id: runId, symbol },
          opts: { ...enrichSymbolOptions.build(options.retryDelayMs), jobId: buildJobId(runId, symbol) },
        }))
        await withQueueDeadline(() => queue.addBulk(jobs), BULK_DEADLINE_MS)
      }
    },

    count: () => withQueueDeadline(countJobs, PING_DEADLINE_MS),

    /** Takes away what waits of one run, and says how many of its jobs are left: the active ones go on. */
    async removeWaiting(runId: string): Promise<number> {
      const ids = await listIds(runId, waitingStates)
      for (let start = 0; start < ids.length; start += CHUNK) {
        const chunk = ids.slice(start, start + CHUNK)
        await withQueueDeadline(() => Promise.all(chunk.map((id) => queue.remove(id))), BULK_DEADLINE_MS)
      }
      return (await listIds(runId, [...waitingStates, 'active'])).length
    },

    async locateAll(runId: string, symbols: readonly string[]): Promise<ReadonlyMap<string, JobPlace>> {
      const places = await withQueueDeadline(
        () => Promise.all(symbols.map((symbol) => locate(runId, symbol))),
        BULK_DEADLINE_MS,
      )
      return new Map(symbols.map((symbol, index) => [symbol, places[index] ?? { place: 'missing' }]))
    },

    /** Forgets a finished job, so that the same id can be added again. */
    async forget(runId: string, symbol: string): Promise<void> {
      await withQueueDeadline(() => queue.remove(buildJobId(runId, symbol)))
    },

    async oldestWaitingAgeSeconds(nowMs: number): Promise<number> {
      const jobs: Job[] = await withQueueDeadline(() => queue.getJobs(['waiting'], 0, 0, true), PING_DEADLINE_MS)
      const oldest = jobs[0]
      return oldest === undefined ? 0 : Math.max(0, (nowMs - oldest.timestamp) / 1_000)
    },
  }
}
