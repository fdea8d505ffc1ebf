import type { Runtime } from '@callwright/service'
import { ProviderFailure } from '../../providers/http/provider-failure.ts'
import type { Answer, CacheStatus } from '../../providers/provider.ts'
import type { Capabilities } from '../../providers/provider-definition.ts'
import { wrapSources } from '../../providers/source-requests.ts'
import { toPresent } from '../freshness.ts'
import { withJobDeadline } from '../request-deadline.ts'
import { copyStaleReason, markStaleByFailure } from '../stale-answer.ts'
import { nameRequest } from './cache-key.ts'
import { findLifetime } from './lifetimes.ts'
import { type Asked, createLoader, type LoadDeps, type Loader, tooLate } from './load-answers.ts'

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
