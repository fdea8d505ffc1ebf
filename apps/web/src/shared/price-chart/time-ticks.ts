import { dayNumber } from '@callwright/scoring'
import { formatDay, formatEtClock, formatMonth } from '../format/times.ts'
import type { BarSlice } from './bar-slices.ts'

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

/** Places at most eight ticks, where a new hour, day, week, month, quarter or year begins. */
export function buildTimeTicks({ table: { bars, days, unit }, from }: BarSlice): TimeTick[] {
  const shown = bars.slice(from).map(({ timestamp }, index) => ({ timestamp, day: days[from + index] ?? '' }))
  for (const { key, label } of unit === 'day' ? rhythms.slice(1) : rhythms) {
    const ticks = shown.flatMap(({ day, timestamp }, place) => {
      const before = shown[place - 1]
      // The first bar's period began before the chart does, so that bar has no tick, unless every bar has one.
      const begins =
        before === undefined ? shown.length <= MAX_TICKS : key(before.day, before.timestamp) !== key(day, timestamp)
      return begins ? [{ place, label: label(day, timestamp) }] : []
    })
    if (ticks.length <= MAX_TICKS) return ticks
  }
  return []
}
