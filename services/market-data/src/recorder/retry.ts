import { ProviderFailure } from '../providers/http/provider-failure.ts'

export interface RetryDeps {
  readonly wait: (ms: number) => Promise<void>
  /** Called before each wait, to show progress. */
  readonly onWait: (ms: number, reason: string) => void
}

export type RequestWithRetry = <T>(ask: () => Promise<T>) => Promise<T>

/** Pause to use if a provider does not report a retry time. */
const PAUSE_MS = 60_000
const SHORTEST_PAUSE_MS = 1_000
/** Longest pause worth waiting out. The SEC blocks an address for less; a longer block is assumed to last all day. */
const LONGEST_PAUSE_MS = 30 * 60_000
const AGAIN_AFTER_MS = [2_000, 10_000, 30_000]

/**
 * Creates a function that waits while a source is rate limited, and retries an unavailable one three times. It rejects
 * with the last failure; if a retry cannot fix a failure, it rejects at once.
 */
export function createRetry({ wait, onWait }: RetryDeps): RequestWithRetry {
  return async (ask) => {
    let pausedMs = 0
    let failures = 0
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error
        const { kind, retryAfterMs, message } = error
        let ms: number | undefined
        if (kind === 'rate_limited') {
          ms = Math.max(SHORTEST_PAUSE_MS, retryAfterMs ?? PAUSE_MS)
          pausedMs += ms
        } else if (kind === 'unavailable' || kind === 'unreadable') {
          ms = AGAIN_AFTER_MS[failures]
          failures += 1
        }
        if (ms === undefined || pausedMs > LONGEST_PAUSE_MS) throw error
        onWait(ms, message)
        await wait(ms)
      }
    }
  }
}

/** Longest time that one call waits for the rate limit. */
export const MAX_TURN_WAIT_MS = LONGEST_PAUSE_MS

/**
 * Wraps `fetch` so that it waits while the limiter has no call free: at a few calls per minute, a request that takes
 * several calls would otherwise never finish. If the provider itself rejects a call, the failure is passed on.
 */
export function waitForRateLimit(fetch: typeof globalThis.fetch, wait: RetryDeps['wait']): typeof globalThis.fetch {
  return async (input, init) => {
    for (;;) {
      init?.signal?.throwIfAborted()
      try {
        return await fetch(input, init)
      } catch (error) {
        if (!isLimiterRefusal(error)) throw error
        await wait(Math.max(SHORTEST_PAUSE_MS, error.retryAfterMs ?? 0))
      }
    }
  }
}

/** Whether a failure comes from the limiter. Such a failure has no status, since no call was made. */
function isLimiterRefusal(error: unknown): error is ProviderFailure {
  return error instanceof ProviderFailure && error.kind === 'rate_limited' && error.status === null
}
