import { openRedis, type Runtime, waitForRedis } from '@callwright/service'

export interface Worker {
  readonly id: string
  readonly opsAddress: string
}

export interface WorkerList {
  /** Registered workers, or the last known ones while the queue's Redis is unreachable. */
  list(): Promise<readonly Worker[]>
}

const REDIS_TIMEOUT_MS = 1_000

interface WorkerListOptions {
  readonly redisUrl: string
  /** Key prefix of the workers' registrations (services/screener). */
  readonly namespace: string
}

/**
 * Reads the workers' registrations in the queue's Redis. Each worker renews its registration every few seconds (D50).
 */
export function openWorkerList(runtime: Runtime, { redisUrl, namespace }: WorkerListOptions): WorkerList {
  const redis = openRedis(runtime, redisUrl, 'cache')
  let known: readonly Worker[] = []
  return {
    async list() {
      if (!(await waitForRedis(redis, REDIS_TIMEOUT_MS))) return known
      try {
        const ids = await redis.smembers(`${namespace}:workers`)
        const found = ids.length === 0 ? [] : await redis.mget(ids.map((id) => `${namespace}:worker:${id}`))
        known = found.map(readRegistration).filter((worker) => worker !== null)
      } catch (error) {
        runtime.log.debug({ err: error }, 'ops.workers_unreadable')
      }
      return known
    },
  }
}

/** Null if the value is not a valid registration. */
function readRegistration(value: string | null): Worker | null {
  try {
    const { id, opsAddress } = (JSON.parse(value ?? 'null') ?? {}) as Record<string, unknown>
    if (typeof id !== 'string' || typeof opsAddress !== 'string') return null
    return isHttp(opsAddress) ? { id, opsAddress } : null
  } catch {
    return null
  }
}

const isHttp = (address: string) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
