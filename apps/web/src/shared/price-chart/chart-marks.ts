import type { StockEvent } from '../../api/stock-endpoints.ts'
import { formatDecimal, formatPrice } from '../format/numbers.ts'
import { formatDayLong } from '../format/times.ts'
import type { BarSlice } from './bar-slices.ts'
import type { Future } from './chart-future.ts'

/** A past or upcoming event, and its position in the chart. */
export interface ChartMark {
  /** Position in bars from the first one shown. */
  readonly place: number
  readonly letter: 'E' | 'D' | 'S'
  readonly words: string
  readonly coming: boolean
}

const letters = { earnings: 'E', dividend: 'D', split: 'S' } as const

/** `Dividend of $0.26, ex Apr 11, 2026` */
export function describeEvent({ kind, date, cash_amount: cash, split_ratio: ratio }: StockEvent): string {
  const day = formatDayLong(date)
  if (kind === 'earnings') return `Earnings, ${day}`
  if (kind === 'split') return ratio === null ? `Split, ${day}` : `Split, ${formatDecimal(ratio)} for 1, ${day}`
  return cash === null ? `Dividend, ex ${day}` : `Dividend of $${formatPrice(cash)}, ex ${day}`
}

/** Places the events that fall within the bars shown, and the upcoming ones before expiration. */
export function placeMarks(
  events: readonly StockEvent[],
  { table: { days }, from }: BarSlice,
  future: Future | null,
): ChartMark[] {
  const first = days[from]
  const last = days.at(-1)
  if (first === undefined || last === undefined) return []
  return events.flatMap((event) => {
    const coming = event.date > last
    if (event.date < first) return []
    const place = coming ? (future?.findPlace(event.date) ?? null) : days.findIndex((day) => day >= event.date) - from
    return place === null ? [] : [{ place, letter: letters[event.kind], words: describeEvent(event), coming }]
  })
}

/** Events after the last bar, in date order. */
export const listComing = (events: readonly StockEvent[], lastDay: string): StockEvent[] =>
  events.filter(({ date }) => date > lastDay)
