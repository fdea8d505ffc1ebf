import { screenColumns } from '@callwright/contracts/screener-columns'
import { useEffect } from 'react'
import type { ScreenQuery } from '../api/early-requests.ts'
import { openBrowserStorage } from '../api/services.ts'
import { COACH_PATH, SCREENING_PATH } from './paths.ts'
import { useLocation } from './routing.ts'

const URL_KEY = 'cameFrom'
const LIST_URL_KEY = 'listUrl'
const LIST_KEY = 'currentList'
const storage = openBrowserStorage(() => sessionStorage)

/**
 * Stores each URL that this tab visits, except the coach's, because the coach answers questions about the page before
 * it. Keeps the last URL of the stock list as well.
 */
export function useStoreLastUrl(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (pathname !== COACH_PATH) storage.set(URL_KEY, pathname + search)
    if (pathname === SCREENING_PATH) storage.set(LIST_URL_KEY, pathname + search)
  }, [pathname, search])
}

/** The tab's last URL outside the coach; null if the tab has shown only the coach. */
export const readLastUrl = () => storage.get(URL_KEY)

/** URL of the stock list with the filters, sort and page that the tab last showed. */
export const readListUrl = (): string => storage.get(LIST_URL_KEY) ?? SCREENING_PATH

/** The query that produced a stock list, including its offset. */
export type CurrentList = Pick<ScreenQuery, 'sortBy' | 'sortOrder' | 'narrowing' | 'offset'>

/** Stores the query for the list that this tab opens stocks from. */
export function storeCurrentList({ sortBy, sortOrder, narrowing, offset }: CurrentList): void {
  storage.set(LIST_KEY, JSON.stringify({ sortBy, sortOrder, narrowing, offset }))
}

/** Reads the list stored in this tab; returns null if there is none. */
export function readCurrentList(): CurrentList | null {
  const { sortBy, sortOrder, narrowing, offset } = readRecord(storage.get(LIST_KEY))
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
