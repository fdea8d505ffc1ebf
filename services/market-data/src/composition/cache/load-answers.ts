import type { Runtime } from '@callwright/service'
import { ProviderFailure } from '../../providers/http/provider-failure.ts'
import type { Answer, CacheStatus, Stamp } from '../../providers/provider.ts'
import type { SourceRequest } from '../../providers/source-requests.ts'
import type { ReadMarketTime } from '../market-time.ts'
import { type Priority, REQUEST_TIMEOUT_MS, withRequestDeadline } from '../request-deadline.ts'
import type { AnswerCache } from './answer-cache.ts'
import { type Age, backdateRepeated, type CachedAnswer, judgeAge, type LifetimeName, retentionMs } from './lifetimes.ts'
import type { WithLock } from './shared-lock.ts'

export interface LoadDeps {
  readonly cache: AnswerCache
  readonly withLock: WithLock
  readonly readMarketTime: ReadMarketTime
  /** Stamp for answers that come without one. */
  readonly stamp: () => Stamp
  readonly priority: Priority
}

export interface Asked {
  readonly request: SourceRequest
  readonly lifetime: LifetimeName
  readonly key: string
  readonly ask: () => Promise<unknown>
}

/** An answer that this process loaded, or that another replica stored before this process got the lock. */
export interface Loaded extends CachedAnswer {
  readonly cacheStatus: CacheStatus
}

export type Loader = ReturnType<typeof createLoader>

/**
 * Loads answers from the sources and caches them, with one load per key at a time, in this process and across replicas.
 * User requests do not wait for loads that jobs started.
 */
export function createLoader(runtime: Runtime, { cache, withLock, readMarketTime, stamp, priority }: LoadDeps) {
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

export function tooLate(): ProviderFailure {
  return new ProviderFailure('market data', { kind: 'unavailable', detail: 'no response in time' })
}
