import { ACCESS_TOKEN_SECONDS, REVOCATION_CHANNEL, type Success } from '@callwright/contracts'
import { openRedis, type Runtime } from '@callwright/service'

/** Longest time that a token can outlive its ended session, plus half a minute for clock skew. */
const REMEMBER_MS = (ACCESS_TOKEN_SECONDS + 30) * 1_000
const SWEEP_EVERY_MS = 60_000

export interface Revocations {
  add(sessionId: string): void
  has(sessionId: string): boolean
  /** Calls the listener for each session that is revoked from now on, even one that was revoked before. */
  listen(listener: (sessionId: string) => void): void
  readonly size: number
}

/**
 * Recently ended sessions. None is removed early, because its token would then be accepted again; so the time is one that
 * cannot be set.
 */
export function createRevocations(now: () => number = () => performance.now()): Revocations {
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

type Page = Success<'auth.revocations'>

interface FeedOptions {
  readonly redisUrl: string
  readonly revocations: Revocations
  readonly fetchPage: (after: string | null) => Promise<Page>
}

/** Poll interval. At half a second, a logout takes effect within one second even if a poll is slow. */
export const TICK_MS = 500

/**
 * Receives ended sessions over Redis and also polls auth on every tick, because auth may have lost its connection to
 * Redis. Either way, a logout takes effect in this process within a second (D32).
 */
export function openRevocationFeed(runtime: Runtime, options: FeedOptions): { start(): Promise<void> } {
  const { revocations } = options
  const redis = openRedis(runtime, options.redisUrl, 'cache')
  let cursor: string | null = null
  let pollWorks = true
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null

  redis.on('message', (_channel, message) => {
    const sessionId = readSessionId(message)
    if (sessionId === null) runtime.log.warn('revocation.unreadable')
    else revocations.add(sessionId)
  })
  redis.on('ready', () => {
    redis
      .subscribe(REVOCATION_CHANNEL)
      .catch((error) => runtime.log.debug({ err: error }, 'revocation.subscribe_failed'))
  })

  async function poll(): Promise<void> {
    try {
      await readNewPages()
      if (!pollWorks) runtime.log.info('revocation.poll_works')
      pollWorks = true
    } catch (error) {
      if (pollWorks) runtime.log.warn({ err: error }, 'revocation.poll_failed')
      pollWorks = false
    }
  }

  async function readNewPages(): Promise<void> {
    for (;;) {
      const page = await options.fetchPage(cursor)
      for (const { sid } of page.revocations) revocations.add(sid)
      const isLast = page.revocations.length === 0 || page.cursor === cursor
      cursor = page.cursor
      if (isLast) return
    }
  }

  function runTick(): Promise<void> {
    running ??= poll().finally(() => {
      running = null
    })
    return running
  }

  runtime.onClose('revocation feed', () => {
    if (timer) clearInterval(timer)
  })

  return {
    async start() {
      await runTick()
      timer = setInterval(() => void runTick(), TICK_MS)
      timer.unref()
    },
  }
}

function readSessionId(message: string): string | null {
  try {
    const { sid } = JSON.parse(message) as { sid?: unknown }
    return typeof sid === 'string' && sid !== '' ? sid : null
  } catch {
    return null
  }
}
