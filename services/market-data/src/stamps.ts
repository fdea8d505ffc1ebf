import { dataClassesWorstFirst, joinSources } from '@callwright/contracts'
import type { CacheStatus, Missing, Stamp } from './providers/provider.ts'

/** What an answer says of itself; without a cache status its source has just been asked. */
export interface AnswerStamp extends Stamp {
  readonly cacheStatus?: CacheStatus
}

const CACHE_STATUSES: readonly CacheStatus[] = ['stale', 'refreshing', 'miss', 'fresh']

/**
 * The stamp of what is put together from several answers, never better than its worst part: every source by name, the
 * oldest instant, the worst class. Give it the parts whose prices are shown or reckoned with; a reference rate, a
 * dividend or a company's accounts are of another day by nature and say nothing of how fresh the prices are.
 */
export function worstStamp(...parts: readonly [AnswerStamp, ...AnswerStamp[]]): Required<AnswerStamp> {
  const worstOf = <T>(order: readonly T[], values: readonly T[], best: T) =>
    order.find((candidate) => values.includes(candidate)) ?? best
  return {
    source: joinSources(parts.map(({ source }) => source)),
    dataClass: worstOf(
      dataClassesWorstFirst,
      parts.map(({ dataClass }) => dataClass),
      'none',
    ),
    asOfMs: Math.min(...parts.map(({ asOfMs }) => asOfMs)),
    cacheStatus: worstOf(CACHE_STATUSES, parts.map(readCacheStatus), 'miss'),
  }
}

export function readCacheStatus({ cacheStatus = 'miss' }: AnswerStamp): CacheStatus {
  return cacheStatus
}

/** What several answers lack, each thing once, in the order of the answers. */
export function mergeMissing(...lists: readonly (readonly Missing[])[]): Missing[] {
  const merged = new Map<string, Missing>()
  for (const entry of lists.flat()) {
    const key = JSON.stringify([entry.field, entry.reason])
    if (!merged.has(key)) merged.set(key, entry)
  }
  return [...merged.values()]
}
