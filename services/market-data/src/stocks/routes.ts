import { newYorkMidnightMs } from '@callwright/scoring'
import type { Handlers } from '@callwright/service'
import type { ListedSymbol } from '../providers/provider.ts'
import { describeMissing, joinReasons, toWireStamp } from '../wire.ts'
import type { TimedBar } from './bars.ts'
import type { StockEvent } from './events.ts'
import type { IndicatorDay } from './indicators.ts'
import type { Stocks } from './stocks.ts'

type ListId =
  | 'stocks.search'
  | 'stocks.symbolsWithOptions'
  | 'stocks.sp500'
  | 'marketData.universe'
  | 'marketData.resolveSymbols'
type PriceId = 'stocks.data' | 'stocks.quote' | 'stocks.indicators'

const WITH_OPTIONS_LIMIT = 50

export function buildStockHandlers(stocks: Stocks): Pick<Handlers<'market-data'>, ListId | PriceId> {
  return { ...buildListHandlers(stocks), ...buildPriceHandlers(stocks) }
}

function buildListHandlers(stocks: Stocks): Pick<Handlers<'market-data'>, ListId> {
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
      return { symbols: universe.value.map(toWireMember), ...toWireStamp(universe) }
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
