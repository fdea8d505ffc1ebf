import { addDays, type IsoDate, newYorkDate } from '@callwright/scoring'
import { latestSession, yearsBefore } from '../../sessions.ts'
import {
  type JsonObject,
  readInstantMs,
  readJsonNumber,
  readObjects,
  readPositiveNumber,
  readText,
} from '../http/json-values.ts'
import { ProviderFailure } from '../http/provider-failure.ts'
import { closeOf } from '../parsing/session-prices.ts'
import type { Answer, BarSource, DailyBar, IntradayBar, IntradayBarSource } from '../provider.ts'
import { failure, findPlanEdge, isDelayed, lacks, type MassiveContext, type Pages } from './massive-client.ts'

interface BarRow {
  /** Start of the bar in a row for a single symbol; close of the session in a whole-market list. */
  readonly atMs: number
  /** Volume-weighted average price; null if the row has none. */
  readonly vwap: number | null
  readonly prices: Pick<DailyBar, 'open' | 'high' | 'low' | 'close' | 'volume'>
}

/** Parses a bar. If the time, a price or the volume is missing, counts the row and returns null. */
function readBarRow(row: JsonObject, reject: MassiveContext['reject']): BarRow | null {
  const atMs = readInstantMs(row.t)
  const prices = readPrices(row)
  const { open, high, low, close, volume } = prices
  if (atMs === null) reject('malformed')
  else if (Number.isNaN(open + high + low + close + volume)) reject('not_a_number')
  else if (!(Math.min(open, high, low, close) > 0)) reject('price_not_positive')
  else return { atMs, prices, vwap: readPositiveNumber(row.vw) }
  return null
}

/** Missing values become NaN, so that an incomplete row does not become a bar. */
function readPrices({ o, h, l, c, v }: JsonObject): BarRow['prices'] {
  const read = (value: unknown) => readJsonNumber(value) ?? Number.NaN
  return { open: read(o), high: read(h), low: read(l), close: read(c), volume: read(v) }
}

/** Two years to display, plus one year to warm up indicators. The free plan has only two years. */
const HISTORY_YEARS = 3
const SHORT_HISTORY_YEARS = 2
const MAX_BARS = 50_000
/** Two years of minute bars take ten pages, so a much longer response is broken. */
const MAX_PAGES = 20
const HOUR_MS = 3_600_000
/** Interval for retrying today's bar, which end-of-day plans publish at some point in the evening. */
const TODAY_AGAIN_MS = HOUR_MS

interface Range {
  readonly from: IsoDate
  readonly to: IsoDate
}

/** The plan's limits discovered so far, so that rejected requests are not repeated. */
interface PlanEdges {
  /** When today's session was last rejected; null if never. */
  todayRefusedAtMs: number | null
  shortHistory: boolean
}

/** Lists daily bars for the last `days` calendar days. */
export type ListRecentBars = (symbol: string, days: number) => ReturnType<BarSource['listDailyBars']>

interface Bars {
  readonly bars: BarSource
  readonly intradayBars: IntradayBarSource
  readonly listRecentBars: ListRecentBars
}

/** Creates sources of daily and intraday bars, adjusted for splits. */
export function createBars(context: MassiveContext): Bars {
  const { now, reject, stamps } = context
  const edges: PlanEdges = { todayRefusedAtMs: null, shortHistory: false }

  async function listSince(symbol: string, from: IsoDate): ReturnType<BarSource['listDailyBars']> {
    const wanted = { from, to: newYorkDate(now()) }
    const { rows, delayed } = await listWithinPlan(context, edges, wanted, (range) =>
      listBarRows(context, symbol, { unit: 'day', multiplier: 1, ...range }),
    )
    const bars = readDailyBars(rows, reject)
    const last = bars.at(-1)
    if (last === undefined) return stamps.prices(null, 'delayed', null, [lacks('bars', `daily bars for ${symbol}`)])
    const isCurrent = !delayed && last.date >= latestSession(now())
    return stamps.prices(bars, isCurrent ? 'live' : 'delayed', closeOf(last.date))
  }

  return {
    bars: {
      listDailyBars: (symbol, from) => listSince(symbol, from ?? yearsBefore(newYorkDate(now()), HISTORY_YEARS)),
      listMarketBars: (date) => listMarketBars(context, date),
    },
    listRecentBars: (symbol, days) => listSince(symbol, addDays(newYorkDate(now()), -days)),
    intradayBars: {
      async listIntradayBars(symbol, { from, to, ...size }) {
        const { rows, delayed } = await listWithinPlan(context, edges, { from, to }, (range) =>
          listBarRows(context, symbol, { ...size, ...range }),
        )
        const bars = readIntradayBars(rows, reject)
        const last = bars.at(-1)
        const missing = [lacks('bars', `intraday bars for ${symbol} from ${from} to ${to}`)]
        if (last === undefined) return stamps.prices(null, 'delayed', null, missing)
        const lengthMs = size.multiplier * (size.unit === 'hour' ? HOUR_MS : HOUR_MS / 60)
        return stamps.prices(
          bars,
          delayed || edges.todayRefusedAtMs !== null ? 'delayed' : 'live',
          last.startMs + lengthMs,
        )
      },
    },
  }
}

/**
 * Lists rows for the part of a range that the plan includes. Instead of returning that part, an end-of-day plan rejects
 * any range that includes today, and a plan with a short history rejects any range that starts before it.
 */
async function listWithinPlan(
  { now }: MassiveContext,
  edges: PlanEdges,
  wanted: Range,
  list: (range: Range) => Promise<Pages>,
): Promise<Pages> {
  for (;;) {
    const range = cutToPlan(wanted, edges, now())
    if (range === null) return { rows: [], delayed: true, brokenBy: null }
    try {
      const pages = await list(range)
      if (pages.brokenBy !== null) throw pages.brokenBy
      return pages
    } catch (error) {
      const edge = error instanceof ProviderFailure ? findPlanEdge(error) : null
      if (edge === null) throw error
      if (edge === 'today') edges.todayRefusedAtMs = now()
      else edges.shortHistory = true
      const smaller = cutToPlan(wanted, edges, now())
      if (smaller?.from === range.from && smaller.to === range.to) throw error
    }
  }
}

function cutToPlan({ from, to }: Range, { todayRefusedAtMs, shortHistory }: PlanEdges, nowMs: number): Range | null {
  const today = newYorkDate(nowMs)
  const isTodayRefused =
    todayRefusedAtMs !== null && nowMs - todayRefusedAtMs < TODAY_AGAIN_MS && newYorkDate(todayRefusedAtMs) === today
  const last = isTodayRefused ? addDays(today, -1) : today
  const first = shortHistory ? addDays(yearsBefore(today, SHORT_HISTORY_YEARS), 1) : yearsBefore(today, HISTORY_YEARS)
  const range = { from: from > first ? from : first, to: to < last ? to : last }
  return range.from <= range.to ? range : null
}

interface BarQuery extends Range {
  readonly unit: 'minute' | 'hour' | 'day'
  readonly multiplier: number
}

function listBarRows({ client }: MassiveContext, symbol: string, wanted: BarQuery): Promise<Pages> {
  const { unit, multiplier, from, to } = wanted
  // Links to later pages have a different start date in their path.
  const scope = `/v2/aggs/ticker/${encodeURIComponent(symbol)}/range/${multiplier}/${unit}/`
  const query = { adjusted: true, sort: 'asc', limit: MAX_BARS }
  const check = ({ ticker }: JsonObject) => {
    if ((readText(ticker) ?? symbol) === symbol) return
    throw failure({ kind: 'unreadable', status: 200, detail: 'returned bars of another symbol' })
  }
  return client.listPages({ path: `${scope}${from}/${to}`, query }, { maxPages: MAX_PAGES, scope, check })
}

function readDailyBars(rows: readonly JsonObject[], reject: MassiveContext['reject']): DailyBar[] {
  return readBars(rows, reject).map(({ atMs, prices }) => ({ date: newYorkDate(atMs), ...prices }))
}

function readIntradayBars(rows: readonly JsonObject[], reject: MassiveContext['reject']): IntradayBar[] {
  return readBars(rows, reject).map(({ atMs, prices, vwap }) => ({
    startMs: atMs,
    ...prices,
    ...(vwap === null ? {} : { vwap }),
  }))
}

/** Reads the usable rows, oldest first. */
function readBars(rows: readonly JsonObject[], reject: MassiveContext['reject']) {
  return rows
    .map((row) => readBarRow(row, reject))
    .filter((bar) => bar !== null)
    .sort((a, b) => a.atMs - b.atMs)
}

type MarketBars = ReadonlyMap<string, DailyBar>

/**
 * Lists one session's bars for all symbols, adjusted for splits up to today. A day that the plan does not include, such
 * as the current session or one before its history begins, is treated as having no data.
 */
async function listMarketBars(context: MassiveContext, date: IsoDate): Promise<Answer<MarketBars | null>> {
  const { client, stamps, now } = context
  const none = () => ({
    ...stamps.facts(null, [lacks('bars', `daily bars of the market on ${date}`)]),
    asOfMs: Math.min(closeOf(date), now()),
  })
  try {
    const body = await client.get(`/v2/aggs/grouped/locale/us/market/stocks/${date}`, { adjusted: true })
    const bars = readMarketBars(context, date, readObjects(body.results))
    if (bars.size === 0) return none()
    // A past session does not reveal how delayed the plan's prices are.
    if (date < latestSession(now())) return { ...stamps.facts(bars), asOfMs: closeOf(date) }
    return stamps.prices(bars, isDelayed(body) ? 'delayed' : 'live', closeOf(date))
  } catch (error) {
    if (error instanceof ProviderFailure && findPlanEdge(error) !== null) return none()
    throw error
  }
}

/** Reads the bars on one day. Rows from another day are rejected, since they would duplicate that day's session. */
function readMarketBars({ reject }: MassiveContext, date: IsoDate, rows: readonly JsonObject[]): MarketBars {
  const bars = new Map<string, DailyBar>()
  for (const row of rows) {
    const symbol = readText(row.T)
    const bar = readBarRow(row, reject)
    if (bar === null) continue
    if (symbol === null || newYorkDate(bar.atMs) !== date) reject('malformed')
    else bars.set(symbol, { date, ...bar.prices })
  }
  return bars
}
