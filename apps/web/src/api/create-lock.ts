import type { RunExclusively } from './token-source.ts'

/**
 * Creates a lock that all of the browser's tabs share. If the browser has no Web Locks, only this tab's callers share
 * it.
 */
export function createLock(locks: LockManager | undefined): RunExclusively {
  const queues = new Map<string, Promise<unknown>>()

  return async (name, work) => {
    if (locks !== undefined) return await locks.request(name, work)
    const turn = (queues.get(name) ?? Promise.resolve()).then(work, work)
    queues.set(name, turn)
    return await turn
  }
}
