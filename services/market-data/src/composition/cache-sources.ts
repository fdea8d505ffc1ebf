import type { Runtime } from '@callwright/service'
import type { Redis } from 'ioredis'
import { Mutex } from 'redis-semaphore'
import { ProviderFailure } from '../providers/http/provider-failure.ts'
import type { Answer, CacheStatus, Stamp } from '../providers/provider.ts'
import type { Capabilities } from '../providers/provider-definition.ts'
import { type SourceRequest, wrapSources } from '../providers/source-requests.ts'
import type { AnswerCache } from './answer-cache.ts'
import {
  type Age,
  backdateRepeated,
  type CachedAnswer,
  findLifetime,
  judgeAge,
  type LifetimeName,
  nameRequest,
  retentionMs,
} from './answer-lifetimes.ts'
import { type Priority, REQUEST_TIMEOUT_MS, withJobDeadline, withRequestDeadline } from './choose-sources.ts'
import { copyStaleReason, markStaleByFailure, toPresent } from './freshness.ts'
import type { ReadMarketTime } from './market-time.ts'

/** How long to wait for a new answer when an older one is available. */
const REFRESH_WAIT_MS = { interactive: 2_000, background: 5_000 } as const

/**
 * Adds a cache to the sources. A fresh answer is returned as is. An aging one is also returned at once, and refreshed
 * in the background. An old one is returned only if nothing newer can be loaded, and is marked stale with its time.
 * When identical requests arrive in several replicas, only one calls the source; the others wait for its cached result
 * (F28).
 */
export function cacheSources(runtime: Runtime, sources: Partial<Capabilities>, deps: LoadDeps): Partial<Capabilities> {
  const loader = createLoader(runtime, deps)
  return wrapSources(sources, (request, ask) => {
    const lifetime = findLifetime(request.endpoint)
    if (lifetime === null) return withJobDeadline(request, ask)
    return async (...args) => {
      const { args: wanted, key } = nameRequest(request, args)
      const answer = await find({ request, lifetime, key, ask: () => ask(...wanted) }, loader, deps)
      return request.shape === 'bare' ? answer.value : answer
    }
  })
}

async function find(
  asked: Asked,
  loader: Loader,
  { cache, readMarketTime, priority }: LoadDeps,
): Promise<Answer<unknown>> {
  const serve = (answer: Answer<unknown>, cacheStatus: CacheStatus) => ({
    ...toPresent(asked.request, answer, readMarketTime()),
    cacheStatus,
  })
  const found = await cache.find(asked.key)
  const age = loader.judge(found, asked)
  if (found !== null && age === 'fresh') return serve(found.answer, 'fresh')
  if (found !== null && age === 'aging') {
    loader.renew(asked)
    return serve(found.answer, 'refreshing')
  }
  const isOld = found !== null && age === 'old'
  try {
    const loading = loader.load(asked)
    const { answer, cacheStatus } = await (isOld ? within(REFRESH_WAIT_MS[priority], loading) : loading)
    const isBehind = isOld && cacheStatus === 'stale' && answer.asOfMs < found.answer.asOfMs
    return serve(isBehind ? copyStaleReason(found.answer, answer, readMarketTime().nowMs) : answer, cacheStatus)
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    // Check the cache again: Redis may have been slow a moment ago, or another replica may have stored an answer since.
    const fallback = found ?? (await cache.find(asked.key))
    const fallbackAge = loader.judge(fallback, asked)
    if (fallback !== null && fallbackAge === 'fresh') return serve(fallback.answer, 'fresh')
    if (fallback !== null && fallbackAge !== 'spent') {
      return serve(markStaleByFailure(fallback.answer, error, readMarketTime().nowMs), 'stale')
    }
    if (error.partial !== null) return serve(error.partial, 'miss')
    throw error
  }
}

/** Rejects if loading takes too long; the load itself continues in the background. */
async function within<T>(timeoutMs: number, loading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooLate()), timeoutMs)
  })
  try {
    return await Promise.race([loading, late])
  } finally {
    clearTimeout(timer)
  }
}

interface LoadDeps {
  readonly cache: AnswerCache
  readonly withLock: WithLock
  readonly readMarketTime: ReadMarketTime
  /** Stamp for answers that come without one. */
  readonly stamp: () => Stamp
  readonly priority: Priority
}

interface Asked {
  readonly request: SourceRequest
  readonly lifetime: LifetimeName
  readonly key: string
  readonly ask: () => Promise<unknown>
}

/** An answer that this process loaded, or that another replica stored before this process got the lock. */
interface Loaded extends CachedAnswer {
  readonly cacheStatus: CacheStatus
}

type Loader = ReturnType<typeof createLoader>

/**
 * Loads answers from the sources and caches them, with one load per key at a time, in this process and across replicas.
 * User requests do not wait for loads that jobs started.
 */
function createLoader(runtime: Runtime, { cache, withLock, readMarketTime, stamp, priority }: LoadDeps) {
  const loading = new Map<string, Promise<Loaded>>()
  const renewing = new Set<string>()

  function judge(found: CachedAnswer | null, { lifetime }: Asked): Age {
    return found === null ? 'spent' : judgeAge(found, lifetime, readMarketTime())
  }

  /**
   * Calls the source and caches its answer. Nothing is cached if the source fails, or if it returns a partial answer or
   * a stale one from the database.
   */
  async function load({ request, lifetime, key, ask }: Asked): Promise<Loaded> {
    const loaded = await ask()
    const { cacheStatus = 'miss', ...answer } =
      request.shape === 'bare' ? toAnswer(loaded, stamp()) : (loaded as Answer<unknown>)
    const moment = readMarketTime()
    const keptAtMs = cacheStatus === 'miss' ? moment.nowMs : backdateRepeated(answer, lifetime, moment)
    const found = { answer, keptAtMs }
    if (cacheStatus !== 'stale') await cache.put(key, found, retentionMs(lifetime))
    return { ...found, cacheStatus }
  }

  /** Loads under a lock that all replicas share; null if another replica holds the lock for longer than `waitMs`. */
  async function loadAlone(asked: Asked, waitMs: number): Promise<Loaded | null> {
    const done = await withLock(`${asked.key}:${priority}`, waitMs, async () => {
      const newest = await cache.findNewest(asked.key)
      const isLoaded = newest !== null && judge(newest, asked) === 'fresh'
      return isLoaded ? { ...newest, cacheStatus: 'fresh' as const } : load(asked)
    })
    return done.isHeld ? done.value : null
  }

  return {
    judge,
    /** Rejects with a `ProviderFailure`. */
    load(asked: Asked): Promise<Loaded> {
      const running = loading.get(asked.key)
      if (running !== undefined) return running
      const work = withRequestDeadline(REQUEST_TIMEOUT_MS[priority], async () => {
        const loaded = await loadAlone(asked, REQUEST_TIMEOUT_MS[priority])
        if (loaded === null) throw tooLate()
        return loaded
      })
      loading.set(asked.key, work)
      const done = () => void loading.delete(asked.key)
      work.then(done, done)
      return work
    },
    /** Refreshes in the background, unless a refresh of this key is already running. */
    renew(asked: Asked): void {
      if (renewing.has(asked.key)) return
      renewing.add(asked.key)
      withRequestDeadline(REQUEST_TIMEOUT_MS[priority], () => loadAlone(asked, 0))
        .catch((error: unknown) => {
          runtime.log.debug({ err: error, endpoint: asked.request.endpoint }, 'answers.not_renewed')
        })
        .finally(() => renewing.delete(asked.key))
    },
  }
}

function toAnswer(value: unknown, { source, dataClass, asOfMs }: Stamp): Answer<unknown> {
  return { source, dataClass, asOfMs, value, missing: [] }
}

function tooLate(): ProviderFailure {
  return new ProviderFailure('market data', { kind: 'unavailable', detail: 'no response in time' })
}

/** How often a waiting replica checks the lock. */
const POLL_MS = 30
/** TTL of the lock: a live holder renews it, and a crashed one loses it after this long. */
const HOLD_MS = 2_000
const RENEW_MS = 500

/** Result of the work, or `isHeld: false` if another replica kept the lock. */
type Locked<T> = { readonly isHeld: true; readonly value: T } | { readonly isHeld: false }

/**
 * Runs work under a lock that all replicas share; with `waitMs` 0 it gives up at once if the lock is taken. While Redis
 * is down, the work runs without the lock.
 */
type WithLock = <T>(key: string, waitMs: number, work: () => Promise<T>) => Promise<Locked<T>>

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
