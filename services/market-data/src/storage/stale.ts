import { markStaleByFailure } from '../composition/stale-answer.ts'
import { ProviderFailure } from '../providers/http/provider-failure.ts'
import type { Answer } from '../providers/provider.ts'

/** Calls the source; if that fails, returns the stored answer marked as stale. */
export async function fetchOrStale<T>(
  ask: () => Promise<Answer<T>>,
  stored: Answer<T>,
  now: () => number,
): Promise<Answer<T>> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    return { ...markStaleByFailure(stored, error, now()), cacheStatus: 'stale' }
  }
}

/** Whether the source was just called. A cached answer is older than it looks, and must not be stored. */
export function isFreshlyFetched({ dataClass, cacheStatus }: Answer<unknown>): boolean {
  return dataClass !== 'stale' && (cacheStatus === undefined || cacheStatus === 'miss')
}
