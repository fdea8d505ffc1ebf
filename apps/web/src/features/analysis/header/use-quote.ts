import { type ApiError, asApiError } from '../../../api/api-error.ts'
import { selectResult } from '../../../api/select-result.ts'
import { type StockQuote, useQuoteQuery } from '../../../api/stock-endpoints.ts'

export interface ShownQuote {
  readonly quote: StockQuote | null
  /** Error from the latest request; `quote` still holds the previous quote. */
  readonly failure: ApiError | null
  readonly retry: () => void
  readonly busy: boolean
  /** True if the server does not know the symbol. */
  readonly unknown: boolean
}

export function useQuote(symbol: string | null): ShownQuote {
  const { currentData, error, isFetching, refetch } = useQuoteQuery(symbol ?? '', {
    skip: symbol === null,
    refetchOnReconnect: true,
    selectFromResult: selectResult,
  })
  const failure = asApiError(error)
  return {
    quote: currentData ?? null,
    failure,
    retry: () => void refetch(),
    busy: isFetching,
    unknown: failure?.status === 404 && currentData === undefined,
  }
}
