import type { Redis } from 'ioredis'
import { createBoundedCache } from '../bounded-cache.ts'
import type { Runtime } from '../runtime/runtime.ts'

export interface CacheOptions {
  /** Name of the cache in keys and metrics. */
  readonly name: string
  /** Increment this when the shape of the cached values changes: older entries then count as misses. */
  readonly version: number
  /** Time for which a value may be served from memory without calling Redis. Default: 0. */
  readonly hotMs?: number
}

const HOT_ENTRIES = 64

export interface Cache {
  /**
   * Returns the cached value, or loads it. Concurrent calls for one key in this process share one load. If Redis is
   * unavailable, the value is loaded every time. The TTL may depend on the loaded value; a value with a TTL of 0 is not
   * cached.
   */
  getOrLoad<T>(key: string, ttlMs: number | ((loaded: T) => number), load: () => Promise<T>): Promise<T>
}

/** A JSON cache in Redis. Every key has a TTL (T12); an unreadable entry is a miss (F10). */
export function createCache(runtime: Runtime, redis: Redis, options: CacheOptions): Cache {
  const { hotMs = 0 } = options
  const loading = new Map<string, Promise<unknown>>()
  const hot = createBoundedCache<{ readonly value: unknown }>(HOT_ENTRIES)
  for (const result of ['hit', 'miss', 'unavailable', 'error']) {
    runtime.metrics.cacheRequests.inc({ cache: options.name, result }, 0)
  }
  const count = (result: string) => runtime.metrics.cacheRequests.inc({ cache: options.name, result })

  async function read(key: string): Promise<{ found: true; value: unknown } | { found: false }> {
    if (redis.status !== 'ready') {
      count('unavailable')
      return { found: false }
    }
    try {
      const raw = await redis.get(key)
      if (raw === null) {
        count('miss')
        return { found: false }
      }
      const entry: unknown = JSON.parse(raw)
      if (typeof entry !== 'object' || entry === null || !('value' in entry)) throw new Error('not an entry')
      count('hit')
      return { found: true, value: entry.value }
    } catch (error) {
      count('error')
      runtime.log.debug({ err: error }, 'cache.read_failed')
      return { found: false }
    }
  }

  async function write(key: string, ttlMs: number, value: unknown): Promise<void> {
    if (redis.status !== 'ready') return
    try {
      await redis.set(key, JSON.stringify({ value }), 'PX', ttlMs)
    } catch (error) {
      runtime.log.debug({ err: error }, 'cache.write_failed')
    }
  }

  return {
    async getOrLoad<T>(key: string, ttlMs: number | ((loaded: T) => number), load: () => Promise<T>): Promise<T> {
      if (typeof ttlMs === 'number' && !(ttlMs > 0)) throw new Error(`A cache entry needs a TTL, got ${ttlMs}`)
      const fullKey = `callwright:${options.name}:v${options.version}:${key}`
      const held = hot.get(fullKey, performance.now())
      if (held !== null) {
        count('hit')
        return held.value as T
      }
      const running = loading.get(fullKey)
      if (running !== undefined) return ((await running) as { readonly value: T }).value
      const work = (async () => {
        const cached = await read(fullKey)
        if (cached.found) return { value: cached.value as T, isRepeatable: true }
        const value = await load()
        const forMs = typeof ttlMs === 'number' ? ttlMs : ttlMs(value)
        if (forMs > 0) await write(fullKey, forMs, value)
        return { value, isRepeatable: forMs > 0 }
      })()
      loading.set(fullKey, work)
      try {
        const { value, isRepeatable } = await work
        if (hotMs > 0 && isRepeatable) {
          const nowMs = performance.now()
          // Remove expired values even if the cache isn't full, because some are several megabytes.
          hot.prune(nowMs)
          hot.set(fullKey, { value }, nowMs + hotMs)
        }
        return value
      } finally {
        loading.delete(fullKey)
      }
    },
  }
}
