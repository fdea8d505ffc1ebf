import { screenColumns } from '@callwright/contracts/screener-columns'
import type { ScreenQuery } from '../api/market.ts'
import { openBrowserStorage } from '../api/services.ts'

/** The query that produced a stock list, including its offset. */
export type CurrentList = Pick<ScreenQuery, 'sortBy' | 'sortOrder' | 'narrowing' | 'offset'>

const KEY = 'currentList'
const storage = openBrowserStorage(() => globalThis.sessionStorage)

/** Stores the query for the list that this tab opens stocks from. */
export function storeCurrentList({ sortBy, sortOrder, narrowing, offset }: CurrentList): void {
  storage.set(KEY, JSON.stringify({ sortBy, sortOrder, narrowing, offset }))
}

/** Reads the list stored in this tab; returns null if there is none. */
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

/** Anything may have been stored, so the text is validated. */
function readRecord(text: string | null): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}
