import {
  type Clock,
  type Credentials,
  createCredentials,
  createTokenSource,
  type KeyValueStorage,
  type RunExclusively,
  type TokenSource,
} from './credentials.ts'
import { type ApiRequest, buildHeaders, type Fetch, request, send, toHref } from './http.ts'

/** Dependencies of every request. The store receives them as an argument, so that tests can replace any of them. */
export interface ApiServices {
  readonly fetch: Fetch
  readonly credentials: Credentials
  readonly tokens: TokenSource
  readonly storage: KeyValueStorage
  readonly runExclusively: RunExclusively
  /** Resolves after the delay, or when the signal fires. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly random: () => number
}

export interface ServiceParts {
  readonly fetch: Fetch
  readonly clock: Clock
  readonly findStorage: () => Storage
  readonly locks: LockManager | undefined
  readonly wait: ApiServices['wait']
  readonly random: () => number
}

export function createServices({ fetch, clock, findStorage, locks, wait, random }: ServiceParts): ApiServices {
  const storage = openBrowserStorage(findStorage)
  const runExclusively = createLock(locks)
  const credentials = createCredentials(storage, clock)
  const tokens = createTokenSource({
    credentials,
    clock,
    runExclusively,
    requestRefresh: () =>
      send(fetch, request('auth.refresh'), { token: credentials.readToken(), signal: new AbortController().signal }),
  })
  return { fetch, credentials, tokens, storage, runExclusively, wait, random }
}

export function openBrowserServices(): ApiServices {
  return createServices({
    fetch: (...call) => globalThis.fetch(...call),
    clock: { wallMs: () => Date.now(), monotonicMs: () => performance.now() },
    findStorage: () => globalThis.localStorage,
    // The DOM types say otherwise, but this is undefined outside a secure context.
    locks: (navigator as { readonly locks?: LockManager }).locks,
    wait: waitFor,
    random: Math.random,
  })
}

export function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}

/** Wraps localStorage; falls back to memory when it is disabled or full. */
export function openBrowserStorage(findStorage: () => Storage): KeyValueStorage {
  const memory = new Map<string, string>()
  const attempt = <T>(action: (storage: Storage) => T): T | null => {
    try {
      return action(findStorage())
    } catch {
      return null
    }
  }
  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)),
    set: (key, value) => {
      const stored = attempt((storage) => {
        storage.setItem(key, value)
        return true
      })
      if (stored === null) memory.set(key, value)
      else memory.delete(key)
      return stored !== null
    },
    remove: (key) => {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
    listKeys: (prefix) => attempt((storage) => Object.keys(storage).filter((key) => key.startsWith(prefix))) ?? [],
  }
}

/**
 * Creates a lock that all of the browser's tabs share. If the browser has no Web Locks, only this tab's callers share
 * it.
 */
export function createLock(locks: LockManager | undefined): RunExclusively {
  const queues = new Map<string, Promise<unknown>>()

  return async (name, work) => {
    if (locks !== undefined) return await locks.request(name, work)
    const turn = (queues.get(name) ?? Promise.resolve()).then(work, work)
    queues.set(name, turn)
    return await turn
  }
}

/** If the token expires sooner than this, the app will refresh it first, so nothing is prefetched. */
const MIN_TOKEN_SECONDS = 60
/** A prefetched response older than this is discarded. */
const MAX_AGE_MS = 10_000

/** Sends a request early. `next` receives a copy of the response's body, or null if the request failed. */
export type SendEarly = (request: ApiRequest, next?: (body: unknown) => void) => void

/**
 * If there is a session, sends the page's first requests before its code has loaded. Returns services whose `fetch`
 * hands each prefetched response to the first matching request from the same user.
 */
export function prefetch(services: ApiServices, sendFirst: (send: SendEarly) => void): ApiServices {
  const { credentials, fetch } = services
  const token = credentials.readToken()
  if (token === null || credentials.secondsLeft() < MIN_TOKEN_SECONDS) return services
  const requestedAt = performance.now()
  const responses = new Map<string, Promise<Response>>()
  sendFirst((request, next) => {
    const href = toHref(request)
    const pending = fetch(href, {
      method: request.method,
      headers: buildHeaders(request, token),
      credentials: 'same-origin',
    })
    // The caller that uses the response handles errors; this avoids an unhandled rejection if no caller does.
    pending.catch(() => {})
    responses.set(href, pending)
    if (next !== undefined) void readCopy(pending).then(next)
  })
  const reuseOrFetch: Fetch = (input, init) => {
    const href = String(input)
    const pending = responses.get(href)
    const isSameUser = new Headers(init?.headers).get('authorization') === `Bearer ${token}`
    if (pending === undefined || !isSameUser || init?.method !== 'GET') return fetch(input, init)
    responses.delete(href)
    return performance.now() - requestedAt < MAX_AGE_MS ? pending : fetch(input, init)
  }
  return { ...services, fetch: reuseOrFetch }
}

async function readCopy(pending: Promise<Response>): Promise<unknown> {
  try {
    const response = await pending
    return response.ok ? await response.clone().json() : null
  } catch {
    return null
  }
}
