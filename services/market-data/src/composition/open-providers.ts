import type { Runtime } from '@callwright/service'
import type { Redis } from 'ioredis'
import { listLargeCaps } from '../providers/large-cap-names.ts'
import type { ProviderMetrics } from '../providers/observed-market-data.ts'
import type { ConfiguredProvider } from '../providers/provider-definition.ts'
import type { Candidate } from './choose-sources.ts'
import { createCallLimiter } from './limits/call-limiter.ts'
import { type LimitedProvider, openLimitedProvider } from './limits/limited-provider.ts'
import type { Priority } from './request-deadline.ts'

export interface ProvidersDeps {
  /** Redis, which shares the limits among replicas; may be down. */
  readonly redis: Redis
  readonly metrics: ProviderMetrics
  readonly now: () => number
  readonly fetch: typeof globalThis.fetch
}

/** Opens each provider behind its own limiter. No call is made before the first request. */
export function openProviders(
  runtime: Runtime,
  configured: readonly ConfiguredProvider[],
  { redis, metrics, now, fetch }: ProvidersDeps,
): LimitedProvider[] {
  const universe = listLargeCaps()
  return configured.map((provider) => {
    const limiter = createCallLimiter(runtime, provider, { redis, metrics, fetch })
    return openLimitedProvider(runtime, provider, { limiter, metrics, universe, now })
  })
}

export function toCandidates(providers: readonly LimitedProvider[], priority: Priority): Candidate[] {
  return providers.map(({ name, stamp, capabilities }) => ({ name, stamp, sources: capabilities[priority] }))
}
