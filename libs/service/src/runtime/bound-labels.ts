import type { Histogram } from 'prom-client'

type Labels<L extends string> = Readonly<Record<L, string>>

/**
 * Leaves the first `max` distinct label sets unchanged and replaces later ones with `merge(labels)`, which must produce
 * only a few distinct sets. `describe` returns a key for a label set.
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

/** Applies `bound` to the labels of every observation, because each new label set adds 17 series to a histogram. */
export function observeWithin<L extends string>(
  histogram: Histogram<L>,
  bound: (labels: Labels<L>) => Labels<L>,
): Histogram<L> {
  const observe = histogram.observe.bind(histogram) as (labels: Labels<L>, value: number) => void
  histogram.observe = ((labels: Labels<L>, value: number) => observe(bound(labels), value)) as Histogram<L>['observe']
  return histogram
}
