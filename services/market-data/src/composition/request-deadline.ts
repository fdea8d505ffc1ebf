import { AsyncLocalStorage } from 'node:async_hooks'
import { ProviderFailure } from '../providers/http/provider-failure.ts'
import type { Ask, SourceRequest } from '../providers/source-requests.ts'
import { findLifetime } from './cache/lifetimes.ts'

/** Whether the answer is for a waiting user or for a job. */
export type Priority = 'interactive' | 'background'

/** Timeout of a whole request, however many calls it makes. */
export const REQUEST_TIMEOUT_MS: Readonly<Record<Priority, number>> = { interactive: 4_500, background: 20_000 }
/**
 * Timeout of a request that a job makes for its own work. No user is waiting, and at 5 calls per minute a list with
 * several pages takes this long.
 */
const JOB_REQUEST_TIMEOUT_MS = 2 * 60_000
/** Timeout of a whole-market request, which takes many calls. */
export const MARKET_REQUEST_TIMEOUT_MS = 5 * 60_000

export interface RunningRequest {
  /** Aborted at the request's deadline. */
  readonly signal: AbortSignal
  /** Whether the request's calls may wait for the rate limiter until the deadline. */
  readonly isPatient: boolean
}

const current = new AsyncLocalStorage<RunningRequest>()

/**
 * Runs one request and all of its calls under a single deadline. At the deadline, the request rejects as `unavailable`
 * and its signal aborts any calls still running.
 */
export function withRequestDeadline<T>(timeoutMs: number, work: () => Promise<T>, isPatient = false): Promise<T> {
  const cut = new AbortController()
  return current.run({ signal: cut.signal, isPatient }, async () => {
    let timer: NodeJS.Timeout | undefined
    const deadline = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new ProviderFailure('market data', { kind: 'unavailable', detail: 'no complete response in time' }))
        cut.abort()
      }, timeoutMs)
    })
    try {
      return await Promise.race([work(), deadline])
    } finally {
      clearTimeout(timer)
    }
  })
}

export function withJobDeadline({ endpoint }: SourceRequest, ask: Ask): Ask {
  const timeoutMs = findLifetime(endpoint) === null ? MARKET_REQUEST_TIMEOUT_MS : JOB_REQUEST_TIMEOUT_MS
  return (...args) => withRequestDeadline(timeoutMs, () => ask(...args), true)
}

/** Finds the request that the calling code belongs to; null if there is none. */
export function findRunningRequest(): RunningRequest | null {
  return current.getStore() ?? null
}
