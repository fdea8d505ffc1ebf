import { daysBetween } from '@callwright/scoring'
import type { DailyBar, IsoDate } from '../providers/provider.ts'

export type PeriodUnit = 'day' | 'week' | 'month'

export interface PeriodBar extends DailyBar {
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
