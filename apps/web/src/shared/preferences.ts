import { useMemo, useSyncExternalStore } from 'react'
import { openBrowserStorage } from '../api/browser-storage.ts'

/** Rows of 28, 36 and 44 px. */
export const densities = ['compact', 'standard', 'roomy'] as const
export type Density = (typeof densities)[number]

/** What a reader chose for this browser, whoever is signed in. */
export interface Preferences {
  /** The colours of gain and loss; neither is ever the only cue. */
  readonly palette: 'green_red' | 'blue_orange'
  /** How high the rows of every table are. */
  readonly density: Density
  /** Keys without a modifier, such as `/` and `?`; who speaks to the computer wants them off (WCAG 2.1.4). */
  readonly singleKeys: boolean
  /** Dollar amounts of the reader's own are masked. */
  readonly hidesAmounts: boolean
}

/** `public/first-paint.js` reads the same, before the first paint. */
export const PREFERENCES_KEY = 'preferences'

const usual: Preferences = { palette: 'green_red', density: 'standard', singleKeys: true, hidesAmounts: false }

const storage = openBrowserStorage(() => globalThis.localStorage)
const listeners = new Set<() => void>()

/** The preferences, and how to change some of them; every part of the page and every tab follows. */
export function usePreferences(): readonly [Preferences, (changes: Partial<Preferences>) => void] {
  const text = useSyncExternalStore(followPreferences, readText)
  return [useMemo(() => readPreferences(text), [text]), keepPreferences]
}

function keepPreferences(changes: Partial<Preferences>): void {
  storage.set(PREFERENCES_KEY, JSON.stringify({ ...readPreferences(readText()), ...changes }))
  for (const listener of listeners) listener()
}

function readText(): string | undefined {
  return storage.get(PREFERENCES_KEY) ?? undefined
}

function followPreferences(listener: () => void): () => void {
  // A null key: the whole storage was emptied.
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

/** Whatever is stored: what is not understood is as usual. */
export function readPreferences(text: string | undefined): Preferences {
  const stored = parseRecord(text)
  return {
    palette: stored.palette === 'blue_orange' ? 'blue_orange' : usual.palette,
    density: densities.find((each) => each === stored.density) ?? usual.density,
    singleKeys: typeof stored.singleKeys === 'boolean' ? stored.singleKeys : usual.singleKeys,
    hidesAmounts: typeof stored.hidesAmounts === 'boolean' ? stored.hidesAmounts : usual.hidesAmounts,
  }
}

function parseRecord(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}
