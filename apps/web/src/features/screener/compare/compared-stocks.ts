import { listFields } from '../../../api/screen.ts'
import { useScreenQuery } from '../../../api/screener-endpoints.ts'
import { professionalColumns } from '../state/screen-state.ts'

export const MOST_COMPARED = 4

/**
 * Asks for all figures of these stocks, whatever the filters and the columns in view: figures of one answer are of one
 * moment, and those of rows that have left the list would not be.
 */
export function useComparedStocks(symbols: readonly string[]) {
  return useScreenQuery(
    {
      sortBy: 'symbol',
      sortOrder: 'asc',
      limit: MOST_COMPARED,
      offset: 0,
      narrowing: { symbols: symbols.join() },
      fields: listFields(professionalColumns),
    },
    { refetchOnMountOrArgChange: true },
  )
}
