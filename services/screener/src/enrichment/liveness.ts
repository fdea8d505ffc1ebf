const SILENCE_MS = 60_000

export interface QueueState {
  readonly waiting: number
  readonly paused: boolean
  readonly redisReady: boolean
}

/**
 * Detects a worker that is alive but does no work (F34): for 60 s it has neither picked up nor finished a job, although
 * jobs are waiting, the queue is not paused and Redis is connected.
 */
export function createActivityWatch(now: () => number) {
  let lastActivityMs = now()
  let stuckSinceMs: number | null = null

  return {
    noteActivity(): void {
      lastActivityMs = now()
      stuckSinceMs = null
    },
    observe({ waiting, paused, redisReady }: QueueState): void {
      const shouldWork = waiting > 0 && !paused && redisReady
      stuckSinceMs = shouldWork ? (stuckSinceMs ?? now()) : null
    },
    /** Returns a description of the problem, or null. */
    check(): string | null {
      if (stuckSinceMs === null) return null
      const silentMs = now() - Math.max(stuckSinceMs, lastActivityMs)
      return silentMs >= SILENCE_MS
        ? `Jobs are waiting but none was picked up for ${Math.floor(silentMs / 1_000)} s`
        : null
    },
    get lastActivityMs(): number {
      return lastActivityMs
    },
  }
}
