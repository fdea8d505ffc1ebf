import { formatDay, formatEtClock, readEtDay } from '../format/times.ts'
import type { ChartScale } from './chart-layout.ts'
import type { ChartView } from './chart-view.ts'

/** Vertical centers of the labels at the right edge, in px from the top. */
export interface EdgeLabels {
  readonly last: number
  readonly strike: number | null
  /** True if the strike is not within the pane. Its label is then at the edge, and no line is drawn. */
  readonly strikeIsBeyond: boolean
}

const LAST_HEIGHT = 34
const STRIKE_HEIGHT = 20
const MIN_DISTANCE = (LAST_HEIGHT + STRIKE_HEIGHT) / 2 + 2

/** Keeps the two labels from overlapping: the last price stays where it is, and the strike's label moves. */
export function placeEdgeLabels(
  { strike, lastPrice, priceHeight }: Pick<ChartView, 'strike' | 'lastPrice' | 'priceHeight'>,
  { toY }: Pick<ChartScale, 'toY'>,
): EdgeLabels {
  const clamp = (y: number, half: number) => Math.max(half, Math.min(priceHeight - half, y))
  const last = clamp(toY(lastPrice.price), LAST_HEIGHT / 2)
  if (strike === null) return { last, strike: null, strikeIsBeyond: false }
  const wanted = toY(strike)
  const inside = clamp(wanted, STRIKE_HEIGHT / 2)
  const side = inside < last || (inside === last && strike > lastPrice.price) ? -1 : 1
  const apart = Math.abs(inside - last) < MIN_DISTANCE ? last + side * MIN_DISTANCE : inside
  return { last, strike: apart, strikeIsBeyond: wanted < 0 || wanted > priceHeight }
}

/** Height of an axis label. */
const AXIS_LABEL_HEIGHT = 12

/** Whether a price label at this height would stay clear of the edge labels, which would otherwise cut it off. */
export function isClearOfLabels(top: number, { last, strike }: EdgeLabels): boolean {
  const clears = (label: number | null, height: number) =>
    label === null || Math.abs(top - label) >= (height + AXIS_LABEL_HEIGHT) / 2
  return clears(last, LAST_HEIGHT) && clears(strike, STRIKE_HEIGHT)
}

/** Time of the last price if it is from the last day shown, otherwise its date. */
export function formatAsOf({ lastPrice: { asOf }, bars }: Pick<ChartView, 'lastPrice' | 'bars'>): string {
  const day = readEtDay(asOf)
  if (asOf === null || day === null) return ''
  return day === bars.at(-1)?.day ? `${formatEtClock(Date.parse(asOf))} ET` : formatDay(day)
}
