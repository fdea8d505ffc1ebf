import { isIPv6 } from 'node:net'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Runtime } from './runtime/runtime.ts'

export interface LimiterOptions {
  readonly name: string
  readonly points: number
  readonly durationSeconds: number
}

export type LimitDecision = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number }

export interface Limiter {
  consume(key: string): Promise<LimitDecision>
  /** Reads the state without using a point. */
  check(key: string): Promise<LimitDecision>
  /** Returns one point that `consume` used, never more points than were used. */
  refund(key: string): Promise<void>
  reset(key: string): Promise<void>
}

/** Never goes below zero, which would allow an extra attempt after the key has expired or been reset. */
const REFUND = "if tonumber(redis.call('get', KEYS[1]) or 0) > 0 then return redis.call('decr', KEYS[1]) end"

/**
 * A rate limit shared by all replicas. Attempts are counted in Redis and in each process's memory, and either count can
 * reject one. The limit therefore also holds while Redis is down, and losing or regaining Redis allows no extra
 * attempts (T5, S10).
 */
export function createLimiter(runtime: Runtime, redis: Redis, options: LimiterOptions): Limiter {
  const { name, points, durationSeconds } = options
  const memory = new RateLimiterMemory({ points, duration: durationSeconds })
  const shared = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `callwright:limit:${name}`,
    points,
    duration: durationSeconds,
    rejectIfRedisNotReady: true,
  })

  for (const decision of ['allowed', 'refused']) {
    for (const store of ['redis', 'memory']) {
      runtime.metrics.rateLimitDecisions.inc({ limiter: name, decision, store }, 0)
    }
  }

  /** Runs `work` on Redis. Returns null if Redis is unavailable. */
  async function tryShared<T>(work: () => Promise<T>): Promise<T | null> {
    if (redis.status !== 'ready') return null
    try {
      return await work()
    } catch (error) {
      runtime.log.debug({ err: error, limiter: name }, 'limiter.redis_failed')
      return null
    }
  }

  function count(decision: LimitDecision, store: 'redis' | 'memory'): LimitDecision {
    runtime.metrics.rateLimitDecisions.inc({
      limiter: name,
      decision: decision.allowed ? 'allowed' : 'refused',
      store,
    })
    return decision
  }

  const isSpent = (state: RateLimiterRes | null) => state !== null && state.consumedPoints >= points

  return {
    async consume(key) {
      const local = await spend(memory, key)
      if (!local.allowed) return count(local, 'memory')
      const common = await tryShared(() => spend(shared, key))
      return common === null ? count(local, 'memory') : count(common, 'redis')
    },
    async check(key) {
      const states = [await memory.get(key), await tryShared(() => shared.get(key))]
      const spent = states.find(isSpent)
      return spent ? refuse(spent) : { allowed: true }
    },
    async refund(key) {
      await Promise.all([refundLocal(memory, key), tryShared(() => redis.eval(REFUND, 1, shared.getKey(key)))])
    },
    async reset(key) {
      await Promise.all([memory.delete(key), tryShared(() => shared.delete(key))])
    },
  }
}

async function spend(limiter: RateLimiterMemory | RateLimiterRedis, key: string): Promise<LimitDecision> {
  try {
    await limiter.consume(key)
    return { allowed: true }
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    return refuse(error)
  }
}

async function refundLocal(memory: RateLimiterMemory, key: string): Promise<void> {
  const state = await memory.get(key)
  if (state !== null && state.consumedPoints > 0 && state.msBeforeNext > 0) await memory.reward(key)
}

function refuse(state: RateLimiterRes): LimitDecision {
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1_000)) }
}

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * Rate-limit key for a client address: an IPv4 address itself, or the /64 network of an IPv6 address, because one
 * household or server controls a whole /64.
 */
export function bucketOf(address: string): string {
  const mapped = mappedIpv4.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  return expand(address).slice(0, NETWORK_GROUPS).join(':')
}

function expand(address: string): string[] {
  const [bare = ''] = address.split('%')
  const [head = '', tail] = bare.split('::')
  const left = split(head)
  const right = tail === undefined ? [] : split(tail)
  const zeros = Array.from({ length: Math.max(0, GROUPS - left.length - right.length) }, () => '0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16))
}

function split(part: string): string[] {
  return part === '' ? [] : part.split(':')
}
