import { blankSearch, noPrice } from '../errors.ts'
import type { MarketCache } from '../market-cache.ts'
import type { Answer, ListedSymbol, MarketData, StockQuote } from '../providers/provider.ts'
import { getListedSymbol } from '../symbols.ts'
import { describeMissing } from '../wire.ts'
import { createBars } from './bars.ts'
import { createIndicators } from './indicators.ts'

export type Stocks = ReturnType<typeof createStocks>

export interface StockDeps {
  readonly market: MarketData
  readonly cache: MarketCache
}

/** An answer about one symbol, under the name its source lists it by. */
export type SymbolAnswer<T> = Answer<T> & { readonly symbol: string }

const SEARCH_LIMIT = 25

/** What the product asks about stocks (D23). */
export function createStocks(deps: StockDeps) {
  const { market, cache } = deps
  const { getBars, getDailySeries } = createBars(deps)
  return {
    getBars,
    getIndicator: createIndicators(getDailySeries),
    /** Throws `blank_search`: nothing typed would find everything. */
    async search(text: string): Promise<Answer<readonly ListedSymbol[]>> {
      if (text.trim() === '') throw blankSearch()
      return market.search.searchSymbols({ text, limit: SEARCH_LIMIT })
    },
    listWithOptions: (text: string, limit: number) => market.search.searchSymbols({ text, limit, onlyWithChain: true }),
    listUniverse: () => market.reference.listUniverse(),
    /** Throws `unknown_symbol`, `no_price`. */
    async getQuote(requested: string): Promise<SymbolAnswer<StockQuote>> {
      const { symbol } = await getListedSymbol(market.reference, requested)
      const { value, ...answer } = await cache('quote', symbol, () => market.quotes.findQuote(symbol))
      if (value !== null) return { ...answer, symbol, value }
      throw noPrice(symbol, describeMissing(answer.missing.filter(({ field }) => field === 'price')))
    },
  }
}
