import { newYorkDate, newYorkMidnightMs, nextTradingDay, usDate } from '@callwright/scoring'
import { latestSession } from '../calendar-day.ts'
import type { DailyBar, IntradayRange, IsoDate, Missing } from '../providers/provider.ts'
import { mergeMissing } from '../stamps.ts'
import { getListedSymbol } from '../symbols.ts'
import { joinBars, type PeriodUnit } from './bar-periods.ts'
import { chooseRange, type DateRange, type GivenRange, requireShortRange, type Timespan } from './date-range.ts'
import { listEventsBeside, type StockEvent } from './events.ts'
import type { StockDeps, SymbolAnswer } from './stocks.ts'

export interface BarRequest extends GivenRange {
  readonly symbol: string
  readonly timespan: Timespan
  readonly multiplier: number
}

export interface TimedBar extends Omit<DailyBar, 'date'> {
  /** Start of the bar. A bar of a day or longer starts at 00:00 New York time on the day of its first session. */
  readonly startMs: number
  readonly vwap?: number
}

/** The requested bars, or daily bars if the source has no intraday data. */
type Series = SymbolAnswer<readonly TimedBar[]> & Pick<BarRequest, 'timespan' | 'multiplier'>

/** Bars, and the stock's events since the first bar, including those still to come. */
export type BarSeries = Series & { readonly events: readonly StockEvent[] }

export type DailySeries = SymbolAnswer<readonly DailyBar[]> & { readonly from: IsoDate }
export type GetDailySeries = (symbol: string, given: GivenRange) => Promise<DailySeries>

const NO_INTRADAY: Missing = { field: 'intraday_bars', reason: 'No intraday data from this source' }

/** Creates queries for a stock's bars (D23). Each method throws `invalid_date`, `invalid_range`, `unknown_symbol`. */
export function createBars({ market, cache }: StockDeps) {
  const listIntradayBars = market.intradayBars?.listIntradayBars

  /**
   * Lists daily bars up to the end of the range, including the bars before its start that indicators need to warm up.
   */
  async function listDays(symbol: string, { from, to }: DateRange): Promise<DailySeries> {
    // The whole series is cached under one key, so past closes come from the same entry.
    const answer = await cache('bars', symbol, () => market.bars.listDailyBars(symbol))
    const bars = answer.value ?? []
    const missing = [...answer.missing, ...nameGaps(bars, answer.missing)]
    return { ...answer, symbol, from, missing, value: bars.filter(({ date }) => date <= to) }
  }

  async function getDailySeries(requested: string, given: GivenRange): Promise<DailySeries> {
    const range = chooseRange(given, 'day', market.clock.now())
    const { symbol } = await getListedSymbol(market.reference, requested)
    const series = await listDays(symbol, range)
    const late = explainLateness(series.value, range, market.clock.now())
    return { ...series, missing: mergeMissing(late, series.missing) }
  }

  async function getPeriods(symbol: string, range: DateRange, timespan: PeriodUnit, multiplier: number) {
    const { from, value, ...answer } = await listDays(symbol, range)
    const periods = joinBars(value, timespan, multiplier).filter(({ lastDate }) => lastDate >= from)
    const bars = periods.map(({ date, lastDate, ...prices }) => ({ startMs: newYorkMidnightMs(date), ...prices }))
    return { ...answer, timespan, multiplier, value: bars }
  }

  async function getSeries(symbol: string, request: BarRequest, range: DateRange): Promise<Series> {
    const { timespan, multiplier } = request
    if (timespan !== 'minute' && timespan !== 'hour') return getPeriods(symbol, range, timespan, multiplier)
    const answer = await askIntraday(symbol, { unit: timespan, multiplier, ...range })
    if (answer !== null && answer.value !== null)
      return { ...answer, symbol, timespan, multiplier, value: answer.value }
    const days = await getPeriods(symbol, chooseRange(request, 'day', market.clock.now()), 'day', 1)
    return { ...days, missing: mergeMissing([NO_INTRADAY], answer?.missing ?? [], days.missing) }
  }

  /** Requests intraday bars; null if the source has daily bars only. */
  async function askIntraday(symbol: string, range: IntradayRange) {
    if (listIntradayBars === undefined) return null
    requireShortRange(range)
    const { unit, multiplier, from, to } = range
    return cache('intraday', `${symbol}:${multiplier}:${unit}:${from}:${to}`, () => listIntradayBars(symbol, range))
  }

  return {
    getDailySeries,
    /** Also throws `range_too_long`. */
    async getBars(request: BarRequest): Promise<BarSeries> {
      const nowMs = market.clock.now()
      const range = chooseRange(request, request.timespan, nowMs)
      const { symbol } = await getListedSymbol(market.reference, request.symbol)
      const asking = getSeries(symbol, request, range)
      const [series, events] = await Promise.all([asking, listEventsBeside(market, symbol, asking)])
      const firstDay = newYorkDate(series.value[0]?.startMs ?? nowMs)
      return {
        ...series,
        events: events.value.filter(({ date }) => date >= firstDay),
        missing: mergeMissing(series.missing, events.missing),
      }
    },
  }
}

/** Maximum number of days that a message names; a longer list becomes a count. */
const NAMED_DAYS = 5

/** Names sessions between the first and the last bar that have no bar, except those a guard has already named (D57). */
function nameGaps(bars: readonly DailyBar[], known: readonly Missing[]): Missing[] {
  const gaps: IsoDate[] = []
  for (const [index, { date }] of bars.entries()) {
    const before = bars[index - 1]?.date
    if (before === undefined) continue
    for (let day = nextTradingDay(before); day < date; day = nextTradingDay(day)) gaps.push(day)
  }
  const days = gaps.map(usDate).filter((day) => !known.some(({ reason }) => reason.includes(day)))
  if (days.length === 0) return []
  const named = days.length > NAMED_DAYS ? `${days.length} sessions` : days.join('; ')
  return [{ field: 'bars', reason: `No prices for ${named}` }]
}

/** Explains why the last session of the indicators is older than the stock's price, if it is. */
function explainLateness(bars: readonly DailyBar[], { to }: DateRange, nowMs: number): Missing[] {
  const last = bars.at(-1)?.date
  const current = latestSession(nowMs)
  if (last === undefined || last >= current || to < current) return []
  return [{ field: 'session', reason: `As of ${usDate(last)}, the last session with prices` }]
}
