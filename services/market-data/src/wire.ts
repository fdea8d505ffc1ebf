import type { Missing } from './providers/provider.ts'
import { type AnswerStamp, readCacheStatus } from './stamps.ts'

/** The stamp of an answer as the contract writes it. */
export function toWireStamp(stamp: AnswerStamp) {
  return {
    as_of: new Date(stamp.asOfMs).toISOString(),
    data_class: stamp.dataClass,
    source: stamp.source,
    cache_status: readCacheStatus(stamp),
  }
}

/** What an answer lacks, as one text for a person, each reason once; null where nothing is missing. */
export function describeMissing(missing: readonly Missing[]): string | null {
  const reasons = joinReasons(missing)
  return reasons === null ? null : `${reasons}.`
}

/** The same without the last full stop: one reason alone reads as it was given. */
export function joinReasons(missing: readonly Missing[]): string | null {
  const inOrder = missing.toSorted((a, b) => rankOf(a) - rankOf(b))
  const reasons = new Set(inOrder.map(({ reason }) => reason))
  return reasons.size === 0 ? null : [...reasons].join('. ')
}

/** That nothing of it is real comes before any detail. */
function rankOf({ field }: Missing): number {
  return field === 'real_prices' ? 0 : 1
}
