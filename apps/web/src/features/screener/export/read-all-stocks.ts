import type { Screen, ScreenQuery, ScreenStock } from '../../../api/screen.ts'

/** Maximum number of stocks that the server returns per page. */
const PAGE_SIZE = 500

export interface AllStocks {
  /** The stocks in the order received, without duplicates. */
  readonly stocks: readonly ScreenStock[]
  /** Last response. */
  readonly screen: Screen
}

/**
 * Loads all stocks that match a query, page by page. If ratings change meanwhile, a stock may move to another page and
 * be received twice; only one copy is kept.
 * @param fetchPage requests one page; an error stops the loading
 */
export async function readAllStocks(
  query: Omit<ScreenQuery, 'limit' | 'offset'>,
  fetchPage: (page: ScreenQuery) => Promise<Screen>,
  onProgress: (read: number, total: number) => void,
): Promise<AllStocks> {
  const stocks = new Map<string, ScreenStock>()
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const screen = await fetchPage({ ...query, limit: PAGE_SIZE, offset })
    for (const stock of screen.stocks) stocks.set(stock.symbol, stock)
    onProgress(stocks.size, screen.total)
    if (screen.stocks.length === 0 || offset + PAGE_SIZE >= screen.total)
      return { stocks: [...stocks.values()], screen }
  }
}
