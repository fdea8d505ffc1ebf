import { setTimeout as wait } from 'node:timers/promises'
import type { Runtime } from '@callwright/service'
import type { Redis } from 'ioredis'
import { ProviderFailure } from '../../providers/http/provider-failure.ts'
import { readRetryAfter } from '../../providers/http/status-failure.ts'
import type { ProviderMetrics } from '../../providers/observed-market-data.ts'
import type { ConfiguredProvider } from '../../providers/provider-definition.ts'
import { findRunningRequest, MARKET_REQUEST_TIMEOUT_MS, type Priority } from '../request-deadline.ts'
import { createRetryBudget } from './retry-budget.ts'
import { createTokenBucket } from './token-bucket.ts'

interface CallTime {
  /** Longest time that a call waits for the rate limiter; calls made for patient requests may wait longer. */
  readonly wait: number
  /** Timeout for receiving the whole response. */
  readonly answer: number
  /** Timeout for the wait and the response together. */
  readonly inAll: number
}

export const CALL_MS: Readonly<Record<Priority, CallTime>> = {
  interactive: { wait: 1_500, answer: 4_000, inAll: 5_500 },
  background: { wait: 8_000, answer: 10_000, inAll: MARKET_REQUEST_TIMEOUT_MS },
}
/** Share of the burst that jobs leave for users (F27); a bucket with a burst of one call has no reserve. */
const RESERVED_SHARE = 0.6
/** A call that fails faster than this is retried immediately. */
const QUICK_MS = 1_000
const OVERLOADED = new Set([500, 502, 503, 504])
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
const JITTER = 0.25

export type CallLimiter = ReturnType<typeof createCallLimiter>

interface LimiterDeps {
  readonly redis: Redis
  readonly metrics: ProviderMetrics
  readonly fetch: typeof globalThis.fetch
}

/**
 * Creates the limiter for every call to one provider. It enforces the rate limit, which all replicas share, and any
 * pause the provider asks for. A call that it stops rejects with `rate_limited` and the time to wait, but without a
 * status, since nothing was sent.
 */
export function createCallLimiter(
  runtime: Runtime,
  { name, keyId, limit }: ConfiguredProvider,
  { redis, metrics, fetch }: LimiterDeps,
) {
  const bucket = createTokenBucket(runtime, redis, { name: `${name}:${keyId}`, limit })
  const retries = createRetryBudget()
  metrics.retries.inc({ upstream: name }, 0)
  const reserve = Math.min(RESERVED_SHARE * limit.burst, limit.burst - 1)
  const ahead = (CALL_MS.interactive.wait * limit.perSecond) / 1_000
  let strikes = 0
  let pausedUntilMs = Number.NEGATIVE_INFINITY
  let clockAheadMs = 0

  const refusal = (retryAfterMs: number) =>
    new ProviderFailure(name, { kind: 'rate_limited', detail: 'rate limit reached', retryAfterMs })

  /**
   * Waits until the rate limit allows the call. A user's call reserves a future token; a job's call waits until enough
   * tokens are free.
   */
  async function admit(priority: Priority, signal: AbortSignal): Promise<void> {
    const floor = priority === 'interactive' ? -ahead : reserve
    const { wait: mostMs, inAll } = CALL_MS[priority]
    const latestMs = performance.now() + (findRunningRequest()?.isPatient ? inAll : mostMs)
    for (;;) {
      const { isGranted, waitMs, left } = await bucket.take(floor)
      metrics.quota.set({ provider: name }, left)
      if (isGranted && waitMs === 0) return
      if (!isGranted && performance.now() + waitMs > latestMs) throw refusal(waitMs)
      await wait(isGranted ? waitMs : jittered(waitMs), undefined, { signal }).catch(() => {
        // Time ran out before the provider was called, so this is not a provider failure.
        throw refusal(waitMs)
      })
      if (!isGranted) continue
      const pauseMs = await bucket.findPauseMs()
      if (pauseMs > 0) throw refusal(pauseMs)
      return
    }
  }

  /** Blocks calls for as long as the provider asks, or with exponential backoff if it does not say. */
  async function pause(retryAfterMs: number | null): Promise<void> {
    const nowMs = performance.now()
    // Concurrent calls are rejected together, so count them as one rejection.
    const isKnown = nowMs < pausedUntilMs
    if (isKnown && retryAfterMs === null) return
    if (!isKnown) strikes += 1
    const backoffMs = jittered(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (strikes - 1)))
    const forMs = Math.max(1, retryAfterMs ?? backoffMs)
    pausedUntilMs = Math.max(pausedUntilMs, nowMs + forMs)
    metrics.quota.set({ provider: name }, 0)
    if (!isKnown) runtime.log.warn({ provider: name, pause_ms: Math.round(forMs) }, 'provider.paused')
    await bucket.pause(forMs)
  }

  async function note({ status, headers }: Response): Promise<void> {
    if (status === 429) return pause(readRetryAfter(headers, Date.now()))
    if (status < 400) strikes = 0
    const saidMs = Date.parse(headers.get('date') ?? '')
    clockAheadMs = Number.isNaN(saidMs) ? 0 : saidMs - Date.now()
  }

  function openFetch(priority: Priority): typeof globalThis.fetch {
    return async (input, init = {}) => {
      const signals = [init.signal, findRunningRequest()?.signal].filter((signal) => signal != null)
      const call = async () => {
        const cut = AbortSignal.any([...signals, AbortSignal.timeout(CALL_MS[priority].answer)])
        const response = await fetch(input, { ...init, signal: cut })
        await note(response)
        return response
      }
      await admit(priority, AbortSignal.any(signals))
      retries.earn()
      const startedAt = performance.now()
      const mayRetry = () => performance.now() - startedAt < QUICK_MS && !signals.some(({ aborted }) => aborted)
      const repeat = async () => {
        metrics.retries.inc({ upstream: name })
        await admit(priority, AbortSignal.any(signals))
        return call()
      }
      const first = await call().catch((error: unknown) => {
        if (!mayRetry() || !retries.spend()) throw error
        return null
      })
      if (first === null) return repeat()
      const isOverloaded = OVERLOADED.has(first.status) && !first.headers.has('retry-after')
      if (!isOverloaded || !mayRetry() || !retries.spend()) return first
      await first.body?.cancel()
      return repeat()
    }
  }

  return {
    openFetch,
    pause,
    /** How far the provider's clock was ahead of ours in its last response. */
    readClockAheadMs: () => clockAheadMs,
  }
}

function jittered(ms: number): number {
  return ms * (1 + JITTER * Math.random())
}
