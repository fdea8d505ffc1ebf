import { useSyncExternalStore } from 'react'
import { openBrowserStorage } from '../../api/browser-storage.ts'

/** Key shared with the application; `public/first-paint.js` reads it before the first paint. */
const KEY = 'mantine-color-scheme-value'
const SYSTEM_DARK = '(prefers-color-scheme: dark)'

export const schemes = ['light', 'dark', 'auto'] as const
export type Scheme = (typeof schemes)[number]

const storage = openBrowserStorage(() => window.localStorage)
const listeners = new Set<() => void>()

function read(): Scheme {
  const stored = storage.get(KEY)
  return schemes.find((scheme) => scheme === stored) ?? 'auto'
}

function show(): void {
  const scheme = read()
  const system = window.matchMedia(SYSTEM_DARK).matches ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme === 'auto' ? system : scheme)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) show()
  }
  const system = window.matchMedia(SYSTEM_DARK)
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  system.addEventListener('change', show)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
    system.removeEventListener('change', show)
  }
}

function choose(scheme: Scheme): void {
  storage.set(KEY, scheme)
  show()
}

/** The chosen theme and its setter. The theme follows other tabs and the system setting. */
export function useStoredScheme(): readonly [Scheme, (scheme: Scheme) => void] {
  const scheme = useSyncExternalStore<Scheme>(subscribe, read, () => 'auto')
  return [scheme, choose]
}
