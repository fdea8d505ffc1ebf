import { randomUUID } from 'node:crypto'
import type { openRedis } from '@callwright/service'

/** Longer than any answer takes: what a dead process held is free again. */
const HELD_MS = 36_000
const RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end"

/** One message of a user is answered at a time, across replicas by Redis and, while that is away, in this process. */
export function createInFlight(redis: Pick<ReturnType<typeof openRedis>, 'status' | 'set' | 'eval'>) {
  const held = new Set<string>()

  async function hold(key: string, value: string): Promise<boolean> {
    if (redis.status !== 'ready') return true
    try {
      return (await redis.set(key, value, 'PX', HELD_MS, 'NX')) === 'OK'
    } catch {
      // Away by now: this process decides alone.
      return true
    }
  }

  async function release(key: string, value: string): Promise<void> {
    if (redis.status !== 'ready') return
    await redis.eval(RELEASE, 1, key, value).catch(() => {})
  }

  /** Lets go of what was entered; null where the user's last message is still being answered. */
  return async (userId: string): Promise<(() => Promise<void>) | null> => {
    if (held.has(userId)) return null
    held.add(userId)
    const key = `callwright:coach:answering:${userId}`
    const value = randomUUID()
    if (!(await hold(key, value))) {
      held.delete(userId)
      return null
    }
    return async () => {
      held.delete(userId)
      await release(key, value)
    }
  }
}
