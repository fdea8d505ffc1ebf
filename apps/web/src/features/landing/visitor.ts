import { useSyncExternalStore } from 'react'
import { readGrant } from '../../api/credentials.ts'
import { request, send } from '../../api/http.ts'
import { type ApiServices, openBrowserStorage } from '../../api/services.ts'
import { DASHBOARD_PATH } from '../../shared/paths.ts'

/** The visitor's session, and sign-in to the demo. */
export interface Visitor {
  readonly hasSession: () => boolean
  /** Signs in to a new demo account and opens it. Returns an error message, or null on success. */
  readonly openDemo: () => Promise<string | null>
}

export function createVisitor(
  { credentials, fetch }: Pick<ApiServices, 'credentials' | 'fetch'>,
  leaveTo: (path: string) => void,
): Visitor {
  return {
    hasSession: () => credentials.readToken() !== null && credentials.readUser() !== null,
    openDemo: async () => {
      const outcome = await send(fetch, request('auth.demo'), { token: null, signal: new AbortController().signal })
      if (!outcome.ok) return outcome.error.detail ?? 'Could not open the demo. Please try again.'
      credentials.save(readGrant(outcome.body))
      leaveTo(DASHBOARD_PATH)
      return null
    },
  }
}

/** `storage` fires when another tab signs in or out; `pageshow` when the page returns from the back/forward cache. */
const sessionEvents = ['storage', 'pageshow'] as const

function subscribeToSession(listener: () => void): () => void {
  for (const event of sessionEvents) window.addEventListener(event, listener)
  return () => {
    for (const event of sessionEvents) window.removeEventListener(event, listener)
  }
}

/** Whether a user is signed in on this browser; false in the prerendered page. */
export const useSession = ({ hasSession }: Visitor): boolean =>
  useSyncExternalStore(subscribeToSession, hasSession, () => false)

/** Key shared with the application; `public/first-paint.js` reads it before the first paint. */
const SCHEME_KEY = 'mantine-color-scheme-value'
const SYSTEM_DARK = '(prefers-color-scheme: dark)'

const schemes = ['light', 'dark', 'auto'] as const
export type Scheme = (typeof schemes)[number]

const storage = openBrowserStorage(() => window.localStorage)
const schemeListeners = new Set<() => void>()

function readScheme(): Scheme {
  const stored = storage.get(SCHEME_KEY)
  return schemes.find((scheme) => scheme === stored) ?? 'auto'
}

function showScheme(): void {
  const scheme = readScheme()
  const system = window.matchMedia(SYSTEM_DARK).matches ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme === 'auto' ? system : scheme)
  for (const listener of schemeListeners) listener()
}

function subscribeToScheme(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === SCHEME_KEY || key === null) showScheme()
  }
  const system = window.matchMedia(SYSTEM_DARK)
  schemeListeners.add(listener)
  window.addEventListener('storage', onStorage)
  system.addEventListener('change', showScheme)
  return () => {
    schemeListeners.delete(listener)
    window.removeEventListener('storage', onStorage)
    system.removeEventListener('change', showScheme)
  }
}

function chooseScheme(scheme: Scheme): void {
  storage.set(SCHEME_KEY, scheme)
  showScheme()
}

/** The chosen theme and its setter. The theme follows other tabs and the system setting. */
export function useStoredScheme(): readonly [Scheme, (scheme: Scheme) => void] {
  const scheme = useSyncExternalStore<Scheme>(subscribeToScheme, readScheme, () => 'auto')
  return [scheme, chooseScheme]
}
