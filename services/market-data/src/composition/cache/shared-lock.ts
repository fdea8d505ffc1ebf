import type { Runtime } from '@callwright/service'
import type { Redis } from 'ioredis'
import { Mutex } from 'redis-semaphore'

/** How often a waiting replica checks the lock. */
const POLL_MS = 30
/** TTL of the lock: a live holder renews it, and a crashed one loses it after this long. */
const HOLD_MS = 2_000
const RENEW_MS = 500

/** Result of the work, or `isHeld: false` if another replica kept the lock. */
export type Locked<T> = { readonly isHeld: true; readonly value: T } | { readonly isHeld: false }

/**
 * Runs work under a lock that all replicas share; with `waitMs` 0 it gives up at once if the lock is taken. While Redis
 * is down, the work runs without the lock.
 */
export type WithLock = <T>(key: string, waitMs: number, work: () => Promise<T>) => Promise<Locked<T>>

/** Creates locks that the replicas of one market share; `revision` identifies the market. */
export function createSharedLock(runtime: Runtime, redis: Redis, revision: string): WithLock {
  async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
    if (redis.status !== 'ready') return null
    try {
      return await work()
    } catch (error) {
      runtime.log.debug({ err: error }, 'lock.redis_failed')
      return null
    }
  }

  return async (key, waitMs, work) => {
    const name = `callwright:market:lock:${revision}:${key}`
    const options = {
      lockTimeout: HOLD_MS,
      acquireTimeout: Math.max(1, waitMs),
      acquireAttemptsLimit: waitMs === 0 ? 1 : Number.POSITIVE_INFINITY,
      retryInterval: waitMs === 0 ? 0 : POLL_MS,
      // Turn off the library's own renewal, which crashes the process if Redis fails.
      refreshInterval: 0,
    }
    const mutex = new Mutex(redis, name, options)
    const isAcquired = await attempt(() => mutex.tryAcquire())
    if (isAcquired === false) return { isHeld: false }
    const held = { ...options, identifier: mutex.identifier, acquiredExternally: true } as const
    const renew = () => void attempt(() => new Mutex(redis, name, held).tryAcquire())
    const renewal = isAcquired === null ? undefined : setInterval(renew, RENEW_MS)
    try {
      return { isHeld: true, value: await work() }
    } finally {
      clearInterval(renewal)
      if (isAcquired !== null) await attempt(() => mutex.release())
    }
  }
}
