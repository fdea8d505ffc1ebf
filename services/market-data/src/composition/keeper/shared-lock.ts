import type { Runtime } from '@callwright/service'
import type { Redis } from 'ioredis'
import { Mutex } from 'redis-semaphore'

/** How often a replica looks whether the one that loads is done. */
const LOOK_MS = 30

export interface LockOptions {
  /** A holder that died gives way after this; one that takes longer is joined by another. */
  readonly holdMs: number
  /** 0 does not wait at all. */
  readonly waitMs: number
}

/** What was done under a lock, or that somebody else holds it. */
export type Locked<T> = { readonly isHeld: true; readonly value: T } | { readonly isHeld: false }

/** Runs work that only one replica at a time should do. While Redis is away each does it alone. */
export type WithLock = <T>(key: string, options: LockOptions, work: () => Promise<T>) => Promise<Locked<T>>

export function createSharedLock(runtime: Runtime, redis: Redis): WithLock {
  async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
    if (redis.status !== 'ready') return null
    try {
      return await work()
    } catch (error) {
      runtime.log.debug({ err: error }, 'lock.redis_failed')
      return null
    }
  }

  return async (key, { holdMs, waitMs }, work) => {
    const mutex = new Mutex(redis, `callwright:market:${key}`, {
      lockTimeout: holdMs,
      acquireTimeout: Math.max(1, waitMs),
      acquireAttemptsLimit: waitMs === 0 ? 1 : Number.POSITIVE_INFINITY,
      retryInterval: waitMs === 0 ? 0 : LOOK_MS,
      refreshInterval: 0,
    })
    const isAcquired = await attempt(() => mutex.tryAcquire())
    if (isAcquired === false) return { isHeld: false }
    try {
      return { isHeld: true, value: await work() }
    } finally {
      if (isAcquired === true) await attempt(() => mutex.release())
    }
  }
}
