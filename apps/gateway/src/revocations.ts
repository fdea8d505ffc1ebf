import { ACCESS_TOKEN_SECONDS } from '@callwright/contracts'

/** As long as a token of the session could still be good, and half a minute for clocks that differ. */
const REMEMBER_MS = (ACCESS_TOKEN_SECONDS + 30) * 1_000
const SWEEP_EVERY_MS = 60_000

export interface Revocations {
  add(sessionId: string): void
  has(sessionId: string): boolean
  /** Calls back with each session that is ended from now on, as often as it is told of it. */
  listen(listener: (sessionId: string) => void): void
  readonly size: number
}

/** The sessions that were ended lately. Nothing is dropped early: forgetting one would let its token in again. */
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
