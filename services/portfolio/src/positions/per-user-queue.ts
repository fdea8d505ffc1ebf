import { setTimeout as delay } from 'node:timers/promises'
import { writesWaiting } from '../errors.ts'

/** Shorter than the gateway's timeout, even with the three seconds that a statement may take. */
const WAIT_TIMEOUT_MS = 2_000

/**
 * Runs each user's writes one at a time, in order. A waiting write doesn't hold a database connection. Throws
 * `writes_waiting` after the timeout.
 */
export function createPerUserQueue() {
  const last = new Map<string, Promise<void>>()
  return async <T>(userId: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(userId)
    const ended = Promise.withResolvers<void>()
    const mine = Promise.all([before, ended.promise]).then(() => undefined)
    last.set(userId, mine)
    try {
      if (before !== undefined) await waitFor(before)
      return await work()
    } finally {
      ended.resolve()
      void mine.then(() => {
        if (last.get(userId) === mine) last.delete(userId)
      })
    }
  }
}

async function waitFor(previous: Promise<void>): Promise<void> {
  const waiting = new AbortController()
  const tooLate = delay(WAIT_TIMEOUT_MS, undefined, { signal: waiting.signal }).then(() => {
    throw writesWaiting()
  })
  try {
    await Promise.race([previous, tooLate])
  } finally {
    waiting.abort()
  }
}
