import type { CallLimit } from '../providers/provider-definition.ts'

export interface PaceDeps {
  readonly fetch: typeof globalThis.fetch
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
  /** Called once, at the first wait long enough to notice. */
  readonly onSlow: () => void
}

/** Timeout per call, counted from the end of the wait for the rate limit. */
const TIMEOUT_MS = 10_000
/** Waits shorter than this are not reported. */
const SLOW_MS = 2_000

/** A `fetch` that respects a provider's rate limit. */
export function createPacedFetch(
  { burst, perSecond }: CallLimit,
  { fetch, now, wait, onSlow }: PaceDeps,
): typeof globalThis.fetch {
  let tokens = burst
  let filledAtMs = now()
  let isSlow = false

  async function takeTurn(): Promise<void> {
    const nowMs = now()
    tokens = Math.min(burst, tokens + ((nowMs - filledAtMs) / 1_000) * perSecond) - 1
    filledAtMs = nowMs
    const ms = Math.ceil((-tokens / perSecond) * 1_000)
    if (ms <= 0) return
    if (ms >= SLOW_MS && !isSlow) {
      isSlow = true
      onSlow()
    }
    await wait(ms)
  }

  return async (input, init) => {
    await takeTurn()
    const deadline = AbortSignal.timeout(TIMEOUT_MS)
    const signal = init?.signal == null ? deadline : AbortSignal.any([init.signal, deadline])
    return fetch(input, { ...init, signal })
  }
}
