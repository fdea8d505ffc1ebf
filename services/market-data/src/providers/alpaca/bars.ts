import { addDays, daysBetween, type IsoDate, newYorkDate, newYorkMidnightMs } from '@callwright/scoring'
import { yearsBefore } from '../../sessions.ts'
import { createCallMemo } from '../http/call-memo.ts'
import {
  type JsonObject,
  readInstantMs,
  readJsonNumber,
  readObject,
  readObjects,
  readPositiveNumber,
} from '../http/json-values.ts'
import { ProviderFailure } from '../http/provider-failure.ts'
import { callGroup, groupSymbols } from '../http/symbol-groups.ts'
import { closeOf } from '../parsing/session-prices.ts'
import type { Answer, BarSource, DailyBar, IntradayBarSource, IntradayRange } from '../provider.ts'
import type { UniverseMember } from '../provider-definition.ts'
import { type AlpacaContext, isTooRecent, lacks } from './alpaca-client.ts'

const PATH = '/v2/stocks/bars'
/** Two years to display, plus one year to warm up indicators. */
const HISTORY_YEARS = 3
const PAGE_ROWS = 10_000
/** Two years of minute bars, extended hours included, take about fifty pages. */
const MAX_PAGES = 60
const SYMBOLS_PER_CALL = 100
const MINUTE_MS = 60_000
/** The free plan has the trades of all exchanges once they are 15 minutes old. */
const FEED_DELAY_MS = 16 * MINUTE_MS
/** If our clock is fast, a range that ends at the usual delay is still too recent. */
const LONG_DELAY_MS = 60 * MINUTE_MS
const MINUTES_PER_HOUR = 60
const SESSIONS_PER_WEEK = 5
const DAYS_PER_WEEK = 7
/** How long a call's bars serve the other symbols of its group. */
const KEEP_MS = 5 * MINUTE_MS
/** Ten groups of three years. */
const MAX_KEPT_ROWS = 100_000

interface BarRow {
  readonly startMs: number
  readonly vwap: number | null
  readonly prices: Pick<DailyBar, 'open' | 'high' | 'low' | 'close' | 'volume'>
}

interface Wanted {
  readonly symbols: readonly string[]
  readonly timeframe: string
  readonly fromMs: number
  readonly untilMs: number
}

interface Listed {
  readonly rows: ReadonlyMap<string, readonly BarRow[]>
  /** End of the range that was requested: no trade after it is included. */
  readonly endMs: number
}

export const createBarMemo = () =>
  createCallMemo<Listed>({
    keepMs: KEEP_MS,
    maxWeight: MAX_KEPT_ROWS,
    weigh: ({ rows }) => [...rows.values()].reduce((sum, list) => sum + list.length, 1),
  })

/** Lists daily bars for the last `days` calendar days. */
export type ListRecentBars = (symbol: string, days: number) => ReturnType<BarSource['listDailyBars']>

interface Bars {
  readonly bars: BarSource
  readonly intradayBars: IntradayBarSource
  readonly listRecentBars: ListRecentBars
}

/**
 * Creates sources of daily and intraday bars of all exchanges, adjusted for splits. They end 16 minutes ago: a free
 * plan rejects a range that ends later.
 */
export function createBars(
  context: AlpacaContext,
  universe: readonly UniverseMember[],
  memo: ReturnType<typeof createBarMemo>,
): Bars {
  const { now, stamps } = context
  const recall = memo.open(now)

  /** One page holds the bars of several symbols, so a first fill takes a few dozen calls. */
  async function listSince(symbol: string, from: IsoDate): ReturnType<BarSource['listDailyBars']> {
    const days = Math.max(1, daysBetween(from, newYorkDate(now())) + 1)
    const sessions = Math.ceil((days * SESSIONS_PER_WEEK) / DAYS_PER_WEEK)
    const perCall = Math.min(SYMBOLS_PER_CALL, Math.max(1, Math.floor(PAGE_ROWS / sessions)))
    const { rows, endMs } = await callGroup(groupSymbols(universe, perCall), symbol, (group) =>
      recall(`${from} ${group}`, () => {
        const fromMs = newYorkMidnightMs(from)
        return listRows(context, { symbols: group.split(','), timeframe: '1Day', fromMs, untilMs: now() })
      }),
    )
    const bars = (rows.get(symbol) ?? []).map(toDailyBar)
    const last = bars.at(-1)
    if (last === undefined) return stamps.prices(null, 'delayed', null, [lacks('bars', `daily bars for ${symbol}`)])
    return stamps.prices(bars, 'delayed', Math.min(closeOf(last.date), endMs))
  }

  return {
    bars: {
      listDailyBars: (symbol, from) => listSince(symbol, from ?? yearsBefore(newYorkDate(now()), HISTORY_YEARS)),
      listMarketBars: (date) => listMarketBars(context, universe, date),
    },
    listRecentBars: (symbol, days) => listSince(symbol, addDays(newYorkDate(now()), -days)),
    intradayBars: {
      async listIntradayBars(symbol, range) {
        const { from, to } = range
        const { timeframe, lengthMs } = readTimeframe(range)
        const untilMs = newYorkMidnightMs(addDays(to, 1)) - 1
        const wanted = { symbols: [symbol], timeframe, fromMs: newYorkMidnightMs(from), untilMs }
        const { rows, endMs } = await listRows(context, wanted)
        const bars = (rows.get(symbol) ?? []).map(({ startMs, vwap, prices }) => {
          return { startMs, ...prices, ...(vwap === null ? {} : { vwap }) }
        })
        const last = bars.at(-1)
        const missing = [lacks('bars', `intraday bars for ${symbol} from ${from} to ${to}`)]
        if (last === undefined) return stamps.prices(null, 'delayed', null, missing)
        return stamps.prices(bars, 'delayed', Math.min(last.startMs + lengthMs, endMs))
      },
    },
  }
}

/** Alpaca has bars of up to 59 minutes; an hour or more is counted in hours. */
function readTimeframe({ unit, multiplier }: IntradayRange) {
  const minutes = multiplier * (unit === 'hour' ? MINUTES_PER_HOUR : 1)
  const timeframe = minutes % MINUTES_PER_HOUR === 0 ? `${minutes / MINUTES_PER_HOUR}Hour` : `${minutes}Min`
  return { timeframe, lengthMs: minutes * MINUTE_MS }
}

/** Lists bars up to the feed's delay. If the vendor refuses them as too recent, requests older bars once. */
async function listRows(context: AlpacaContext, wanted: Wanted): Promise<Listed> {
  const endMs = Math.min(wanted.untilMs, context.now() - FEED_DELAY_MS)
  try {
    return { rows: await listRowsUntil(context, wanted, endMs), endMs }
  } catch (error) {
    if (!(error instanceof ProviderFailure && isTooRecent(error))) throw error
    const earlierMs = Math.min(endMs, context.now() - LONG_DELAY_MS)
    return { rows: await listRowsUntil(context, wanted, earlierMs), endMs: earlierMs }
  }
}

async function listRowsUntil(
  { data, reject }: AlpacaContext,
  { symbols, timeframe, fromMs }: Wanted,
  endMs: number,
): Promise<ReadonlyMap<string, readonly BarRow[]>> {
  if (fromMs > endMs) return new Map()
  const query = {
    symbols: symbols.join(','),
    timeframe,
    start: new Date(fromMs).toISOString(),
    end: new Date(endMs).toISOString(),
    adjustment: 'split',
    feed: 'sip',
    limit: PAGE_ROWS,
  }
  const { parts, brokenBy } = await data.listPages(PATH, query, { maxPages: MAX_PAGES, part: 'bars' })
  if (brokenBy !== null) throw brokenBy
  const bySymbol = new Map<string, BarRow[]>()
  for (const part of parts) {
    const page = readObject(part)
    for (const symbol of symbols) {
      const rows = readObjects(page[symbol]).flatMap((row) => readBarRow(row, reject) ?? [])
      bySymbol.set(symbol, [...(bySymbol.get(symbol) ?? []), ...rows])
    }
  }
  for (const rows of bySymbol.values()) rows.sort((a, b) => a.startMs - b.startMs)
  return bySymbol
}

/** Parses a bar. If the time, a price or the volume is missing, counts the row and returns null. */
function readBarRow({ t, o, h, l, c, v, vw }: JsonObject, reject: AlpacaContext['reject']): BarRow | null {
  const read = (value: unknown) => readJsonNumber(value) ?? Number.NaN
  const startMs = readInstantMs(t)
  const prices = { open: read(o), high: read(h), low: read(l), close: read(c), volume: read(v) }
  const { open, high, low, close, volume } = prices
  if (startMs === null) reject('malformed')
  else if (Number.isNaN(open + high + low + close + volume)) reject('not_a_number')
  else if (!(Math.min(open, high, low, close) > 0)) reject('price_not_positive')
  else return { startMs, prices, vwap: readPositiveNumber(vw) }
  return null
}

/** A daily bar is stamped with midnight in New York. */
function toDailyBar({ startMs, prices }: BarRow): DailyBar {
  return { date: newYorkDate(startMs), ...prices }
}

/**
 * Lists one finished session's bars for the product's universe, a hundred symbols per call. A session that has not
 * ended, by the feed's delay, is treated as having no data.
 */
async function listMarketBars(
  context: AlpacaContext,
  universe: readonly UniverseMember[],
  date: IsoDate,
): Promise<Answer<ReadonlyMap<string, DailyBar> | null>> {
  const { now, stamps } = context
  const groups = new Set(groupSymbols(universe, SYMBOLS_PER_CALL).values())
  const isFinished = closeOf(date) + FEED_DELAY_MS <= now()
  const [fromMs, untilMs] = [newYorkMidnightMs(date), newYorkMidnightMs(addDays(date, 1)) - 1]
  const lists = await Promise.all(
    (isFinished ? [...groups] : []).map((group) =>
      listRows(context, { symbols: group.split(','), timeframe: '1Day', fromMs, untilMs }),
    ),
  )
  const bars = lists
    .flatMap(({ rows }) => [...rows])
    .flatMap(([symbol, rows]): [string, DailyBar][] => {
      const bar = rows.map(toDailyBar).find((candidate) => candidate.date === date)
      return bar === undefined ? [] : [[symbol, bar]]
    })
  const missing = bars.length === 0 ? [lacks('bars', `daily bars of the market on ${date}`)] : []
  return stamps.prices(bars.length === 0 ? null : new Map(bars), 'delayed', closeOf(date), missing)
}
