import type { ScreenQuery } from '../../../api/screen.ts'

/** The smallest query whose response says which market is in use. */
export const marketQuery: ScreenQuery = {
  sortBy: 'symbol',
  sortOrder: 'asc',
  limit: 1,
  offset: 0,
  narrowing: {},
  fields: ['symbol', 'score_max'],
}
