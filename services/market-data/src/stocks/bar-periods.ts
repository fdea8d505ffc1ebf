import { daysBetween } from '@callwright/scoring'
import type { DailyBar, IsoDate } from '../providers/provider.ts'

export type Timespan = 'day' | 'week' | 'month'

export interface PeriodBar extends DailyBar {
  /** The period's last session; `date` is its first. */
  readonly lastDate: IsoDate
}

/** A Monday, the day weeks are counted from. */
const FIRST_MONDAY = '1970-01-05'
const DAYS_A_WEEK = 7

/**
 * Joins daily bars into periods of `multiplier` days, weeks (Monday to Sunday) or months. Periods are counted from a
 * fixed day, days from the first bar of the series, so that where one begins does not depend on the range asked for.
 * The last period holds what had traded by the last bar, as it stood on that day.
 */
export function joinBars(bars: readonly DailyBar[], timespan: Timespan, multiplier: number): PeriodBar[] {
  const joined: PeriodBar[] = []
  let openPeriod: number | null = null
  for (const [index, bar] of bars.entries()) {
    const period = Math.floor(periodNumber(bar.date, index, timespan) / multiplier)
    const last = joined.at(-1)
    if (last !== undefined && period === openPeriod) joined[joined.length - 1] = extend(last, bar)
    else joined.push({ ...bar, lastDate: bar.date })
    openPeriod = period
  }
  return joined
}

function periodNumber(date: IsoDate, index: number, timespan: Timespan): number {
  if (timespan === 'day') return index
  if (timespan === 'week') return Math.floor(daysBetween(FIRST_MONDAY, date) / DAYS_A_WEEK)
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
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
