import type { ScreenQuery } from '../../../api/screen.ts'

/** As little as tells which market is in use. */
export const marketQuery: ScreenQuery = {
  sortBy: 'symbol',
  sortOrder: 'asc',
  limit: 1,
  offset: 0,
  narrowing: {},
  fields: ['symbol', 'score_max'],
}
