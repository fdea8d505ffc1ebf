import { addDays, type IsoDate, newYorkDate, newYorkMidnightMs } from '@callwright/scoring'
import { yearsBefore } from '../../sessions.ts'
import { type JsonObject, readDay, readInstantMs, readJsonNumber, readPositiveNumber } from '../http/json-values.ts'
import { closeOf } from '../parsing/session-prices.ts'
import type { BarSource, DailyBar, IntradayBar, IntradayBarSource, IntradayRange } from '../provider.ts'
import { lacks, type TradierContext, toTradierSymbol } from './tradier-client.ts'

/** Two years to display, plus one year to warm up indicators. */
const HISTORY_YEARS = 3
const MINUTE_MS = 60_000
const MINUTES_PER_HOUR = 60
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR
/** Lengths of bars that the vendor has, in minutes, longest first. */
const LENGTHS = [15, 5, 1]

type Prices = Pick<DailyBar, 'open' | 'high' | 'low' | 'close' | 'volume'>

/** Creates a source of daily bars, adjusted for splits. The list includes the session in progress. */
export function createBars({ client, now, reject, stamps }: TradierContext): BarSource {
  return {
    async listDailyBars(symbol, from) {
      const today = newYorkDate(now())
      const start = from ?? yearsBefore(today, HISTORY_YEARS)
      const query = { symbol: toTradierSymbol(symbol), interval: 'daily', start, end: today }
      const rows = await client.list('/markets/history', query, ['history', 'day'])
      const bars = rows
        .flatMap((row): DailyBar[] => {
          const date = readDay(row.date)
          const prices = readPrices(row, reject)
          if (date === null) reject('malformed')
          return date === null || prices === null ? [] : [{ date, ...prices }]
        })
        .sort((a, b) => (a.date < b.date ? -1 : 1))
      const last = bars.at(-1)
      if (last === undefined) return stamps.prices(null, null, [lacks('bars', `daily bars for ${symbol}`)])
      return stamps.prices(bars, closeOf(last.date))
    },
  }
}

/**
 * Creates a source of intraday bars, which go back 20 to 40 days. The vendor has bars of 1, 5 and 15 minutes; longer
 * ones are joined from them.
 */
export function createIntradayBars({ client, reject, stamps }: TradierContext): IntradayBarSource {
  return {
    async listIntradayBars(symbol, range) {
      const { from, to } = range
      const minutes = range.multiplier * (range.unit === 'hour' ? MINUTES_PER_HOUR : 1)
      const length = LENGTHS.find((candidate) => minutes % candidate === 0) ?? 1
      const query = {
        symbol: toTradierSymbol(symbol),
        interval: `${length}min`,
        start: `${from} 00:00`,
        end: `${addDays(to, 1)} 00:00`,
        session_filter: 'all',
      }
      const rows = await client.list('/markets/timesales', query, ['series', 'data'])
      const parts = rows
        .flatMap((row): IntradayBar[] => {
          const startMs = readInstantMs(row.timestamp)
          const prices = readPrices(row, reject)
          if (startMs === null) reject('malformed')
          if (startMs === null || prices === null || !isWithin(startMs, range)) return []
          const vwap = readPositiveNumber(row.vwap)
          return [{ startMs, ...prices, ...(vwap === null ? {} : { vwap }) }]
        })
        .sort((a, b) => a.startMs - b.startMs)
      const bars = length === minutes ? parts : joinBars(parts, minutes)
      const last = bars.at(-1)
      const missing = [lacks('bars', `intraday bars for ${symbol} from ${from} to ${to}`)]
      return last === undefined
        ? stamps.prices(null, null, missing)
        : stamps.prices(bars, last.startMs + minutes * MINUTE_MS)
    },
  }
}

function isWithin(startMs: number, { from, to }: IntradayRange): boolean {
  const date: IsoDate = newYorkDate(startMs)
  return date >= from && date <= to
}

/** Joins bars into longer ones, counted from midnight in New York. A joined bar has no average price. */
function joinBars(parts: readonly IntradayBar[], minutes: number): IntradayBar[] {
  const byStart = Map.groupBy(parts, ({ startMs }) => {
    const midnightMs = newYorkMidnightMs(newYorkDate(startMs))
    const lengthMs = Math.min(minutes, MINUTES_PER_DAY) * MINUTE_MS
    return midnightMs + Math.floor((startMs - midnightMs) / lengthMs) * lengthMs
  })
  return [...byStart].map(([startMs, group]) => ({
    startMs,
    open: group[0]?.open ?? Number.NaN,
    high: Math.max(...group.map(({ high }) => high)),
    low: Math.min(...group.map(({ low }) => low)),
    close: group.at(-1)?.close ?? Number.NaN,
    volume: group.reduce((sum, { volume }) => sum + volume, 0),
  }))
}

/** Prices and volume of a row; null, and counted, if one of them is missing. */
function readPrices(row: JsonObject, reject: TradierContext['reject']): Prices | null {
  const read = (value: unknown) => readJsonNumber(value) ?? Number.NaN
  const prices = {
    open: read(row.open),
    high: read(row.high),
    low: read(row.low),
    close: read(row.close),
    volume: read(row.volume),
  }
  const { open, high, low, close, volume } = prices
  if (Number.isNaN(open + high + low + close + volume)) reject('not_a_number')
  else if (!(Math.min(open, high, low, close) > 0)) reject('price_not_positive')
  else return prices
  return null
}
