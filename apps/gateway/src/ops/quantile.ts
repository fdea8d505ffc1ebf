import type { Sample } from './parse-metrics.ts'

/** Cumulative event counts by upper bound, in ascending order. The last bound is infinity. */
export type Buckets = readonly { readonly bound: number; readonly count: number }[]

/** Buckets of a histogram. Sums counts with the same bound. */
export function toBuckets(samples: readonly Sample[]): Buckets {
  const counts = new Map<number, number>()
  for (const { labels, value } of samples) {
    const bound = labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le)
    if (!Number.isNaN(bound)) counts.set(bound, (counts.get(bound) ?? 0) + value)
  }
  let most = 0
  // A bucket without an increase has no sample, so it gets the count of the bucket below.
  return [...counts]
    .sort(([one], [other]) => one - other)
    .map(([bound, count]) => {
      most = Math.max(most, count)
      return { bound, count: most }
    })
}

/**
 * Quantile (0 to 1) as Prometheus computes it. It assumes an even distribution within each bucket, and puts events in
 * the last, infinite bucket at its lower bound. Null if there are no events.
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

/** Number of events that took at most `seconds`, assuming an even distribution between the two surrounding bounds. */
export function countWithin(buckets: Buckets, seconds: number, [low, high]: readonly [number, number]): number {
  const upTo = (bound: number) => buckets.findLast((bucket) => bucket.bound <= bound)?.count ?? 0
  if (high === low) return upTo(low)
  return upTo(low) + ((upTo(high) - upTo(low)) * (seconds - low)) / (high - low)
}
