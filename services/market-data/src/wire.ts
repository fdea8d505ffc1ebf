import type { Missing } from './providers/provider.ts'
import { type AnswerStamp, readCacheStatus } from './stamps.ts'

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
