import { type ScreenColumn, screenColumns } from '@callwright/contracts/screener-columns'
import { openBrowserStorage } from '../../../api/browser-storage.ts'
import type { ParsedAddress } from '../../../shared/use-address-state.ts'
import { essentialColumns, isColumnChoice, parseScreenState, type ScreenState } from './screen-state.ts'

/** What this browser remembers of the table from one visit to the next. */
export interface ScreenPreferences {
  readonly columns: readonly ScreenColumn[]
}

const KEY = 'stockScreener'
const VERSION = 1
const usual: ScreenPreferences = { columns: essentialColumns }

const storage = openBrowserStorage(() => globalThis.localStorage)
const listeners = new Set<() => void>()
export const readPreferencesText = () => storage.get(KEY)

export const readPreferences = () => parsePreferences(readPreferencesText())

/** The screen an address asks for; one that asks for nothing shows the columns of the last visit. */
export function readScreenState(
  search: URLSearchParams,
  asksForNothing = search.size === 0,
): ParsedAddress<ScreenState> {
  const parsed = parseScreenState(search)
  return asksForNothing ? { ...parsed, state: { ...parsed.state, columns: readPreferences().columns } } : parsed
}

/** Remembers a change; whoever shows a preference is told. */
export function storePreferences(change: Partial<ScreenPreferences>): void {
  storage.set(KEY, JSON.stringify({ ...readPreferences(), ...change, version: VERSION }))
  for (const listener of listeners) listener()
}

/** Returns how to stop. */
export function onPreferencesChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Anybody may have written there: what cannot be shown is as usual. */
export function parsePreferences(text: string | null): ScreenPreferences {
  const { version, columns } = readRecord(text)
  if (version !== VERSION) return usual
  const known = Array.isArray(columns) ? columns.map((name) => screenColumns.find((column) => column === name)) : []
  const chosen = known.filter((column) => column !== undefined)
  return {
    columns: chosen.length === known.length && isColumnChoice(chosen) ? chosen : usual.columns,
  }
}

function readRecord(text: string | null): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}
