import { useEffect } from 'react'
import { openBrowserStorage } from '../api/browser-storage.ts'
import { COACH_PATH } from './paths.ts'
import { useLocation } from './routing.ts'

const KEY = 'cameFrom'
const storage = openBrowserStorage(() => sessionStorage)

/** Stores the URL of each page in this tab except the coach, which answers questions about the previous page. */
export function useStoreLastUrl(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (pathname !== COACH_PATH) storage.set(KEY, pathname + search)
  }, [pathname, search])
}

/** URL of the tab's previous page; null if the coach is its first page. */
export const readLastUrl = () => storage.get(KEY)
