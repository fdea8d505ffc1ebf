import { tellStale } from '../composition/tell-stale.ts'
import { ProviderFailure } from '../providers/http/provider-failure.ts'
import type { Answer } from '../providers/provider.ts'

/** What a source answers; where it fails, what is stored, told as what it is. */
export async function askOrRepeat<T>(
  ask: () => Promise<Answer<T>>,
  stored: Answer<T>,
  now: () => number,
): Promise<Answer<T>> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    return { ...tellStale(stored, error, now()), cacheStatus: 'stale' }
  }
}

/** Whether a source was asked just now: what is only repeated is of an earlier day than it seems, and is not stored. */
export function isJustAsked({ dataClass, cacheStatus }: Answer<unknown>): boolean {
  return dataClass !== 'stale' && (cacheStatus === undefined || cacheStatus === 'miss')
}
