import { ACCESS_TOKEN_SECONDS } from '@callwright/contracts'

/** As long as a token of the session could still be good, and half a minute for clocks that differ. */
const REMEMBER_MS = (ACCESS_TOKEN_SECONDS + 30) * 1_000
const SWEEP_EVERY_MS = 60_000

export interface Revocations {
  add(sessionId: string): void
  has(sessionId: string): boolean
  readonly size: number
}

/** The sessions that were ended lately. Nothing is dropped early: forgetting one would let its token in again. */
export function createRevocations(now: () => number = Date.now): Revocations {
  const endsAtMs = new Map<string, number>()
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
    },
    has: (sessionId) => (endsAtMs.get(sessionId) ?? 0) > now(),
    get size() {
      return endsAtMs.size
    },
  }
}
