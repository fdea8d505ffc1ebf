import { listFields } from '../../../api/screen.ts'
import { professionalColumns } from '../state/screen-state.ts'
import { useScreenAnswer } from '../state/use-screen-answer.ts'

export const MAX_COMPARED = 4

/**
 * Requests all figures for these stocks, regardless of filters and visible columns. Figures in one response are from
 * the same moment; figures in cached rows may not be.
 */
export function useComparedStocks(symbols: readonly string[]) {
  return useScreenAnswer(
    {
      sortBy: 'symbol',
      sortOrder: 'asc',
      limit: MAX_COMPARED,
      offset: 0,
      narrowing: { symbols: symbols.join() },
      fields: listFields(professionalColumns),
    },
    { forceRefetch: true },
  )
}
