import type { Sample } from './parse-metrics.ts'

/** Events up to each bound, in the order of the bounds; the last is without end. */
export type Buckets = readonly { readonly bound: number; readonly count: number }[]

/** The buckets of a histogram, series of the same bound added up. */
export function toBuckets(samples: readonly Sample[]): Buckets {
  const counts = new Map<number, number>()
  for (const { labels, value } of samples) {
    const bound = labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le)
    if (!Number.isNaN(bound)) counts.set(bound, (counts.get(bound) ?? 0) + value)
  }
  let most = 0
  // A bucket that gained nothing has no sample of its own: it holds what the one below it does.
  return [...counts]
    .sort(([one], [other]) => one - other)
    .map(([bound, count]) => {
      most = Math.max(most, count)
      return { bound, count: most }
    })
}

/**
 * A quantile (0 to 1) as Prometheus has it: events lie evenly within their bucket, and what lies in the last, endless one
 * counts as its lower bound. Null without events.
 */
export function computeQuantile(buckets: Buckets, level: number): number | null {
  const total = buckets.at(-1)?.count ?? 0
  if (total === 0) return null
  const rank = level * total
  const index = buckets.findIndex(({ count }) => count >= rank)
  const here = buckets[index]
  const below = buckets[index - 1] ?? { bound: 0, count: 0 }
  if (here === undefined || here.bound === Number.POSITIVE_INFINITY) return below.bound
  if (here.count === below.count) return here.bound
  return below.bound + ((here.bound - below.bound) * (rank - below.count)) / (here.count - below.count)
}

/** Events that took at most so long, taken as evenly spread between the two bounds around it. */
export function countWithin(buckets: Buckets, seconds: number, [low, high]: readonly [number, number]): number {
  const upTo = (bound: number) => buckets.findLast((bucket) => bucket.bound <= bound)?.count ?? 0
  if (high === low) return upTo(low)
  return upTo(low) + ((upTo(high) - upTo(low)) * (seconds - low)) / (high - low)
}
