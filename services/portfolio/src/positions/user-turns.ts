import { setTimeout as delay } from 'node:timers/promises'
import { writesWaiting } from '../errors.ts'

/** With the three seconds of a statement no more than the gateway waits. */
const PATIENCE_MS = 2_000

/**
 * One write of a user at a time goes to the database, in the order they came: those that wait for it hold no connection that
 * others need. Throws `writes_waiting` where the turn does not come in time.
 */
export function createUserTurns() {
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

async function waitFor(turn: Promise<void>): Promise<void> {
  const waiting = new AbortController()
  const tooLate = delay(PATIENCE_MS, undefined, { signal: waiting.signal }).then(() => {
    throw writesWaiting()
  })
  try {
    await Promise.race([turn, tooLate])
  } finally {
    waiting.abort()
  }
}
