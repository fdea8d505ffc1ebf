import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createIdentitySigner, IDENTITY_HEADER } from '@callwright/service'

const USERS = 20
const ANSWER_TIMEOUT_MS = 6_000
const RETRY_AFTER_MS = 1_000

/**
 * Adds positions at a steady rate for many users. Every second write is retried until it is acknowledged. The others
 * are sent only once, even if no response arrives. `stop` resolves to all writes: { user, id, tries, isAcknowledged }.
 */
export function startWriting({ url, dataDir, perSecond }) {
  const sign = createIdentitySigner(
    { dataDir, profile: 'development', identityPrivateKey: null, identityPublicKeys: null },
    'gateway',
  )
  const writes = []
  const running = new Set()
  const rejections = new Map()
  let isStopping = false
  let isOver = false

  async function add({ user, id }) {
    const answer = await fetch(`${url}/api/portfolio/positions`, {
      method: 'POST',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      headers: {
        [IDENTITY_HEADER]: sign('portfolio', { kind: 'user', userId: user, sessionId: `session of ${user}` }),
        'content-type': 'application/json',
        'idempotency-key': id,
      },
      body: JSON.stringify({
        ...{ id, ticker: 'KO', entry_date: '2026-06-26', expiry_date: '2026-07-24' },
        ...{ strike_price: 65, entry_premium: 2.5, entry_price: 60 },
      }),
    })
    await answer.arrayBuffer()
    return answer.status
  }

  async function write(entry, isRetried) {
    do {
      entry.tries += 1
      const status = await add(entry).catch(() => 'no response')
      entry.isAcknowledged = status === 200
      if (entry.isAcknowledged) return
      rejections.set(status, (rejections.get(status) ?? 0) + 1)
      await delay(RETRY_AFTER_MS)
    } while (isRetried && !isOver)
  }

  const loop = (async () => {
    const startMs = performance.now()
    for (let index = 0; !isStopping; index += 1) {
      const entry = { user: `crash-${index % USERS}`, id: randomUUID(), tries: 0, isAcknowledged: false }
      writes.push(entry)
      const work = write(entry, index % 2 === 0).finally(() => running.delete(work))
      running.add(work)
      // Schedule writes by the clock, so that the writer catches up after a delay.
      const waitMs = startMs + ((index + 1) * 1_000) / perSecond - performance.now()
      if (waitMs > 0) await delay(waitMs)
    }
  })()

  return {
    count: () => writes.length,
    rejections: () => [...rejections].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none',
    /** Stops new writes and waits up to `timeoutMs` for retries. */
    async stop(timeoutMs) {
      isStopping = true
      await loop
      const over = delay(timeoutMs).then(() => {
        isOver = true
      })
      await Promise.race([Promise.all(running), over])
      isOver = true
      await Promise.all(running)
      return writes
    },
  }
}
