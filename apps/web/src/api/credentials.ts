import type { KeyValueStorage } from './browser-storage.ts'

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
  readonly clear: () => void
}

export const TOKEN_KEY = 'token'
export const USER_KEY = 'user'
export const RECEIPT_KEY = 'tokenReceipt'

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
    },
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
