import { newYorkMidnightMs } from '@callwright/scoring'
import type { Handlers } from '@callwright/service'
import { blankSearch, noPrice } from '../errors.ts'
import type { Answer, ListedSymbol, StockQuote } from '../providers/provider.ts'
import { type FoundSymbol, findListedSymbol, getListedSymbol } from '../symbols.ts'
import { describeMissing, joinReasons, toWireStamp } from '../wire.ts'
import { createBars, type StockDeps, type SymbolAnswer, type TimedBar } from './bars.ts'
import type { StockEvent } from './events.ts'
import { createIndicators, type IndicatorDay } from './indicators.ts'
import { createProfiles, toWireProfile } from './profile.ts'

type ListId =
  | 'stocks.search'
  | 'stocks.symbolsWithOptions'
  | 'stocks.sp500'
  | 'marketData.universe'
  | 'marketData.resolveSymbols'
type PriceId = 'stocks.data' | 'stocks.quote' | 'stocks.indicators' | 'stocks.profile'

const WITH_OPTIONS_LIMIT = 50

export interface RefreshPace {
  /** Shortest time between two refreshes of this many symbols, in seconds; null if the source has no limit. */
  readonly secondsOf: (symbols: number) => number | null
  /** Whether each of the source's own IV ranks takes a call of its own. */
  readonly hasSeparateIvRanks: boolean
}

export function buildStockHandlers(stocks: Stocks, pace: RefreshPace): Pick<Handlers<'market-data'>, ListId | PriceId> {
  return { ...buildListHandlers(stocks, pace), ...buildPriceHandlers(stocks) }
}

function buildListHandlers(stocks: Stocks, pace: RefreshPace): Pick<Handlers<'market-data'>, ListId> {
  return {
    'stocks.search': async ({ query }) => {
      const { value, missing, ...stamp } = await stocks.search(query.q)
      const results = value.map(({ symbol, name, exchange, type, optionable }) => ({
        symbol,
        name,
        exchange,
        type,
        options_available: optionable,
      }))
      return { status: 'success', results, message: describeMissing(missing), ...toWireStamp(stamp) }
    },
    'stocks.symbolsWithOptions': async ({ query }) => {
      const answer = await stocks.listWithOptions(query.search ?? '', query.limit ?? WITH_OPTIONS_LIMIT)
      const symbols = answer.value.map(({ symbol, name }) => ({ symbol, name }))
      return { status: 'success', symbols, message: describeMissing(answer.missing), ...toWireStamp(answer) }
    },
    'stocks.sp500': async () => {
      const universe = await stocks.listUniverse()
      const symbols = universe.value.map(toWireMember)
      return { status: 'success', count: symbols.length, symbols, ...toWireStamp(universe) }
    },
    'marketData.universe': async () => {
      const universe = await stocks.listUniverse()
      return {
        symbols: universe.value.map(toWireMember),
        refresh_seconds: pace.secondsOf(universe.value.length),
        separate_iv_ranks: pace.hasSeparateIvRanks,
        ...toWireStamp(universe),
      }
    },
    'marketData.resolveSymbols': async ({ body }) => {
      const found = await stocks.resolveSymbols(body.symbols)
      const symbols = body.symbols.map((typed) => {
        const { listed, note = null } = found.get(typed) ?? {}
        return { typed, symbol: listed?.symbol ?? null, name: listed?.name ?? null, note }
      })
      return { symbols }
    },
  }
}

function buildPriceHandlers(stocks: Stocks): Pick<Handlers<'market-data'>, PriceId> {
  return {
    'stocks.data': async ({ params, query }) => {
      const series = await stocks.getBars({
        symbol: params.symbol,
        timespan: query.timespan ?? 'day',
        multiplier: query.multiplier ?? 1,
        from: query.from_date ?? null,
        to: query.to_date ?? null,
      })
      const { symbol, timespan, multiplier } = series
      return {
        status: 'success',
        symbol,
        timespan,
        multiplier,
        data: series.value.map(toWireBar),
        events: series.events.map(toWireEvent),
        message: joinReasons(series.missing),
        ...toWireStamp(series),
      }
    },
    'stocks.indicators': async ({ params, query }) => {
      const indicator = query.indicator ?? 'sma'
      const series = await stocks.getIndicator({
        symbol: params.symbol,
        indicator,
        window: query.window ?? null,
        from: query.from_date ?? null,
        to: query.to_date ?? null,
      })
      const { symbol, window } = series
      const data = series.value.map(toWirePoint)
      const message = describeMissing(series.missing)
      return { status: 'success', symbol, indicator, window, data, message, ...toWireStamp(series) }
    },
    'stocks.profile': async ({ params }) => toWireProfile(await stocks.getProfile(params.symbol)),
    'stocks.quote': async ({ params }) => {
      const { symbol, value: quote, missing, ...stamp } = await stocks.getQuote(params.symbol)
      const { lastPrice, previousClose, bid, ask, volume } = quote
      const change = previousClose === null ? null : lastPrice - previousClose
      return {
        status: 'success',
        symbol,
        last_price: lastPrice,
        change,
        change_pct: change === null || previousClose === null ? null : (change / previousClose) * 100,
        bid,
        ask,
        volume,
        previous_close: previousClose,
        message: describeMissing(missing),
        ...toWireStamp(stamp),
      }
    },
  }
}

function toWireMember({ symbol, name, sector }: ListedSymbol) {
  return { symbol, name, sector }
}

function toWireBar({ startMs, open, high, low, close, volume, vwap }: TimedBar) {
  return { timestamp: startMs, open, high, low, close, volume, ...(vwap === undefined ? {} : { vwap }) }
}

function toWireEvent({ date, kind, cashUsd, splitRatio }: StockEvent) {
  return { date, kind, cash_amount: cashUsd, split_ratio: splitRatio }
}

function toWirePoint({ date, lines }: IndicatorDay) {
  return { timestamp: newYorkMidnightMs(date), ...lines }
}

type Stocks = ReturnType<typeof createStocks>

const SEARCH_LIMIT = 25

/** Creates the stock queries (D23). */
export function createStocks(deps: StockDeps) {
  const { market, cache } = deps
  const { getBars, getDailySeries } = createBars(deps)
  return {
    getBars,
    getIndicator: createIndicators(getDailySeries),
    getProfile: createProfiles(deps),
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
