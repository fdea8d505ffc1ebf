import type { Runtime } from '@callwright/service'
import type { Redis } from 'ioredis'
import { Mutex } from 'redis-semaphore'

/** How often a replica looks whether the one that loads is done. */
const LOOK_MS = 30
/** A holder that died gives way after this; one that lives holds on by renewing. */
const HOLD_MS = 2_000
const RENEW_MS = 500

/** What was done under a lock, or that somebody else holds it. */
export type Locked<T> = { readonly isHeld: true; readonly value: T } | { readonly isHeld: false }

/**
 * Runs work that only one replica at a time should do; `waitMs` 0 does not wait for the others at all. While Redis is away
 * each does it alone.
 */
export type WithLock = <T>(key: string, waitMs: number, work: () => Promise<T>) => Promise<Locked<T>>

/** Locks among the replicas of one market, which `revision` tells from others. */
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
      retryInterval: waitMs === 0 ? 0 : LOOK_MS,
      // Its own renewal takes the process down where Redis fails.
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
