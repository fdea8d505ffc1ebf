import { useMemo, useSyncExternalStore } from 'react'
import { openBrowserStorage } from '../api/services.ts'

/** Row heights of 28, 36 and 44 px. */
export const densities = ['compact', 'standard', 'roomy'] as const
export type Density = (typeof densities)[number]

/** Preferences in this browser, shared by all accounts. */
export interface Preferences {
  /** Colors for gains and losses. Color is never the only cue. */
  readonly palette: 'green_red' | 'blue_orange'
  /** Row height in all tables. */
  readonly density: Density
  /**
   * Whether shortcuts without a modifier, such as `/` and `?`, are on. Users of speech input must be able to turn them
   * off (WCAG 2.1.4).
   */
  readonly singleKeys: boolean
  /** Whether the user's own dollar amounts are masked. */
  readonly hidesAmounts: boolean
}

/** `public/first-paint.js` reads this key before the first paint. */
export const PREFERENCES_KEY = 'preferences'

const defaults: Preferences = { palette: 'green_red', density: 'standard', singleKeys: true, hidesAmounts: false }

const storage = openBrowserStorage(() => globalThis.localStorage)
const listeners = new Set<() => void>()

/** The preferences, and a function that changes them in all components and tabs. */
export function usePreferences(): readonly [Preferences, (changes: Partial<Preferences>) => void] {
  const text = useSyncExternalStore(followPreferences, readText)
  return [useMemo(() => readPreferences(text), [text]), storePreferences]
}

function storePreferences(changes: Partial<Preferences>): void {
  storage.set(PREFERENCES_KEY, JSON.stringify({ ...readPreferences(readText()), ...changes }))
  for (const listener of listeners) listener()
}

function readText(): string | undefined {
  return storage.get(PREFERENCES_KEY) ?? undefined
}

function followPreferences(listener: () => void): () => void {
  // The key is null if the entire storage was cleared.
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === PREFERENCES_KEY) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** Parses stored preferences. Invalid values are replaced with the defaults. */
export function readPreferences(text: string | undefined): Preferences {
  const stored = parseRecord(text)
  return {
    palette: stored.palette === 'blue_orange' ? 'blue_orange' : defaults.palette,
    density: densities.find((each) => each === stored.density) ?? defaults.density,
    singleKeys: typeof stored.singleKeys === 'boolean' ? stored.singleKeys : defaults.singleKeys,
    hidesAmounts: typeof stored.hidesAmounts === 'boolean' ? stored.hidesAmounts : defaults.hidesAmounts,
  }
}

function parseRecord(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}
