import { type ApiError, asApiError } from '../../api/api-error.ts'
import type { ScreenStock } from '../../api/screen.ts'
import { useScreenQuery } from '../../api/screener-endpoints.ts'
import { selectResult } from '../../api/select-result.ts'
import { askRatedStock } from './first-questions.ts'

export interface RatedStock {
  /** As the screener has it; null: not known to it, or not yet. */
  readonly stock: ScreenStock | null
  /** Whether its rating stands under weights of the reader's own. */
  readonly ownWeights: boolean
  readonly failure: ApiError | null
  readonly retry: () => void
  readonly busy: boolean
}

/** The screener's row of a stock: its name, its rating and what its volatility is within the year. */
export function useRatedStock(symbol: string | null): RatedStock {
  const { currentData, error, isFetching, refetch } = useScreenQuery(askRatedStock(symbol ?? ''), {
    skip: symbol === null,
    selectFromResult: selectResult,
  })
  return {
    stock: currentData?.stocks[0] ?? null,
    ownWeights: currentData?.ownWeights ?? false,
    failure: currentData === undefined ? asApiError(error) : null,
    retry: () => void refetch(),
    busy: isFetching,
  }
}
