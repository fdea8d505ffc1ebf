import { type IsoDate, newYorkDate } from '@callwright/scoring'
import type { MarketClock } from '../quotes/market-clock.ts'
import type { ReadStockNames, StockNames } from './stock-names.ts'

export interface EntryCheck extends StockNames {
  /** Current date on the market's clock (D3). */
  readonly today: IsoDate
}

export type PrepareCheck = (tickers: readonly string[], requestId: string) => Promise<EntryCheck>

export function createEntryChecks(deps: {
  readonly readStockNames: ReadStockNames
  readonly clock: Pick<MarketClock, 'ask'>
}): PrepareCheck {
  return async (tickers, requestId) => {
    const [names, { asOfMs }] = await Promise.all([deps.readStockNames(tickers, requestId), deps.clock.ask(requestId)])
    return { ...names, today: newYorkDate(asOfMs) }
  }
}
