import type { Screen, ScreenQuery, ScreenStock } from '../../../api/screen.ts'

/** As many as the server sends at once. */
const PAGE_SIZE = 500

export interface AllStocks {
  /** Each stock once, in the order they were read. */
  readonly stocks: readonly ScreenStock[]
  /** The answer read last. */
  readonly screen: Screen
}

/**
 * Reads every stock a question lets through, page by page. While stocks are being rated anew one may change its place
 * between two pages: a stock that comes twice is kept once.
 * @param ask throws what ends the reading
 */
export async function readAllStocks(
  question: Omit<ScreenQuery, 'limit' | 'offset'>,
  ask: (query: ScreenQuery) => Promise<Screen>,
  onProgress: (read: number, total: number) => void,
): Promise<AllStocks> {
  const stocks = new Map<string, ScreenStock>()
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const screen = await ask({ ...question, limit: PAGE_SIZE, offset })
    for (const stock of screen.stocks) stocks.set(stock.symbol, stock)
    onProgress(stocks.size, screen.total)
    if (screen.stocks.length === 0 || offset + PAGE_SIZE >= screen.total)
      return { stocks: [...stocks.values()], screen }
  }
}
