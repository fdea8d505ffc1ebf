/** Whether higher or lower values are better for a writer of calls. */
export type Better = 'more' | 'less'

/** Index of the single best value; null if there is a tie or an unknown value. */
export function findBest(values: readonly (number | null)[], better: Better): number | null {
  const known = values.filter((value) => value !== null)
  if (known.length < 2 || known.length < values.length) return null
  const best = better === 'more' ? Math.max(...known) : Math.min(...known)
  return known.filter((value) => value === best).length === 1 ? values.indexOf(best) : null
}
