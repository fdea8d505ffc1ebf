/** Whether a higher or a lower value is better for someone who writes calls. */
export type Better = 'more' | 'less'

/** Index of the best value; null if there is a tie or a value is unknown. */
export function findBest(values: readonly (number | null)[], better: Better): number | null {
  const known = values.filter((value) => value !== null)
  if (known.length < 2 || known.length < values.length) return null
  const best = better === 'more' ? Math.max(...known) : Math.min(...known)
  return known.filter((value) => value === best).length === 1 ? values.indexOf(best) : null
}
