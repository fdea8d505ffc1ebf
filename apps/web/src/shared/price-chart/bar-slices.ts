import { addDays, newYorkDate } from '@callwright/scoring'
import type { PriceBar } from '../../api/stock-endpoints.ts'
import type { Timeframe } from './chart-terms.ts'
import { computeIndicators, type IndicatorColumns } from './indicator-lines.ts'

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
