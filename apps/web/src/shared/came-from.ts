import { useEffect } from 'react'
import { openBrowserStorage } from '../api/browser-storage.ts'
import { COACH_PATH } from './paths.ts'
import { useLocation } from './routing.ts'

const KEY = 'cameFrom'
const storage = openBrowserStorage(() => sessionStorage)

/** Remembers the address of every page of this tab but the coach's, which answers about the one before it. */
export function useKeptAddress(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (pathname !== COACH_PATH) storage.set(KEY, pathname + search)
  }, [pathname, search])
}

/** Null where the coach is the first page of the tab. */
export const readKeptAddress = () => storage.get(KEY)
