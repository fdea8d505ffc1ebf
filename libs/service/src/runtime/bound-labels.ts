import type { Histogram } from 'prom-client'

type Labels<L extends string> = Readonly<Record<L, string>>

/**
 * Keeps the first `max` distinct label sets and maps later ones with `merge`, which must return few distinct sets.
 * `describe` returns the identity of a set.
 */
export function boundLabels<L extends string>(
  max: number,
  describe: (labels: Labels<L>) => string,
  merge: (labels: Labels<L>) => Labels<L>,
): (labels: Labels<L>) => Labels<L> {
  const known = new Map<string, Labels<L>>()
  return (labels) => {
    const key = describe(labels)
    const kept = known.get(key)
    if (kept !== undefined) return kept
    if (known.size >= max) return merge(labels)
    known.set(key, labels)
    return labels
  }
}

/** Maps the labels of every observation with `bound`. Each label set of a histogram has 17 series. */
export function observeWithin<L extends string>(
  histogram: Histogram<L>,
  bound: (labels: Labels<L>) => Labels<L>,
): Histogram<L> {
  const observe = histogram.observe.bind(histogram) as (labels: Labels<L>, value: number) => void
  histogram.observe = ((labels: Labels<L>, value: number) => observe(bound(labels), value)) as Histogram<L>['observe']
  return histogram
}
