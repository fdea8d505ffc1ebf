import type { openRedis } from '@callwright/service'
import type { RedisNames } from './names.ts'

/** How the operations page finds a worker (D50). */
export interface WorkerAnnouncement {
  readonly id: string
  readonly opsAddress: string
  readonly version: string
}

const LIFETIME_SECONDS = 15
export const ANNOUNCE_EVERY_MS = 5_000

/** A worker says that it lives; it is forgotten 15 s after it last did. */
export async function announceWorker(
  redis: ReturnType<typeof openRedis>,
  names: RedisNames,
  worker: WorkerAnnouncement,
): Promise<void> {
  await redis
    .multi()
    .set(names.worker(worker.id), JSON.stringify(worker), 'EX', LIFETIME_SECONDS)
    .sadd(names.workerIndex, worker.id)
    .exec()
}

export async function withdrawWorker(
  redis: ReturnType<typeof openRedis>,
  names: RedisNames,
  id: string,
): Promise<void> {
  await redis.multi().del(names.worker(id)).srem(names.workerIndex, id).exec()
}

/** The living workers. The index spares a scan of all keys; names in it whose key has expired are dropped. */
export async function listWorkers(
  redis: ReturnType<typeof openRedis>,
  names: RedisNames,
): Promise<WorkerAnnouncement[]> {
  const ids = await redis.smembers(names.workerIndex)
  if (ids.length === 0) return []
  const values = await redis.mget(ids.map(names.worker))
  const dead = ids.filter((_id, index) => (values[index] ?? null) === null)
  if (dead.length > 0) await redis.srem(names.workerIndex, dead)
  return values.filter((value) => value !== null).map((value) => JSON.parse(value) as WorkerAnnouncement)
}
