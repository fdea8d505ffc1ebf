const SILENCE_MS = 60_000

/** What the worker sees of its queue. */
export interface QueueSight {
  readonly waiting: number
  readonly paused: boolean
  readonly redisReady: boolean
}

/**
 * Notices a worker that lives but consumes nothing (F34): jobs wait, the queue is not paused, Redis is there, and for
 * 60 s nothing was picked up or finished.
 */
export function createActivityWatch(now: () => number) {
  let lastActivityMs = now()
  let stuckSinceMs: number | null = null

  return {
    /** A job was picked up or finished. */
    noteActivity(): void {
      lastActivityMs = now()
      stuckSinceMs = null
    },
    observe(sight: QueueSight): void {
      const shouldWork = sight.waiting > 0 && !sight.paused && sight.redisReady
      stuckSinceMs = shouldWork ? (stuckSinceMs ?? now()) : null
    },
    /** What is wrong, or null. */
    check(): string | null {
      if (stuckSinceMs === null) return null
      const silentMs = now() - Math.max(stuckSinceMs, lastActivityMs)
      return silentMs >= SILENCE_MS ? `Jobs wait but none was picked up for ${Math.floor(silentMs / 1_000)} s` : null
    },
    get lastActivityMs(): number {
      return lastActivityMs
    },
  }
}
