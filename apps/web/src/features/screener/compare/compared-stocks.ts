import { listFields } from '../../../api/screen.ts'
import { professionalColumns } from '../state/screen-state.ts'
import { useScreenAnswer } from '../state/use-screen-answer.ts'

export const MOST_COMPARED = 4

/**
 * Asks for all figures of these stocks, whatever the filters and the columns in view: figures of one answer are of one
 * moment, and those of rows that have left the list would not be.
 */
export function useComparedStocks(symbols: readonly string[]) {
  return useScreenAnswer(
    {
      sortBy: 'symbol',
      sortOrder: 'asc',
      limit: MOST_COMPARED,
      offset: 0,
      narrowing: { symbols: symbols.join() },
      fields: listFields(professionalColumns),
    },
    { anew: true },
  )
}
