import { randomUUID } from 'node:crypto'
import type { openRedis } from '@callwright/service'

/** No answer takes this long, but the lock of a process that died must expire. */
const HELD_MS = 36_000
const RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end"

/**
 * Allows each user one answer at a time. Redis enforces this across replicas. While Redis is down, each process
 * enforces it alone.
 */
export function createUserLock(redis: Pick<ReturnType<typeof openRedis>, 'status' | 'set' | 'eval'>) {
  const held = new Set<string>()

  async function hold(key: string, value: string): Promise<boolean> {
    if (redis.status !== 'ready') return true
    try {
      return (await redis.set(key, value, 'PX', HELD_MS, 'NX')) === 'OK'
    } catch {
      // Redis is down: fall back to this process's lock.
      return true
    }
  }

  async function release(key: string, value: string): Promise<void> {
    if (redis.status !== 'ready') return
    await redis.eval(RELEASE, 1, key, value).catch(() => {})
  }

  /** Returns a function that releases the lock, or null if the user's last message is still being answered. */
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
