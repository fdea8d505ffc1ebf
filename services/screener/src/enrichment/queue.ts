import type { EnrichSymbolPayload } from '@callwright/contracts'
import { withQueueDeadline } from '@callwright/service'
import type { JobType, Queue } from 'bullmq'
import type { Run } from './run-rules.ts'
import { buildJobId, buildJobOptions, isJobOf, jobNameOf } from './symbol-jobs.ts'

export const QUEUE_NAME = 'enrichment'

export function redisNames(namespace: string) {
  return {
    queuePrefix: `${namespace}:queue`,
    versionChannel: `${namespace}:screener:version`,
    weightsChannel: `${namespace}:screener:weights`,
    sharedRows: `${namespace}:screener:rows`,
    probe: `${namespace}:screener:probe`,
    workerIndex: `${namespace}:workers`,
    worker: (id: string) => `${namespace}:worker:${id}`,
  }
}
export type RedisNames = ReturnType<typeof redisNames>

export type QueueCounts = Readonly<Record<(typeof countedStates)[number], number>>

export type RunStage = Pick<Run, 'id' | 'stage'>

/** State of a symbol's job in a run; a `missing` job is not in Redis. */
type JobState =
  | { readonly place: 'pending' }
  | { readonly place: 'missing' }
  | { readonly place: 'completed' }
  | { readonly place: 'failed' /** For the log only. */; readonly cause: string | null }

export type EnrichmentQueue = ReturnType<typeof createEnrichmentQueue>

/** States of jobs that no worker is processing, including those that wait for a retry. */
const waitingStates = ['waiting', 'prioritized', 'delayed'] as const
const countedStates = [...waitingStates, 'active', 'failed'] as const
const CHUNK = 500
const PING_DEADLINE_MS = 700
const BULK_DEADLINE_MS = 2_000

/** Creates the producer side of the enrichment queue; every call has a timeout and throws a 503 if it fails. */
export function createEnrichmentQueue(
  queue: Queue<EnrichSymbolPayload>,
  options: {
    readonly retryDelayMs: number
    /** Writes a small key: a full Redis still allows reads but accepts no jobs (F11). */
    readonly probe: () => Promise<unknown>
  },
) {
  async function countJobs(): Promise<QueueCounts> {
    const counts = await queue.getJobCounts(...countedStates)
    const { waiting = 0, prioritized = 0, delayed = 0, active = 0, failed = 0 } = counts
    return { waiting, prioritized, delayed, active, failed }
  }

  async function listIds(runId: string, states: readonly JobType[]): Promise<string[]> {
    const ids = await withQueueDeadline(() => queue.getRanges([...states], 0, -1), BULK_DEADLINE_MS)
    return ids.filter((id) => isJobOf(runId, id))
  }

  async function locate(jobs: RunStage, symbol: string): Promise<JobState> {
    const id = buildJobId(jobs, symbol)
    const state = await queue.getJobState(id)
    if (state === 'unknown') return { place: 'missing' }
    if (state === 'completed') return { place: 'completed' }
    if (state !== 'failed') return { place: 'pending' }
    const job = await queue.getJob(id)
    return { place: 'failed', cause: job?.failedReason ?? null }
  }

  return {
    name: queue.name,

    /** Throws within a second if the queue's Redis is unavailable or full. */
    async ping(): Promise<void> {
      await withQueueDeadline(() => Promise.all([queue.getJobCounts('active'), options.probe()]), PING_DEADLINE_MS)
    },

    /** Adds one job per symbol; existing jobs are unchanged. */
    async enqueue(jobs: RunStage, symbols: readonly string[]): Promise<void> {
      const name = jobNameOf(jobs.stage)
      const shared = buildJobOptions(options.retryDelayMs)
      for (let start = 0; start < symbols.length; start += CHUNK) {
        const chunk = symbols.slice(start, start + CHUNK).map((symbol) => ({
          name,
          data: { run_id: jobs.id, symbol },
          opts: { ...shared, jobId: buildJobId(jobs, symbol) },
        }))
        await withQueueDeadline(() => queue.addBulk(chunk), BULK_DEADLINE_MS)
      }
    },

    count: () => withQueueDeadline(countJobs, PING_DEADLINE_MS),

    /** Removes a run's waiting jobs. Returns the number of active ones, which are left to finish. */
    async removeWaiting(runId: string): Promise<number> {
      const ids = await listIds(runId, waitingStates)
      for (let start = 0; start < ids.length; start += CHUNK) {
        const chunk = ids.slice(start, start + CHUNK)
        await withQueueDeadline(() => Promise.all(chunk.map((id) => queue.remove(id))), BULK_DEADLINE_MS)
      }
      return (await listIds(runId, [...waitingStates, 'active'])).length
    },

    async locateAll(jobs: RunStage, symbols: readonly string[]): Promise<ReadonlyMap<string, JobState>> {
      const places = new Map<string, JobState>()
      for (let start = 0; start < symbols.length; start += CHUNK) {
        const ask = async (symbol: string) => void places.set(symbol, await locate(jobs, symbol))
        const chunk = symbols.slice(start, start + CHUNK)
        await withQueueDeadline(() => Promise.all(chunk.map(ask)), BULK_DEADLINE_MS)
      }
      return places
    },

    /** Removes a finished job, so that its id can be added again. */
    async forget(jobs: RunStage, symbol: string): Promise<void> {
      await withQueueDeadline(() => queue.remove(buildJobId(jobs, symbol)))
    },

    /** Age of the oldest waiting job, including postponed ones; 0 if none is waiting. */
    async oldestWaitingAgeSeconds(nowMs: number): Promise<number> {
      const heads = (state: JobType) => queue.getJobs([state], 0, 0, true)
      const jobs = await withQueueDeadline(() => Promise.all(waitingStates.map(heads)), PING_DEADLINE_MS)
      const times = jobs.flat().map((job) => job.timestamp)
      return times.length === 0 ? 0 : Math.max(0, (nowMs - Math.min(...times)) / 1_000)
    },
  }
}

/** Number of jobs that no worker is processing, including delayed ones. */
export function countWaiting({ waiting, prioritized, delayed }: QueueCounts): number {
  return waiting + prioritized + delayed
}
