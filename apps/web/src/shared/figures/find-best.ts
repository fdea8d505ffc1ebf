/** Which end of a figure a writer of calls would rather have. */
export type Better = 'more' | 'less'

/** The place of the one value that is better than all others; null where none is, or one is unknown. */
export function findBest(values: readonly (number | null)[], better: Better): number | null {
  const known = values.filter((value) => value !== null)
  if (known.length < 2 || known.length < values.length) return null
  const best = better === 'more' ? Math.max(...known) : Math.min(...known)
  return known.filter((value) => value === best).length === 1 ? values.indexOf(best) : null
}
