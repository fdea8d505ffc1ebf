import { newYorkMidnightMs } from '@callwright/scoring'
import type { DailyBar, IntradayRange, IsoDate, Missing } from '../providers/provider.ts'
import { mergeMissing } from '../stamps.ts'
import { getListedSymbol } from '../symbols.ts'
import { joinBars } from './bar-periods.ts'
import { chooseRange, type GivenRange, requireShortRange, type Timespan } from './date-range.ts'
import type { StockDeps, SymbolAnswer } from './stocks.ts'

export interface BarRequest extends GivenRange {
  readonly symbol: string
  readonly timespan: Timespan
  readonly multiplier: number
}

export interface TimedBar extends Omit<DailyBar, 'date'> {
  /** When it starts; of a day or longer 00:00 New York of its first session. */
  readonly startMs: number
  readonly vwap?: number
}

/** What was asked for, or daily bars where the source has no others. */
export type BarSeries = SymbolAnswer<readonly TimedBar[]> & Pick<BarRequest, 'timespan' | 'multiplier'>

export type DailySeries = SymbolAnswer<readonly DailyBar[]> & { readonly from: IsoDate }
export type GetDailySeries = (symbol: string, given: GivenRange) => Promise<DailySeries>

const NO_INTRADAY: Missing = { field: 'intraday_bars', reason: 'No intraday data from this source' }

/** The bars of a stock (D23). Each throws `invalid_date`, `invalid_range`, `unknown_symbol`. */
export function createBars({ market, cache }: StockDeps) {
  const listIntradayBars = market.intradayBars?.listIntradayBars

  /** Daily bars up to the end of the range, those before its start included: indicators warm up on them. */
  async function getDailySeries(requested: string, given: GivenRange): Promise<DailySeries> {
    const { from, to } = chooseRange(given, 'day', market.clock.now())
    const { symbol } = await getListedSymbol(market.reference, requested)
    const answer = await cache('bars', symbol, () => market.bars.listDailyBars(symbol))
    return { ...answer, symbol, from, value: (answer.value ?? []).filter(({ date }) => date <= to) }
  }

  async function getPeriods(request: BarRequest, timespan: 'day' | 'week' | 'month', multiplier: number) {
    const { from, value, ...answer } = await getDailySeries(request.symbol, request)
    const periods = joinBars(value, timespan, multiplier).filter(({ lastDate }) => lastDate >= from)
    const bars = periods.map(({ date, lastDate, ...prices }) => ({ startMs: newYorkMidnightMs(date), ...prices }))
    return { ...answer, timespan, multiplier, value: bars }
  }

  async function getIntraday(request: BarRequest, unit: 'minute' | 'hour'): Promise<BarSeries> {
    const { multiplier } = request
    const range = chooseRange(request, unit, market.clock.now())
    const { symbol } = await getListedSymbol(market.reference, request.symbol)
    const answer = await askIntraday(symbol, { unit, multiplier, ...range })
    if (answer !== null && answer.value !== null) {
      return { ...answer, symbol, timespan: unit, multiplier, value: answer.value }
    }
    const days = await getPeriods(request, 'day', 1)
    return { ...days, missing: mergeMissing([NO_INTRADAY], answer?.missing ?? [], days.missing) }
  }

  /** Null where the source has daily bars only. */
  async function askIntraday(symbol: string, range: IntradayRange) {
    if (listIntradayBars === undefined) return null
    requireShortRange(range)
    const { unit, multiplier, from, to } = range
    return cache('intraday', `${symbol}:${multiplier}:${unit}:${from}:${to}`, () => listIntradayBars(symbol, range))
  }

  return {
    getDailySeries,
    /** Also throws `range_too_long`. */
    getBars: (request: BarRequest): Promise<BarSeries> =>
      request.timespan === 'minute' || request.timespan === 'hour'
        ? getIntraday(request, request.timespan)
        : getPeriods(request, request.timespan, request.multiplier),
  }
}
