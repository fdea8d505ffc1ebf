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
  /** Spends one point of `key`. */
  consume(key: string): Promise<LimitDecision>
  /** Reads without spending. */
  check(key: string): Promise<LimitDecision>
  /** Gives the key its points back. */
  reset(key: string): Promise<void>
}

/** A limit that holds across replicas by Redis and, while Redis is away, in each process's memory (T5, S10). */
export function createLimiter(runtime: Runtime, redis: Redis, options: LimiterOptions): Limiter {
  const memory = new RateLimiterMemory({ points: options.points, duration: options.durationSeconds })
  const shared = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `callwright:limit:${options.name}`,
    points: options.points,
    duration: options.durationSeconds,
    insuranceLimiter: memory,
    rejectIfRedisNotReady: true,
  })
  const note = (decision: 'allowed' | 'refused') =>
    runtime.metrics.rateLimitDecisions.inc({
      limiter: options.name,
      decision,
      store: redis.status === 'ready' ? 'redis' : 'memory',
    })

  return {
    async consume(key) {
      try {
        await shared.consume(key)
        note('allowed')
        return { allowed: true }
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        note('refused')
        return refuse(error)
      }
    },
    async check(key) {
      const state = await shared.get(key)
      return state === null || state.consumedPoints < options.points ? { allowed: true } : refuse(state)
    },
    async reset(key) {
      await Promise.all([shared.delete(key), memory.delete(key)])
    },
  }
}

function refuse(state: RateLimiterRes): LimitDecision {
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1_000)) }
}
