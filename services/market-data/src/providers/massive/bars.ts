import { addDays, type IsoDate, newYorkDate } from '@callwright/scoring'
import { latestSession, yearsBefore } from '../../calendar-day.ts'
import { type JsonObject, readText } from '../http/json-values.ts'
import { ProviderFailure } from '../http/provider-failure.ts'
import type { BarSource, DailyBar, IntradayBar, IntradayBarSource } from '../provider.ts'
import { closeOf, lacks, type MassiveContext } from './answers.ts'
import { readBarRow } from './bar-row.ts'
import { listMarketBars } from './market-bars.ts'
import { failure, type Pages } from './massive-client.ts'
import { findPlanEdge } from './massive-failure.ts'

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

export interface Bars {
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
