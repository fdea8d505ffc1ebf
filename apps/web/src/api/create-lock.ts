import type { RunExclusively } from './token-source.ts'

/** Lock shared by all of the browser's tabs, or only by this tab's callers if the browser has no Web Locks. */
export function createLock(locks: LockManager | undefined): RunExclusively {
  const queues = new Map<string, Promise<unknown>>()

  return async (name, work) => {
    if (locks !== undefined) return await locks.request(name, work)
    const turn = (queues.get(name) ?? Promise.resolve()).then(work, work)
    queues.set(name, turn)
    return await turn
  }
}
