import { type ScreenColumn, screenColumns } from '@callwright/contracts/screener-columns'
import { openBrowserStorage } from '../../../api/browser-storage.ts'
import type { ParsedAddress } from '../../../shared/use-address-state.ts'
import { essentialColumns, isColumnChoice, parseScreenState, type ScreenState } from './screen-state.ts'

/** Table settings stored in the browser between visits. */
export interface ScreenPreferences {
  readonly columns: readonly ScreenColumn[]
}

const KEY = 'stockScreener'
const VERSION = 1
const defaultPreferences: ScreenPreferences = { columns: essentialColumns }

const storage = openBrowserStorage(() => globalThis.localStorage)
const listeners = new Set<() => void>()
export const readPreferencesText = () => storage.get(KEY)

export const readPreferences = () => parsePreferences(readPreferencesText())

/** Reads the screen state in a URL; a bare URL gets the columns from the last visit. */
export function readScreenState(search: URLSearchParams, isBare = search.size === 0): ParsedAddress<ScreenState> {
  const parsed = parseScreenState(search)
  return isBare ? { ...parsed, state: { ...parsed.state, columns: readPreferences().columns } } : parsed
}

/** Stores a change to the preferences and notifies the listeners. */
export function storePreferences(change: Partial<ScreenPreferences>): void {
  storage.set(KEY, JSON.stringify({ ...readPreferences(), ...change, version: VERSION }))
  for (const listener of listeners) listener()
}

/** Subscribes to changes in the preferences; returns a function that unsubscribes. */
export function onPreferencesChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Parses stored preferences. The text is not trusted: invalid values fall back to the defaults. */
export function parsePreferences(text: string | null): ScreenPreferences {
  const { version, columns } = readRecord(text)
  if (version !== VERSION) return defaultPreferences
  const known = Array.isArray(columns) ? columns.map((name) => screenColumns.find((column) => column === name)) : []
  const chosen = known.filter((column) => column !== undefined)
  return {
    columns: chosen.length === known.length && isColumnChoice(chosen) ? chosen : defaultPreferences.columns,
  }
}

function readRecord(text: string | null): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}
