import { ACCESS_TOKEN_SECONDS } from '@callwright/contracts'

/** Longest time that a token can outlive its ended session, plus half a minute for clock skew. */
const REMEMBER_MS = (ACCESS_TOKEN_SECONDS + 30) * 1_000
const SWEEP_EVERY_MS = 60_000

export interface Revocations {
  add(sessionId: string): void
  has(sessionId: string): boolean
  /** Calls the listener for each session that is revoked from now on, even one that was revoked before. */
  listen(listener: (sessionId: string) => void): void
  readonly size: number
}

/** Recently ended sessions. None is removed early, because its token would then be accepted again. */
export function createRevocations(now: () => number = Date.now): Revocations {
  const endsAtMs = new Map<string, number>()
  const listeners: ((sessionId: string) => void)[] = []
  let sweptAtMs = now()

  function sweep(nowMs: number): void {
    if (nowMs - sweptAtMs < SWEEP_EVERY_MS) return
    sweptAtMs = nowMs
    for (const [sessionId, endMs] of endsAtMs) if (endMs <= nowMs) endsAtMs.delete(sessionId)
  }

  return {
    add(sessionId) {
      sweep(now())
      endsAtMs.set(sessionId, now() + REMEMBER_MS)
      for (const listener of listeners) listener(sessionId)
    },
    has: (sessionId) => (endsAtMs.get(sessionId) ?? 0) > now(),
    listen(listener) {
      listeners.push(listener)
    },
    get size() {
      return endsAtMs.size
    },
  }
}
