import type { RunExclusively } from './token-keeper.ts'

/** One lock for all tabs of the browser; where the browser has none, one for this tab. */
export function createExclusive(locks: LockManager | undefined): RunExclusively {
  const queues = new Map<string, Promise<unknown>>()

  return async (name, work) => {
    if (locks !== undefined) return await locks.request(name, work)
    const turn = (queues.get(name) ?? Promise.resolve()).then(work, work)
    queues.set(name, turn)
    return await turn
  }
}
