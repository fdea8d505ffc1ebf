import {
  addDays,
  computeBollingerBands,
  computeRsi,
  computeSma,
  computeStochastic,
  dayNumber,
  newYorkDate,
} from '@callwright/scoring'
import type { PriceBar } from '../../api/stocks.ts'
import { formatDay, formatEtClock, formatMonth } from '../format/times.ts'
import type { LineKey, Timeframe } from './chart-terms.ts'

export type BarUnit = 'day' | 'minute'

/** Bars and their indicators, computed in advance so that any range of them can be shown at once. */
export interface BarTable {
  readonly unit: BarUnit
  readonly bars: readonly PriceBar[]
  /** New York day of each bar. */
  readonly days: readonly string[]
  readonly columns: IndicatorColumns
}

/** The bars of one timeframe: all bars in the table from index `from` on. */
export interface BarSlice {
  readonly table: BarTable
  readonly from: number
}

/** Number of sessions in the shortest timeframes if the source has only daily bars. */
const MIN_DAYS = 5

const monthsBack: Readonly<Partial<Record<Timeframe, number>>> = { '1M': 1, '3M': 3, '6M': 6, '1Y': 12, '2Y': 24 }
const sessionsBack: Readonly<Partial<Record<Timeframe, number>>> = { '1D': 1, '5D': 5 }

export const isIntraday = (timeframe: Timeframe) => timeframe in sessionsBack

export function buildBarTable(bars: readonly PriceBar[], unit: BarUnit): BarTable {
  return { unit, bars, days: bars.map(({ timestamp }) => newYorkDate(timestamp)), columns: computeIndicators(bars) }
}

/** Selects the bars of a timeframe: the last session, the last five sessions, or the last few months. */
export function sliceBars(table: BarTable, timeframe: Timeframe): BarSlice {
  const { days, unit } = table
  const last = days.at(-1)
  const sessions = sessionsBack[timeframe]
  const firstDay =
    last === undefined
      ? ''
      : sessions === undefined
        ? addDays(shiftMonths(last, -(monthsBack[timeframe] ?? 0)), 1)
        : findSessionBack(days, unit === 'day' ? MIN_DAYS : sessions)
  const from = days.findIndex((day) => day >= firstDay)
  return { table, from: Math.max(0, from) }
}

/** Finds the first day of the last `sessions` sessions. */
export function findSessionBack(days: readonly string[], sessions: number): string {
  const distinct = [...new Set(days)]
  return distinct.at(-Math.min(sessions, distinct.length)) ?? ''
}

/** The same day of the month in another month, or that month's last day if it is shorter. */
function shiftMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const count = year * 12 + (month - 1) + months
  const first = `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}-01`
  const next = addDays(first, 31).slice(0, 'YYYY-MM'.length)
  const lastDate = Number(addDays(`${next}-01`, -1).slice('YYYY-MM-'.length))
  return addDays(first, Math.min(date, lastDate) - 1)
}

/** For each line, a value per bar: NaN for bars that come before the indicator has enough data. */
export type IndicatorColumns = Readonly<Record<LineKey, Float64Array>>

/** Computes all lines for all bars, with the functions that also compute the screener's figures. */
export function computeIndicators(bars: readonly PriceBar[]): IndicatorColumns {
  const close = bars.map((bar) => bar.close)
  const bands = computeBollingerBands(close)
  const { fastK, slowK } = computeStochastic({
    high: bars.map((bar) => bar.high),
    low: bars.map((bar) => bar.low),
    close,
  })
  return {
    sma20: computeSma(close, 20),
    sma50: computeSma(close, 50),
    bollingerUpper: bands.upper,
    bollingerMiddle: bands.middle,
    bollingerLower: bands.lower,
    rsi: computeRsi(close),
    stochasticK: fastK,
    stochasticD: slowK,
  }
}

/** The value of a line at a bar; null if the line has none there. */
export function readLine(columns: IndicatorColumns, key: LineKey, index: number): number | null {
  const value = columns[key].at(index)
  return value === undefined || Number.isNaN(value) ? null : value
}

export interface TimeTick {
  /** Position in bars from the first one shown. */
  readonly place: number
  readonly label: string
}

interface Rhythm {
  /** There is a tick wherever the value of this function changes. */
  readonly key: (day: string, timestamp: number) => string
  readonly label: (day: string, timestamp: number) => string
}

const MAX_TICKS = 8
const HOUR_MS = 3_600_000
const MONDAY = 4

const readMonth = (day: string) => Number(day.slice('YYYY-'.length, 'YYYY-MM'.length))
const labelMonth = (day: string) => (readMonth(day) === 1 ? day.slice(0, 'YYYY'.length) : formatMonth(day))

/** Finest first. The first one that leaves enough room between ticks is used. */
const rhythms: readonly Rhythm[] = [
  {
    key: (_day, timestamp) => String(Math.floor(timestamp / HOUR_MS)),
    label: (_day, timestamp) => formatEtClock(timestamp),
  },
  { key: (day) => day, label: formatDay },
  // Counts weeks from a Monday, because 1970-01-01 was a Thursday.
  { key: (day) => String(Math.floor((dayNumber(day) - MONDAY) / 7)), label: formatDay },
  { key: (day) => day.slice(0, 'YYYY-MM'.length), label: labelMonth },
  { key: (day) => `${day.slice(0, 'YYYY'.length)}-${Math.floor((readMonth(day) - 1) / 3)}`, label: labelMonth },
  { key: (day) => day.slice(0, 'YYYY'.length), label: (day) => day.slice(0, 'YYYY'.length) },
]

/**
 * Places at most eight ticks, where a new hour, day, week, month, quarter or year begins, on the bars from index `first`
 * to `last`.
 */
export function buildTimeTicks(
  bars: readonly { readonly day: string; readonly timestamp: number }[],
  unit: BarUnit,
  first = 0,
  last = bars.length - 1,
): TimeTick[] {
  const shown = bars.slice(first, last + 1)
  for (const { key, label } of unit === 'day' ? rhythms.slice(1) : rhythms) {
    const ticks = shown.flatMap(({ day, timestamp }, index) => {
      const before = bars[first + index - 1]
      // The first bar's period began before the chart does, so that bar has no tick, unless every bar has one.
      const begins =
        before === undefined ? shown.length <= MAX_TICKS : key(before.day, before.timestamp) !== key(day, timestamp)
      return begins ? [{ place: first + index, label: label(day, timestamp) }] : []
    })
    if (ticks.length <= MAX_TICKS) return ticks
  }
  return []
}
