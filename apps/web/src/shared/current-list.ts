import { screenColumns } from '@callwright/contracts/screener-columns'
import { openBrowserStorage } from '../api/browser-storage.ts'
import type { ScreenQuery } from '../api/screen.ts'

/** A list of stocks by what it was asked for, and how far down it the reader is. */
export type CurrentList = Pick<ScreenQuery, 'sortBy' | 'sortOrder' | 'narrowing' | 'offset'>

const KEY = 'currentList'
const storage = openBrowserStorage(() => globalThis.sessionStorage)

/** Remembers the list that the stocks of this tab are opened from. */
export function keepCurrentList({ sortBy, sortOrder, narrowing, offset }: CurrentList): void {
  storage.set(KEY, JSON.stringify({ sortBy, sortOrder, narrowing, offset }))
}

/** The list of this tab; null where none was looked at. */
export function readCurrentList(): CurrentList | null {
  const { sortBy, sortOrder, narrowing, offset } = readRecord(storage.get(KEY))
  const column = screenColumns.find((each) => each === sortBy)
  if (column === undefined || !Number.isInteger(offset)) return null
  return {
    sortBy: column,
    sortOrder: sortOrder === 'asc' ? 'asc' : 'desc',
    narrowing: Object(narrowing),
    offset: Number(offset),
  }
}

/** Anybody may have written there. */
function readRecord(text: string | null): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}
