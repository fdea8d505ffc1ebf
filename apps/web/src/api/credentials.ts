import type { AuthResponse, User } from '@callwright/contracts'
import type { ApiError, HttpOutcome } from './http.ts'

/** Runs `work` while holding the lock with this name, which all tabs share. */
export type RunExclusively = <T>(name: string, work: () => Promise<T>) => Promise<T>

export interface KeyValueStorage {
  readonly get: (key: string) => string | null
  /** Stores a value. Returns false if it is only in memory and will be lost when the page closes. */
  readonly set: (key: string, value: string) => boolean
  readonly remove: (key: string) => void
  /** Lists keys that start with `prefix`, leaving out values that are only in memory. */
  readonly listKeys: (prefix: string) => readonly string[]
}

export interface SessionUser {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly fullName: string | null
  readonly isDemo: boolean
  /** ISO time when a demo account expires; null for a permanent account. */
  readonly demoEndsAt: string | null
}

export interface Clock {
  readonly wallMs: () => number
  /** Never goes backward while the page is open, but may stop while the machine sleeps. */
  readonly monotonicMs: () => number
}

export interface Grant {
  readonly token: string
  readonly expiresInSeconds: number
  readonly user: SessionUser
}

export interface Credentials {
  readonly readToken: () => string | null
  readonly readUser: () => SessionUser | null
  /** Returns the stored token's remaining lifetime in seconds; 0 if unknown. */
  readonly secondsLeft: () => number
  readonly save: (grant: Grant) => void
  readonly saveUser: (user: SessionUser) => void
  /** Also deletes the answers that this device keeps. */
  readonly clear: () => void
}

export const TOKEN_KEY = 'token'
export const USER_KEY = 'user'
export const RECEIPT_KEY = 'tokenReceipt'
/** localStorage key for covered calls, and the prefix of related keys. */
export const POSITIONS_KEY = 'coveredCallPositions'
/** Prefix of the keys of the positions as last loaded. They are shown in an outage, and removed at sign-out. */
export const LOADED_POSITIONS_KEY = 'loadedPositions'

/** Prefix of the names of the caches with users' stored answers. */
export const ANSWERS_PREFIX = 'answers.'

interface Receipt {
  readonly receivedAtMs: number
  readonly expiresInSeconds: number
}

/** The stored session. It is not cached here, because any tab may change the storage. */
export function createCredentials(storage: KeyValueStorage, clock: Clock): Credentials {
  let receivedHere: { token: string; monotonicMs: number } | null = null

  const readToken = () => storage.get(TOKEN_KEY)

  function secondsLeft(): number {
    const token = readToken()
    const receipt = parseReceipt(storage.get(RECEIPT_KEY))
    if (token === null || receipt === null) return 0
    const wallMs = clock.wallMs() - receipt.receivedAtMs
    const monotonicMs = receivedHere?.token === token ? clock.monotonicMs() - receivedHere.monotonicMs : null
    // If the wall clock was set back, only this page's monotonic clock shows how old the token is.
    if (wallMs < 0 && monotonicMs === null) return 0
    return Math.max(0, receipt.expiresInSeconds - Math.max(wallMs, monotonicMs ?? 0) / 1000)
  }

  return {
    readToken,
    readUser: () => parseUser(storage.get(USER_KEY)),
    secondsLeft,
    save: ({ token, expiresInSeconds, user }) => {
      receivedHere = { token, monotonicMs: clock.monotonicMs() }
      storage.set(USER_KEY, JSON.stringify(user))
      storage.set(RECEIPT_KEY, JSON.stringify({ receivedAtMs: clock.wallMs(), expiresInSeconds } satisfies Receipt))
      // Other tabs react to the token's key, so write it last.
      storage.set(TOKEN_KEY, token)
    },
    saveUser: (user) => storage.set(USER_KEY, JSON.stringify(user)),
    clear: () => {
      receivedHere = null
      for (const key of [TOKEN_KEY, USER_KEY, RECEIPT_KEY]) storage.remove(key)
      void deleteAnswers()
    },
  }
}

/** Deletes the stored answers of all users. It does not load their code, because it must work without a network. */
async function deleteAnswers(): Promise<void> {
  try {
    const names = await caches.keys()
    await Promise.all(names.filter((name) => name.startsWith(ANSWERS_PREFIX)).map((name) => caches.delete(name)))
  } catch {
    // The browser has no cache storage outside a secure context.
  }
}

function parseJson(text: string | null): Readonly<Record<string, unknown>> | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function parseReceipt(text: string | null): Receipt | null {
  const value = parseJson(text)
  if (value === null) return null
  const { receivedAtMs, expiresInSeconds } = value
  if (typeof receivedAtMs !== 'number' || typeof expiresInSeconds !== 'number') return null
  return { receivedAtMs, expiresInSeconds }
}

function parseUser(text: string | null): SessionUser | null {
  const value = parseJson(text)
  if (value === null) return null
  const { id, username, email, fullName, isDemo, demoEndsAt } = value
  if (typeof id !== 'string' || typeof username !== 'string' || typeof email !== 'string') return null
  return {
    id,
    username,
    email,
    fullName: typeof fullName === 'string' ? fullName : null,
    isDemo: isDemo === true,
    demoEndsAt: typeof demoEndsAt === 'string' ? demoEndsAt : null,
  }
}

export function readUser(wire: User): SessionUser {
  return {
    id: wire.id,
    username: wire.username,
    email: wire.email,
    fullName: wire.full_name,
    isDemo: wire.is_demo,
    demoEndsAt: wire.demo_ends_at,
  }
}

export function readGrant(body: unknown): Grant {
  const { access_token, expires_in, user } = body as AuthResponse
  return { token: access_token, expiresInSeconds: expires_in, user: readUser(user) }
}

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
