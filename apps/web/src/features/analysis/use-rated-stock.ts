import { selectResult } from '../../api/api.ts'
import { type ApiError, asApiError } from '../../api/http.ts'
import { type ScreenStock, useScreenQuery } from '../../api/screener.ts'
import { buildRatedStockQuery } from './first-requests.ts'

export interface RatedStock {
  /** The stock's screener row; null while it loads or if the screener does not include the stock. */
  readonly stock: ScreenStock | null
  /** Whether the rating uses the user's own weights. */
  readonly ownWeights: boolean
  readonly failure: ApiError | null
  readonly retry: () => void
  readonly busy: boolean
}

/** Loads a stock's screener row, which has its name, its rating and how its volatility ranks within the past year. */
export function useRatedStock(symbol: string | null): RatedStock {
  const { currentData, error, isFetching, refetch } = useScreenQuery(buildRatedStockQuery(symbol ?? ''), {
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
