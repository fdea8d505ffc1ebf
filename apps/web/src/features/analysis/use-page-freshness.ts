import type { Freshness } from '../../api/screen.ts'
import { useScreenQuery } from '../../api/screener-endpoints.ts'
import { selectData } from '../../api/select-result.ts'
import { askRatedStock, BEST_RATED } from './first-questions.ts'
import type { ShownQuote } from './header/use-quote.ts'

/**
 * Of what market the figures of the page are: as the price says; while there is none, as the ratings do that are in view,
 * so that the word stays from one stock to the next and where the price fails.
 */
export function usePageFreshness(symbol: string | null, { quote }: ShownQuote): Freshness | null {
  const { data: screen } = useScreenQuery(symbol === null ? BEST_RATED : askRatedStock(symbol), {
    selectFromResult: selectData,
  })
  if (quote !== null) return quote.freshness
  return screen !== undefined && screen.stocks.length > 0 ? screen.freshness : null
}
