import {
  addDays,
  daysBetween,
  type IsoDate,
  isCalendarDay,
  newYorkDate,
  newYorkMidnightMs,
  nextTradingDay,
  usDate,
} from '@callwright/scoring'
import { invalidDate, rangeTooLong, reversedRange } from '../errors.ts'
import type { MarketCache } from '../open-local-market.ts'
import type { Answer, DailyBar, IntradayRange, MarketData, Missing } from '../providers/provider.ts'
import { latestSession, yearsBefore } from '../sessions.ts'
import { getListedSymbol } from '../symbols.ts'
import { mergeMissing } from '../wire.ts'
import { listEventsBeside, type StockEvent } from './events.ts'

export interface StockDeps {
  readonly market: MarketData
  readonly cache: MarketCache
}

/** An answer about one symbol, spelled the way its source spells it. */
export type SymbolAnswer<T> = Answer<T> & { readonly symbol: string }

type PeriodUnit = 'day' | 'week' | 'month'

interface PeriodBar extends DailyBar {
  /** Last session of the period; `date` is the first. */
  readonly lastDate: IsoDate
}

/** A Monday, from which days and weeks are counted. */
const FIRST_MONDAY = '1970-01-05'
const DAYS_PER_WEEK = 7
const WORKDAYS_PER_WEEK = 5

/**
 * Joins daily bars into periods of `multiplier` working days (Monday to Friday, including holidays), weeks (Monday to
 * Sunday) or months. Periods are counted from a fixed day, so where they begin depends neither on the requested range
 * nor on the length of the series. The last period ends with the last bar, even if its session is unfinished.
 */
export function joinBars(bars: readonly DailyBar[], unit: PeriodUnit, multiplier: number): PeriodBar[] {
  const joined: PeriodBar[] = []
  let openPeriod: number | null = null
  for (const bar of bars) {
    const period = Math.floor(periodNumber(bar.date, unit) / multiplier)
    const last = joined.at(-1)
    if (last !== undefined && period === openPeriod) joined[joined.length - 1] = extend(last, bar)
    else joined.push({ ...bar, lastDate: bar.date })
    openPeriod = period
  }
  return joined
}

function periodNumber(date: IsoDate, unit: PeriodUnit): number {
  if (unit === 'month') return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
  const days = daysBetween(FIRST_MONDAY, date)
  const weeks = Math.floor(days / DAYS_PER_WEEK)
  return unit === 'week' ? weeks : weeks * WORKDAYS_PER_WEEK + (days - weeks * DAYS_PER_WEEK)
}

function extend(period: PeriodBar, bar: DailyBar): PeriodBar {
  return {
    date: period.date,
    lastDate: bar.date,
    open: period.open,
    high: Math.max(period.high, bar.high),
    low: Math.min(period.low, bar.low),
    close: bar.close,
    volume: period.volume + bar.volume,
  }
}

/** Range as the caller gave it; null for a start or end that was omitted. */
export interface GivenRange {
  readonly from: IsoDate | null
  readonly to: IsoDate | null
}

/** Both ends of the range are inclusive. */
interface DateRange {
  readonly from: IsoDate
  readonly to: IsoDate
}

type Timespan = 'minute' | 'hour' | 'day' | 'week' | 'month'

const DAILY_YEARS = 2
const HOURLY_DAYS = 30
/** Maximum number of bars in a response, about a megabyte of text. */
const MAX_BARS = 20_000
/** Minutes from 4:00 to 20:00, since a source may include pre-market and after-hours trades. */
const TRADING_MINUTES = 16 * 60
const SESSIONS_PER_DAY = 5 / 7

/**
 * Fills in a range's start or end if it was omitted. By default, a range ends today and starts two years earlier; for
 * hourly bars, 30 days earlier; for minute bars, at the start of the last session. Throws `invalid_date`,
 * `invalid_range`.
 */
function chooseRange(given: GivenRange, timespan: Timespan, nowMs: number): DateRange {
  for (const [field, value] of [
    ['from_date', given.from],
    ['to_date', given.to],
  ] as const) {
    if (value !== null && !isCalendarDay(value)) throw invalidDate(field, value)
  }
  const today = newYorkDate(nowMs)
  const to = given.to ?? today
  const from = given.from ?? startBefore(earlier(to, today), timespan, nowMs)
  if (from > to) throw reversedRange()
  return { from, to }
}

function startBefore(last: IsoDate, timespan: Timespan, nowMs: number): IsoDate {
  if (timespan === 'hour') return addDays(last, -HOURLY_DAYS)
  if (timespan !== 'minute') return yearsBefore(last, DAILY_YEARS)
  return earlier(latestSession(nowMs), last)
}

function earlier(a: IsoDate, b: IsoDate): IsoDate {
  return a < b ? a : b
}

/** Throws `range_too_long` if the range may contain more bars than one response can hold. */
function requireShortRange({ unit, multiplier, from, to }: IntradayRange): void {
  const minutes = multiplier * (unit === 'hour' ? 60 : 1)
  const barsPerDay = Math.ceil(TRADING_MINUTES / minutes) * SESSIONS_PER_DAY
  const mostDays = Math.floor(MAX_BARS / barsPerDay)
  if (daysBetween(from, to) < mostDays) return
  throw rangeTooLong(mostDays, `${multiplier}-${unit}`, addDays(to, 1 - mostDays))
}

interface BarRequest extends GivenRange {
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
type BarSeries = Series & { readonly events: readonly StockEvent[] }

type DailySeries = SymbolAnswer<readonly DailyBar[]> & { readonly from: IsoDate }
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
