import type { ApiError } from './api-error.ts'
import type { Clock, Credentials } from './credentials.ts'
import type { HttpOutcome } from './http.ts'
import { readGrant } from './user-wire.ts'

/** Runs `work` while holding the lock with this name, which all tabs share. */
export type RunExclusively = <T>(name: string, work: () => Promise<T>) => Promise<T>

export type TokenOutcome =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'none' }
  /** The server refused to refresh the token. */
  | { readonly kind: 'ended'; readonly error: ApiError }
  | { readonly kind: 'failed'; readonly error: ApiError }

export interface TokenSourceDeps {
  readonly credentials: Credentials
  readonly clock: Clock
  readonly runExclusively: RunExclusively
  readonly requestRefresh: () => Promise<HttpOutcome>
}

export interface TokenSource {
  /** Returns a valid token, refreshing it first if it is about to expire. */
  readonly findToken: () => Promise<TokenOutcome>
}

const RENEW_UNDER_SECONDS = 60
/** A token that expires sooner than this could expire in transit, and the rejection would end the session. */
const USABLE_OVER_SECONDS = 5
const PAUSE_AFTER_FAILURE_MS = 5_000
const LOCK_NAME = 'callwright.token-refresh'

export function createTokenSource({
  credentials,
  clock,
  runExclusively,
  requestRefresh,
}: TokenSourceDeps): TokenSource {
  let pending: Promise<TokenOutcome> | null = null
  let pausedUntilMs = Number.NEGATIVE_INFINITY

  function readUsable(overSeconds: number): TokenOutcome | null {
    const token = credentials.readToken()
    if (token === null) return { kind: 'none' }
    return credentials.secondsLeft() >= overSeconds ? { kind: 'token', token } : null
  }

  async function renew(): Promise<TokenOutcome> {
    // Another tab may have refreshed it while this one waited for the lock.
    const current = readUsable(RENEW_UNDER_SECONDS)
    if (current !== null) return current
    const tokenBefore = credentials.readToken()
    const outcome = await requestRefresh()
    if (credentials.readToken() !== tokenBefore) return readUsable(USABLE_OVER_SECONDS) ?? { kind: 'none' }
    if (outcome.ok) {
      const grant = readGrant(outcome.body)
      credentials.save(grant)
      return { kind: 'token', token: grant.token }
    }
    if (outcome.error.status === 401) return { kind: 'ended', error: outcome.error }
    pausedUntilMs = clock.monotonicMs() + PAUSE_AFTER_FAILURE_MS
    return readUsable(USABLE_OVER_SECONDS) ?? { kind: 'failed', error: outcome.error }
  }

  return {
    findToken: async () => {
      const inPause = clock.monotonicMs() < pausedUntilMs
      const ready = readUsable(inPause ? USABLE_OVER_SECONDS : RENEW_UNDER_SECONDS)
      if (ready !== null) return ready
      pending ??= runExclusively(LOCK_NAME, renew).finally(() => {
        pending = null
      })
      return await pending
    },
  }
}
