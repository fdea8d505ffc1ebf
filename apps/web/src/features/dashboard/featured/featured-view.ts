import { addDays } from '@callwright/scoring/iso-date'
import type { ScreenStock } from '../../../api/screen.ts'
import type { PriceBar } from '../../../api/stock-endpoints.ts'
import { readEtDay } from '../../../shared/format/times.ts'

/** `clear`: the earnings date is after the best call's expiration (D45). */
export type EarningsView = { readonly kind: 'unknown' } | { readonly kind: 'clear' | 'ahead'; readonly days: number }

export function readEarnings({
  daysToEarnings,
  bestDteDays,
}: Pick<ScreenStock, 'daysToEarnings' | 'bestDteDays'>): EarningsView {
  if (daysToEarnings === null) return { kind: 'unknown' }
  const isClear = bestDteDays !== null && daysToEarnings > bestDteDays
  return { kind: isClear ? 'clear' : 'ahead', days: daysToEarnings }
}

/** Closing prices for the last few days, oldest first. */
export interface PriceLine {
  readonly closes: readonly number[]
  readonly from: string
  readonly to: string
  readonly changePct: number
}

/** Price line for the `days` calendar days that end with the last bar; null if there are fewer than two bars. */
export function readPriceLine(bars: readonly PriceBar[], days: number): PriceLine | null {
  const dated = bars.flatMap(({ timestamp, close }) => {
    const day = readEtDay(new Date(timestamp).toISOString())
    return day === null ? [] : [{ day, close }]
  })
  const last = dated.at(-1)
  if (last === undefined) return null
  const start = addDays(last.day, -days)
  const shown = dated.filter(({ day }) => day >= start)
  const [first] = shown
  if (first === undefined || shown.length < 2) return null
  return {
    closes: shown.map(({ close }) => close),
    from: first.day,
    to: last.day,
    changePct: (last.close / first.close - 1) * 100,
  }
}
