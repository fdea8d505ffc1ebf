import { blankSearch, noPrice } from '../errors.ts'
import type { MarketCache } from '../market-cache.ts'
import type { Answer, ListedSymbol, MarketData, StockQuote } from '../providers/provider.ts'
import { type FoundSymbol, findListedSymbol, getListedSymbol } from '../symbols.ts'
import { describeMissing } from '../wire.ts'
import { createBars } from './bars.ts'
import { createIndicators } from './indicators.ts'

export type Stocks = ReturnType<typeof createStocks>

export interface StockDeps {
  readonly market: MarketData
  readonly cache: MarketCache
}

/** An answer about one symbol, spelled the way its source spells it. */
export type SymbolAnswer<T> = Answer<T> & { readonly symbol: string }

const SEARCH_LIMIT = 25

/** Creates the stock queries (D23). */
export function createStocks(deps: StockDeps) {
  const { market, cache } = deps
  const { getBars, getDailySeries } = createBars(deps)
  return {
    getBars,
    getIndicator: createIndicators(getDailySeries),
    /** Throws `blank_search`, since blank text would match everything. */
    async search(text: string): Promise<Answer<readonly ListedSymbol[]>> {
      if (text.trim() === '') throw blankSearch()
      return market.search.searchSymbols({ text, limit: SEARCH_LIMIT })
    },
    listWithOptions: (text: string, limit: number) => market.search.searchSymbols({ text, limit, onlyWithChain: true }),
    /** Finds the listed symbols that these spellings stand for; unknown ones are left out. */
    async resolveSymbols(typed: readonly string[]): Promise<ReadonlyMap<string, FoundSymbol>> {
      const found = new Map<string, FoundSymbol>()
      // Look them up one at a time, so that a live source does not get a thousand requests at once.
      for (const text of new Set(typed)) {
        const symbol = await findListedSymbol(market.reference, text)
        if (symbol !== null) found.set(text, symbol)
      }
      return found
    },
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
