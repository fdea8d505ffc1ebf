import { openRedis, type Runtime, waitForRedis } from '@callwright/service'

export interface Worker {
  readonly id: string
  readonly opsAddress: string
}

export interface WorkerList {
  /** Those that live; the last ones known while the queue's Redis is away. */
  list(): Promise<readonly Worker[]>
}

const REDIS_PATIENCE_MS = 1_000

interface WorkerListOptions {
  readonly redisUrl: string
  /** Leads the names under which the screener's workers announce themselves (services/screener). */
  readonly namespace: string
}

/** Reads from the queue's Redis what each worker says of itself every few seconds (D50). */
export function openWorkerList(runtime: Runtime, { redisUrl, namespace }: WorkerListOptions): WorkerList {
  const redis = openRedis(runtime, redisUrl, 'cache')
  let known: readonly Worker[] = []
  return {
    async list() {
      if (!(await waitForRedis(redis, REDIS_PATIENCE_MS))) return known
      try {
        const ids = await redis.smembers(`${namespace}:workers`)
        const found = ids.length === 0 ? [] : await redis.mget(ids.map((id) => `${namespace}:worker:${id}`))
        known = found.map(readAnnouncement).filter((worker) => worker !== null)
      } catch (error) {
        runtime.log.debug({ err: error }, 'ops.workers_unreadable')
      }
      return known
    },
  }
}

/** What does not read as an announcement is no worker. */
function readAnnouncement(value: string | null): Worker | null {
  try {
    const { id, opsAddress } = (JSON.parse(value ?? 'null') ?? {}) as Record<string, unknown>
    if (typeof id !== 'string' || typeof opsAddress !== 'string') return null
    return isHttp(opsAddress) ? { id, opsAddress } : null
  } catch {
    return null
  }
}

const isHttp = (address: string) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
