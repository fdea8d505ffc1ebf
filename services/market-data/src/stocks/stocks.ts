import { isCalendarDay, newYorkDate } from '@callwright/scoring'
import { yearsBefore } from '../calendar-day.ts'
import { blankSearch, invalidDate, noPrice, reversedRange } from '../errors.ts'
import type { MarketCache } from '../market-cache.ts'
import type { Answer, IsoDate, ListedSymbol, MarketData, Stamp, StockQuote } from '../providers/provider.ts'
import { getListedSymbol } from '../symbols.ts'
import { joinBars, type PeriodBar, type Timespan } from './bar-periods.ts'

export type Stocks = ReturnType<typeof createStocks>

export interface BarRequest {
  readonly symbol: string
  readonly timespan: Timespan | 'minute' | 'hour'
  readonly multiplier: number
  readonly from: IsoDate | null
  readonly to: IsoDate | null
}

export interface BarSeries extends Stamp {
  readonly symbol: string
  readonly timespan: Timespan
  readonly multiplier: number
  readonly bars: readonly PeriodBar[]
  readonly messages: readonly string[]
}

export interface QuoteOfSymbol extends Stamp {
  readonly symbol: string
  readonly quote: StockQuote
}

const SEARCH_LIMIT = 25
const DEFAULT_YEARS = 2
export const NO_INTRADAY = 'No intraday data from this source'

/** What the product asks about stocks (D23). */
export function createStocks({ market, cache }: { market: MarketData; cache: MarketCache }) {
  return {
    /** Throws `blank_search`: nothing typed would find everything. */
    async search(text: string): Promise<readonly ListedSymbol[]> {
      if (text.trim() === '') throw blankSearch()
      return (await market.search.searchSymbols({ text, limit: SEARCH_LIMIT })).value
    },
    async listWithOptions(text: string, limit: number): Promise<readonly ListedSymbol[]> {
      return (await market.search.searchSymbols({ text, limit, onlyWithChain: true })).value
    },
    listUniverse(): Promise<Answer<readonly ListedSymbol[]>> {
      return market.reference.listUniverse()
    },
    async getQuote(requested: string): Promise<QuoteOfSymbol> {
      const { symbol } = await getListedSymbol(market.reference, requested)
      const answer = await cache('quote', symbol, () => market.quotes.findQuote(symbol))
      if (answer.value === null) throw noPrice(symbol)
      return { ...stampOf(answer), symbol, quote: answer.value }
    },
    async getBars(request: BarRequest): Promise<BarSeries> {
      const today = newYorkDate(market.clock.now())
      const { from, to } = chooseRange(request, today)
      const { symbol } = await getListedSymbol(market.reference, request.symbol)
      const answer = await cache('bars', symbol, () => market.bars.listDailyBars(symbol))
      const intraday = request.timespan === 'minute' || request.timespan === 'hour'
      const timespan = request.timespan === 'minute' || request.timespan === 'hour' ? 'day' : request.timespan
      const multiplier = intraday ? 1 : request.multiplier
      const until = (answer.value ?? []).filter(({ date }) => date <= to)
      return {
        ...stampOf(answer),
        symbol,
        timespan,
        multiplier,
        bars: joinBars(until, timespan, multiplier).filter(({ lastDate }) => lastDate >= from),
        messages: [...(intraday ? [NO_INTRADAY] : []), ...answer.missing.map(({ reason }) => reason)],
      }
    },
  }
}

function chooseRange(request: BarRequest, today: IsoDate): { from: IsoDate; to: IsoDate } {
  for (const [field, value] of [
    ['from_date', request.from],
    ['to_date', request.to],
  ] as const) {
    if (value !== null && !isCalendarDay(value)) throw invalidDate(field, value)
  }
  const to = request.to ?? today
  const from = request.from ?? yearsBefore(to < today ? to : today, DEFAULT_YEARS)
  if (from > to) throw reversedRange()
  return { from, to }
}

function stampOf({ source, dataClass, asOfMs }: Stamp): Stamp {
  return { source, dataClass, asOfMs }
}
