import type { ScreenQuery } from '../../../api/screen.ts'

/** Smallest query whose response names the market in use. */
export const marketQuery: ScreenQuery = {
  sortBy: 'symbol',
  sortOrder: 'asc',
  limit: 1,
  offset: 0,
  narrowing: {},
  fields: ['symbol', 'score_max'],
}
