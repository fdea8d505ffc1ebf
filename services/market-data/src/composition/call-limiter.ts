import { setTimeout as wait } from 'node:timers/promises'
import type { Runtime } from '@callwright/service'
import type { Redis } from 'ioredis'
import { ProviderFailure, readRetryAfter } from '../providers/http/provider-failure.ts'
import type { ProviderMetrics } from '../providers/observed-market-data.ts'
import type { CallLimit, ConfiguredProvider } from '../providers/provider-definition.ts'
import { findRunningRequest, MARKET_REQUEST_TIMEOUT_MS, type Priority } from './choose-sources.ts'

/** Decision about one call. If the call is granted, make it after `waitMs`; otherwise, ask again after `waitMs`. */
interface Verdict {
  readonly isGranted: boolean
  readonly waitMs: number
  /** Number of whole calls left. */
  readonly left: number
}

interface TokenBucket {
  /**
   * Takes a token if at least `floor` tokens would remain. A negative floor reserves a future token; `waitMs` says when
   * that token becomes available.
   */
  take(floor: number): Promise<Verdict>
  /** Blocks every user of the bucket for this long, unless a longer pause is already in effect. */
  pause(forMs: number): Promise<void>
  /** Time left in the current pause; 0 if there is none. */
  findPauseMs(): Promise<number>
}

/** Refills the bucket according to Redis's clock, which all replicas share, then takes a token if enough remain. */
const TAKE = `
local pausedMs = redis.call('PTTL', KEYS[2])
if pausedMs > 0 then return { 0, pausedMs, 0 } end
local burst, perMs, floor = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
local state = redis.call('HMGET', KEYS[1], 'tokens', 'atMs')
local sinceMs = math.max(0, nowMs - (tonumber(state[2]) or nowMs))
local tokens = math.min(burst, (tonumber(state[1]) or burst) + sinceMs * perMs)
local granted = tokens - 1 >= floor
if granted then tokens = tokens - 1 end
redis.call('HSET', KEYS[1], 'tokens', tostring(tokens), 'atMs', nowMs)
redis.call('PEXPIRE', KEYS[1], math.ceil(burst / perMs) + 60000)
local left = math.max(0, math.floor(tokens))
if granted then return { 1, math.max(0, math.ceil(-tokens / perMs)), left } end
return { 0, math.ceil((math.max(floor, 0) + 1 - tokens) / perMs), left }
`
const PAUSE = `
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], '1', 'PX', ARGV[1]) end
`

interface BucketOptions {
  /** Provider name and the hash of its key. */
  readonly name: string
  readonly limit: CallLimit
}

/**
 * A token bucket that replicas share through Redis, with a copy in each process's memory. Both count every call and
 * either can refuse one, so losing Redis does not allow a burst of extra calls.
 */
function createTokenBucket(runtime: Runtime, redis: Redis, { name, limit }: BucketOptions): TokenBucket {
  const localBucket = createMemoryBucket(limit)
  const key = `callwright:market:calls:${name}`
  const pauseKey = `${key}:pause`

  /** Resolves to the result of a Redis command, or to null while Redis is down. */
  async function ask<T>(work: () => Promise<T>): Promise<T | null> {
    if (redis.status !== 'ready') return null
    try {
      return await work()
    } catch (error) {
      runtime.log.debug({ err: error, bucket: name }, 'bucket.redis_failed')
      return null
    }
  }

  async function takeShared(floor: number): Promise<Verdict | null> {
    const perMs = limit.perSecond / 1_000
    const reply = await ask(() => redis.eval(TAKE, 2, key, pauseKey, limit.burst, perMs, floor))
    if (!Array.isArray(reply)) return null
    const [granted, waitMs, left] = reply.map(Number)
    return { isGranted: granted === 1, waitMs: waitMs ?? 0, left: left ?? 0 }
  }

  return {
    async take(floor) {
      const local = localBucket.take(floor)
      if (!local.isGranted) return local
      const shared = await takeShared(floor)
      if (shared !== null && !shared.isGranted) localBucket.giveBack()
      return shared ?? local
    },
    async pause(forMs) {
      localBucket.pause(forMs)
      await ask(() => redis.eval(PAUSE, 1, pauseKey, Math.ceil(forMs)))
    },
    async findPauseMs() {
      return Math.max(localBucket.findPauseMs(), (await ask(() => redis.pttl(pauseKey))) ?? 0, 0)
    },
  }
}

/** The same bucket in process memory, on a monotonic clock. */
function createMemoryBucket({ burst, perSecond }: CallLimit) {
  const perMs = perSecond / 1_000
  let tokens = burst
  let atMs = performance.now()
  let pausedUntilMs = Number.NEGATIVE_INFINITY
  const findPauseMs = () => Math.max(0, Math.ceil(pausedUntilMs - performance.now()))

  return {
    findPauseMs,
    take(floor: number): Verdict {
      const pauseMs = findPauseMs()
      if (pauseMs > 0) return { isGranted: false, waitMs: pauseMs, left: 0 }
      const nowMs = performance.now()
      tokens = Math.min(burst, tokens + (nowMs - atMs) * perMs)
      atMs = nowMs
      const isGranted = tokens - 1 >= floor
      if (isGranted) tokens -= 1
      const wantedTokens = isGranted ? 0 : Math.max(floor, 0) + 1
      const waitMs = Math.max(0, Math.ceil((wantedTokens - tokens) / perMs))
      return { isGranted, waitMs, left: Math.max(0, Math.floor(tokens)) }
    },
    giveBack(): void {
      tokens = Math.min(burst, tokens + 1)
    },
    pause(forMs: number): void {
      pausedUntilMs = Math.max(pausedUntilMs, performance.now() + forMs)
    },
  }
}

/**
 * Fraction of a retry that each call earns, so that retries add at most a tenth to the load on a struggling provider
 * (G8).
 */
const SHARE = 0.1
const MAX_EARNED = 10

function createRetryBudget() {
  let earned = 0
  return {
    earn(): void {
      earned = Math.min(MAX_EARNED, earned + SHARE)
    },
    spend(): boolean {
      // The tolerance absorbs rounding error: ten additions of 0.1 come to slightly less than 1.
      if (earned < 1 - SHARE / 2) return false
      earned -= 1
      return true
    },
  }
}

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
    metrics.log?.notePause(name, forMs)
    if (!isKnown) runtime.log.warn({ provider: name, pause_ms: Math.round(forMs) }, 'provider.paused')
    await bucket.pause(forMs)
  }

  async function note({ status, headers }: Response): Promise<void> {
    if (status === 429) return pause(readRetryAfter(headers, Date.now()))
    if (status < 400) {
      strikes = 0
      metrics.log?.noteResponse(name)
    }
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
