import type { CacheStatus, DataClass, Missing, Stamp } from './providers/provider.ts'

/** What an answer says of itself; without a cache status its source has just been asked. */
export interface AnswerStamp extends Stamp {
  readonly cacheStatus?: CacheStatus
}

/** Worst first: what is not a fact at all, then what is old. */
const CLASSES: readonly DataClass[] = ['none', 'simulated', 'recorded', 'stale', 'closed', 'delayed', 'live']
const CACHE_STATUSES: readonly CacheStatus[] = ['stale', 'refreshing', 'miss', 'fresh']
const BETWEEN_SOURCES = ' + '

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
      CLASSES,
      parts.map(({ dataClass }) => dataClass),
      'none',
    ),
    asOfMs: Math.min(...parts.map(({ asOfMs }) => asOfMs)),
    cacheStatus: worstOf(CACHE_STATUSES, parts.map(readCacheStatus), 'miss'),
  }
}

/** Every source by name, once. */
export function joinSources(sources: readonly string[]): string {
  return [...new Set(sources.flatMap((source) => source.split(BETWEEN_SOURCES)))].join(BETWEEN_SOURCES)
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
