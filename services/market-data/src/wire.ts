import { dataClassesWorstFirst, joinSources } from '@callwright/contracts'
import type { CacheStatus, Missing, Stamp } from './providers/provider.ts'

export function toWireStamp(stamp: AnswerStamp) {
  return {
    as_of: new Date(stamp.asOfMs).toISOString(),
    data_class: stamp.dataClass,
    source: stamp.source,
    cache_status: readCacheStatus(stamp),
  }
}

/** Joins the reasons for missing data into one message, without duplicates; null if nothing is missing. */
export function describeMissing(missing: readonly Missing[]): string | null {
  const reasons = joinReasons(missing)
  return reasons === null ? null : `${reasons}.`
}

/** Like `describeMissing`, but without adding a final period: a single reason keeps its own punctuation. */
export function joinReasons(missing: readonly Missing[]): string | null {
  const inOrder = missing.toSorted((a, b) => rankOf(a) - rankOf(b))
  const reasons = new Set(inOrder.map(({ reason }) => reason))
  return reasons.size === 0 ? null : [...reasons].join('. ')
}

/** The warning that prices are not real comes before all other reasons. */
function rankOf({ field }: Missing): number {
  return field === 'real_prices' ? 0 : 1
}

/** An absent cache status means that the source was just called. */
export interface AnswerStamp extends Stamp {
  readonly cacheStatus?: CacheStatus
}

const CACHE_STATUSES: readonly CacheStatus[] = ['stale', 'refreshing', 'miss', 'fresh']

/**
 * Combines the stamps of several answers: every source name, the oldest time, and the worst data class. Pass only the
 * parts whose prices are shown or used in calculations. Reference rates, dividends and financial statements are
 * naturally older and do not affect how fresh the prices are.
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

/** Merges the missing entries of several answers in order, without duplicates. */
export function mergeMissing(...lists: readonly (readonly Missing[])[]): Missing[] {
  const merged = new Map<string, Missing>()
  for (const entry of lists.flat()) {
    const key = JSON.stringify([entry.field, entry.reason])
    if (!merged.has(key)) merged.set(key, entry)
  }
  return [...merged.values()]
}
