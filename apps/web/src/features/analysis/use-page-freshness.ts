import type { Freshness } from '../../api/screen.ts'
import { useScreenQuery } from '../../api/screener-endpoints.ts'
import { selectData } from '../../api/select-result.ts'
import { BEST_RATED, buildRatedStockQuery } from './first-questions.ts'
import type { ShownQuote } from './header/use-quote.ts'

/**
 * The page's freshness: the price's or, if there is no price, the freshness of the ratings shown. The chip therefore
 * stays in place between stocks and after a failed price request.
 */
export function usePageFreshness(symbol: string | null, { quote }: ShownQuote): Freshness | null {
  const { data: screen } = useScreenQuery(symbol === null ? BEST_RATED : buildRatedStockQuery(symbol), {
    selectFromResult: selectData,
  })
  if (quote !== null) return quote.freshness
  return screen !== undefined && screen.stocks.length > 0 ? screen.freshness : null
}
