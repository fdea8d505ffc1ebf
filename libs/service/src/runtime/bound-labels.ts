import type { Histogram } from 'prom-client'

type Labels<L extends string> = Readonly<Record<L, string>>

/**
 * Lets `most` label sets be told apart, in the order in which they come. What comes later counts as what `merge` makes of
 * it, which must have few values. `describe` tells one set from another.
 */
export function boundLabels<L extends string>(
  most: number,
  describe: (labels: Labels<L>) => string,
  merge: (labels: Labels<L>) => Labels<L>,
): (labels: Labels<L>) => Labels<L> {
  const known = new Map<string, Labels<L>>()
  return (labels) => {
    const key = describe(labels)
    const kept = known.get(key)
    if (kept !== undefined) return kept
    if (known.size >= most) return merge(labels)
    known.set(key, labels)
    return labels
  }
}

/** A histogram that observes under the labels that `bound` makes of those it is given: each set is 17 series. */
export function observeWithin<L extends string>(
  histogram: Histogram<L>,
  bound: (labels: Labels<L>) => Labels<L>,
): Histogram<L> {
  const observe = histogram.observe.bind(histogram) as (labels: Labels<L>, value: number) => void
  histogram.observe = ((labels: Labels<L>, value: number) => observe(bound(labels), value)) as Histogram<L>['observe']
  return histogram
}
