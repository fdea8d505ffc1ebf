import { ProviderFailure } from '../providers/http/provider-failure.ts'

export interface PatienceDeps {
  readonly wait: (ms: number) => Promise<void>
  /** Told before each wait, for the person who watches. */
  readonly onWait: (ms: number, reason: string) => void
}

/** Asks again until there is an answer. */
export type AskPatiently = <T>(ask: () => Promise<T>) => Promise<T>

/** Where a provider does not say when it answers again. */
const PAUSE_MS = 60_000
const SHORTEST_PAUSE_MS = 1_000
/** Longer than the SEC keeps an address out; whoever is refused for longer is refused for today. */
const LONGEST_PAUSE_MS = 30 * 60_000
const AGAIN_AFTER_MS = [2_000, 10_000, 30_000]

/**
 * Waits for a source that refuses calls for their number, and tries one that cannot be reached three times more. Rejects
 * with what is left then, and with everything that asking again does not change.
 */
export function createPatience({ wait, onWait }: PatienceDeps): AskPatiently {
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

/** The longest that one call waits for its turn. */
export const TURN_MS = LONGEST_PAUSE_MS

/**
 * A `fetch` that waits where the gate refuses a call because none is free: at a few calls a minute a question of several
 * calls would never be answered otherwise. What the provider itself refuses comes back as it is.
 */
export function waitForTurns(fetch: typeof globalThis.fetch, wait: PatienceDeps['wait']): typeof globalThis.fetch {
  return async (input, init) => {
    for (;;) {
      init?.signal?.throwIfAborted()
      try {
        return await fetch(input, init)
      } catch (error) {
        if (!isGateRefusal(error)) throw error
        await wait(Math.max(SHORTEST_PAUSE_MS, error.retryAfterMs ?? 0))
      }
    }
  }
}

/** Without a status no call was made. */
function isGateRefusal(error: unknown): error is ProviderFailure {
  return error instanceof ProviderFailure && error.kind === 'rate_limited' && error.status === null
}
