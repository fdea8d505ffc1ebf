import { type KeyValueStorage, openBrowserStorage } from './browser-storage.ts'
import { createLock } from './create-lock.ts'
import { type Clock, type Credentials, createCredentials } from './credentials.ts'
import { type Fetch, send } from './http.ts'
import { request } from './request.ts'
import { createTokenSource, type RunExclusively, type TokenSource } from './token-source.ts'

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
