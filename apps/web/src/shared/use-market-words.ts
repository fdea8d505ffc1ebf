import { useEffect } from 'react'
import { openBrowserStorage } from '../api/browser-storage.ts'
import type { Freshness } from '../api/screen.ts'
import { describeMarket } from './freshness-view.ts'

const KEY = 'market'
const storage = openBrowserStorage(() => localStorage)

/**
 * What a page must say loudly of its figures (`describeMarket`); until they are there, what was to be said of those seen
 * last: it stands over the page from the start, and moves nothing when it is confirmed.
 */
export function useMarketWords(freshness: Freshness | null): string | null {
  const words = freshness && describeMarket(freshness)
  useEffect(() => {
    if (freshness !== null) storage.set(KEY, words ?? '')
  }, [freshness, words])
  return freshness === null ? storage.get(KEY) || null : words
}
