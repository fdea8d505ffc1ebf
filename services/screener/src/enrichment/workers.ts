import type { openRedis } from '@callwright/service'
import type { RedisNames } from './queue.ts'

/** A live worker's entry in the list on the operations page (D50). */
export interface WorkerAnnouncement {
  readonly id: string
  readonly opsAddress: string
  readonly version: string
  /** Maximum number of jobs that the worker runs at once; 0 for a release that does not report it. */
  readonly concurrency: number
  /** Reason for users why the worker's jobs are failing; null while they succeed. */
  readonly trouble: string | null
}

const LIFETIME_SECONDS = 15
export const ANNOUNCE_EVERY_MS = 5_000

type RedisConnection = ReturnType<typeof openRedis>

/** Announces a live worker; the announcement expires after 15 s. */
export async function announceWorker(
  redis: RedisConnection,
  names: RedisNames,
  worker: WorkerAnnouncement,
): Promise<void> {
  await withIndex(redis, names, () =>
    runAll(
      redis
        .multi()
        .set(names.worker(worker.id), JSON.stringify(worker), 'EX', LIFETIME_SECONDS)
        .sadd(names.workerIndex, worker.id),
    ),
  )
}

export async function withdrawWorker(redis: RedisConnection, names: RedisNames, id: string): Promise<void> {
  await withIndex(redis, names, () => runAll(redis.multi().del(names.worker(id)).srem(names.workerIndex, id)))
}

/** Lists the live workers. The index avoids a scan of all keys; ids whose key has expired are removed from it. */
export async function listWorkers(redis: RedisConnection, names: RedisNames): Promise<WorkerAnnouncement[]> {
  const ids = await withIndex(redis, names, () => redis.smembers(names.workerIndex))
  if (ids.length === 0) return []
  const workers = (await redis.mget(ids.map(names.worker))).map(readAnnouncement)
  const dead = ids.filter((_id, index) => workers[index] === null)
  if (dead.length > 0) await redis.srem(names.workerIndex, dead)
  return workers.filter((worker) => worker !== null)
}

/** Ignores an invalid announcement, because a live worker soon announces itself again (F10). */
function readAnnouncement(value: string | null | undefined): WorkerAnnouncement | null {
  try {
    const found = JSON.parse(value ?? 'null') as Partial<WorkerAnnouncement> | null
    const { id, opsAddress, version, concurrency = 0, trouble = null } = found ?? {}
    const complete = typeof id === 'string' && typeof opsAddress === 'string' && typeof version === 'string'
    return complete ? { id, opsAddress, version, concurrency, trouble } : null
  } catch {
    return null
  }
}

/** Deletes an index that is not a set and retries once, because nothing else would repair it (F10). */
async function withIndex<T>(redis: RedisConnection, names: RedisNames, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('WRONGTYPE'))) throw error
    await redis.del(names.workerIndex)
    return work()
  }
}

/** Throws if any command failed, because `exec` itself succeeds even then. */
async function runAll(commands: ReturnType<RedisConnection['multi']>): Promise<void> {
  for (const [error] of (await commands.exec()) ?? []) if (error !== null) throw error
}

const SILENCE_MS = 60_000

interface QueueState {
  readonly waiting: number
  readonly paused: boolean
  readonly redisReady: boolean
}

/**
 * Detects a worker that is alive but does no work (F34): for 60 s it has neither picked up nor finished a job, although
 * jobs are waiting, the queue is not paused and Redis is connected.
 */
export function createActivityWatch(now: () => number) {
  let lastActivityMs = now()
  let stuckSinceMs: number | null = null

  return {
    noteActivity(): void {
      lastActivityMs = now()
      stuckSinceMs = null
    },
    observe({ waiting, paused, redisReady }: QueueState): void {
      const shouldWork = waiting > 0 && !paused && redisReady
      stuckSinceMs = shouldWork ? (stuckSinceMs ?? now()) : null
    },
    /** Returns a description of the problem, or null. */
    check(): string | null {
      if (stuckSinceMs === null) return null
      const silentMs = now() - Math.max(stuckSinceMs, lastActivityMs)
      return silentMs >= SILENCE_MS
        ? `Jobs are waiting but none was picked up for ${Math.floor(silentMs / 1_000)} s`
        : null
    },
    get lastActivityMs(): number {
      return lastActivityMs
    },
  }
}
