import { shownAnswers } from '../../api/answers.ts'
import { formatEtTime } from '../../shared/format/times.ts'
import { type RootState, useAppSelector } from '../store.ts'

/** Says when the oldest figures on the page were loaded. Renders nothing if the page has none. */
export function DataAge() {
  const loadedAtMs = useAppSelector(findOldestMs)
  if (loadedAtMs === null) return null
  return <>The figures on this page were loaded {formatEtTime(new Date(loadedAtMs).toISOString())}. </>
}

/** When the oldest market data that the page shows was loaded; null if it shows none. */
export function findOldestMs({ api }: RootState): number | null {
  const times = Object.entries(api.queries).flatMap(([key, query]) => {
    const isShown = Object.keys(api.subscriptions[key] ?? {}).length > 0
    if (!isShown || !hasFreshness(query?.data)) return []
    return shownAnswers.get(key) ?? query?.fulfilledTimeStamp ?? []
  })
  return times.length === 0 ? null : Math.min(...times)
}

const hasFreshness = (data: unknown) => typeof data === 'object' && data !== null && 'freshness' in data
