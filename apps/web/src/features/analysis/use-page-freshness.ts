import type { Freshness } from '../../api/screen.ts'
import { useScreenQuery } from '../../api/screener-endpoints.ts'
import { selectData } from '../../api/select-result.ts'
import { BEST_RATED, buildRatedStockQuery } from './first-questions.ts'
import type { ShownQuote } from './header/use-quote.ts'

/**
 * How fresh the page is: as fresh as the price or, without a price, as the ratings shown. The chip therefore stays in
 * place while the stock changes and after a failed price request.
 */
export function usePageFreshness(symbol: string | null, { quote }: ShownQuote): Freshness | null {
  const { data: screen } = useScreenQuery(symbol === null ? BEST_RATED : buildRatedStockQuery(symbol), {
    selectFromResult: selectData,
  })
  if (quote !== null) return quote.freshness
  return screen !== undefined && screen.stocks.length > 0 ? screen.freshness : null
}
