import { newYorkMidnightMs } from '@callwright/scoring'
import type { Handlers } from '@callwright/service'
import type { ListedSymbol } from '../providers/provider.ts'
import { toWireStamp } from '../wire.ts'
import type { PeriodBar } from './bar-periods.ts'
import type { Stocks } from './stocks.ts'

type ListId = 'stocks.search' | 'stocks.symbolsWithOptions' | 'stocks.sp500' | 'marketData.universe'
type PriceId = 'stocks.data' | 'stocks.quote'

const WITH_OPTIONS_LIMIT = 50

export function buildStockHandlers(stocks: Stocks): Pick<Handlers<'market-data'>, ListId | PriceId> {
  return { ...buildListHandlers(stocks), ...buildPriceHandlers(stocks) }
}

function buildListHandlers(stocks: Stocks): Pick<Handlers<'market-data'>, ListId> {
  return {
    'stocks.search': async ({ query }) => ({
      status: 'success',
      results: (await stocks.search(query.q)).map(({ symbol, name, exchange, type, optionable }) => ({
        symbol,
        name,
        exchange,
        type,
        options_available: optionable,
      })),
    }),
    'stocks.symbolsWithOptions': async ({ query }) => {
      const listed = await stocks.listWithOptions(query.search ?? '', query.limit ?? WITH_OPTIONS_LIMIT)
      return { status: 'success', symbols: listed.map(({ symbol, name }) => ({ symbol, name })) }
    },
    'stocks.sp500': async () => {
      const { value, ...stamp } = await stocks.listUniverse()
      return {
        status: 'success',
        count: value.length,
        symbols: value.map(toWireMember),
        as_of: toWireStamp(stamp).as_of,
      }
    },
    'marketData.universe': async () => {
      const { value, ...stamp } = await stocks.listUniverse()
      return { ...toWireStamp(stamp), symbols: value.map(toWireMember) }
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
      const { symbol, timespan, multiplier, bars, messages } = series
      const message = messages.length === 0 ? null : messages.join('. ')
      const data = bars.map(toWireBar)
      return { status: 'success', symbol, timespan, multiplier, data, message, ...toWireStamp(series) }
    },
    'stocks.quote': async ({ params }) => {
      const { symbol, quote, ...stamp } = await stocks.getQuote(params.symbol)
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
        ...toWireStamp(stamp),
      }
    },
  }
}

function toWireMember({ symbol, name, sector }: ListedSymbol) {
  return { symbol, name, sector }
}

function toWireBar({ date, open, high, low, close, volume }: PeriodBar) {
  return { timestamp: newYorkMidnightMs(date), open, high, low, close, volume }
}
