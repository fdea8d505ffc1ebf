import type { Runtime } from '@callwright/service'
import type { Redis } from 'ioredis'
import type { CallLimit } from '../../providers/provider-definition.ts'

/** Decision about one call. If the call is granted, make it after `waitMs`; otherwise, ask again after `waitMs`. */
export interface Verdict {
  readonly isGranted: boolean
  readonly waitMs: number
  /** Number of whole calls left. */
  readonly left: number
}

export interface TokenBucket {
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
export function createTokenBucket(runtime: Runtime, redis: Redis, { name, limit }: BucketOptions): TokenBucket {
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
