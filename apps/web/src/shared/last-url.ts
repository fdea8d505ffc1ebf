import { useEffect } from 'react'
import { openBrowserStorage } from '../api/services.ts'
import { COACH_PATH, SCREENING_PATH } from './paths.ts'
import { useLocation } from './routing.ts'

const KEY = 'cameFrom'
const LIST_KEY = 'listUrl'
const storage = openBrowserStorage(() => sessionStorage)

/**
 * Stores each URL that this tab visits, except the coach's, because the coach answers questions about the page before
 * it. Keeps the last URL of the stock list as well.
 */
export function useStoreLastUrl(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (pathname !== COACH_PATH) storage.set(KEY, pathname + search)
    if (pathname === SCREENING_PATH) storage.set(LIST_KEY, pathname + search)
  }, [pathname, search])
}

/** The tab's last URL outside the coach; null if the tab has shown only the coach. */
export const readLastUrl = () => storage.get(KEY)

/** URL of the stock list with the filters, sort and page that the tab last showed. */
export const readListUrl = (): string => storage.get(LIST_KEY) ?? SCREENING_PATH
