import { type ChartOptions, token } from '../charts/highcharts.ts'
import { formatPrice } from '../format/numbers.ts'
import { formatDay, formatEtClock, formatEtTimeLong, readEtDay } from '../format/times.ts'
import type { ChartView, PriceRange } from './chart-view.ts'
import classes from './price-chart.module.css'

export type AxisOptions = Extract<ChartOptions['yAxis'], readonly unknown[]>[number]
export type PlotLine = NonNullable<AxisOptions['plotLines']>[number]

/** HTML text with a hint. Both texts must be free of markup. */
export const hinted = (text: string, hint: string, className: keyof typeof classes) =>
  `<span class="${classes[className]}" data-hint="${hint}">${text}</span>`

/** Vertical centers of the labels at the right edge of the price pane, in px from the top. */
export interface EdgeLabels {
  readonly last: number
  readonly strike: number | null
  /** True if the strike is not within the pane. Its label is then at the edge, and no line is drawn. */
  readonly strikeIsBeyond: boolean
}

const LAST_HEIGHT = 34
const STRIKE_HEIGHT = 20
const MIN_DISTANCE = (LAST_HEIGHT + STRIKE_HEIGHT) / 2 + 2
const AXIS_LABEL_HEIGHT = 12

type PriceLevels = Pick<ChartView, 'strike' | 'lastPrice' | 'priceHeight'>

/** Distance of a price from the top of the price pane. */
export const toY = (price: number, { low, high }: PriceRange, height: number) =>
  ((high - price) / (high - low)) * height

/** Keeps the two labels from overlapping: the last price stays where it is, and the strike's label moves. */
export function placeEdgeLabels({ strike, lastPrice, priceHeight }: PriceLevels, range: PriceRange): EdgeLabels {
  const clamp = (y: number, half: number) => Math.max(half, Math.min(priceHeight - half, y))
  const last = clamp(toY(lastPrice.price, range, priceHeight), LAST_HEIGHT / 2)
  if (strike === null) return { last, strike: null, strikeIsBeyond: false }
  const wanted = toY(strike, range, priceHeight)
  const inside = clamp(wanted, STRIKE_HEIGHT / 2)
  const side = inside < last || (inside === last && strike > lastPrice.price) ? -1 : 1
  const apart = Math.abs(inside - last) < MIN_DISTANCE ? last + side * MIN_DISTANCE : inside
  return { last, strike: apart, strikeIsBeyond: wanted < 0 || wanted > priceHeight }
}

/** Whether the axis label for a price would stay clear of the edge labels, which would otherwise cut it off. */
export function isClearOfLabels(price: number, levels: PriceLevels, range: PriceRange): boolean {
  const top = toY(price, range, levels.priceHeight)
  const { last, strike } = placeEdgeLabels(levels, range)
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

/** Baseline of the text that Highcharts places a label by, from the label's top. */
const BASELINE = 11

/** Lines at the last price and the strike, labeled at the right edge. */
export function listPriceLines(view: ChartView, range: PriceRange): PlotLine[] {
  const { lastPrice, strike, priceHeight } = view
  const labels = placeEdgeLabels(view, range)
  const line = (id: 'last' | 'strike', price: number, center: number, text: string, hint: string): PlotLine => {
    const value = Math.max(range.low, Math.min(range.high, price))
    const top = center - (id === 'last' ? LAST_HEIGHT : STRIKE_HEIGHT) / 2
    return {
      id,
      value,
      color: token(id === 'last' ? 'border-input' : 'accent-line'),
      dashStyle: 'Dot',
      // A price outside the range has a label but no line.
      width: value === price ? 1 : 0,
      zIndex: 4,
      label: {
        text: hinted(text, hint, id),
        useHTML: true,
        align: 'right',
        textAlign: 'left',
        x: 5,
        y: top - toY(value, range, priceHeight) + BASELINE,
        style: { textOverflow: 'none' },
      },
    }
  }
  const { price, asOf } = lastPrice
  const lastText = `<span>${formatPrice(price)}</span><small>${formatAsOf(view)}</small>`
  const lines = [line('last', price, labels.last, lastText, `Last price, as of ${formatEtTimeLong(asOf)}`)]
  if (strike !== null && labels.strike !== null) {
    const hint = labels.strikeIsBeyond ? 'The strike is outside the prices shown' : 'Strike of the selected call'
    lines.push(line('strike', strike, labels.strike, formatPrice(strike), hint))
  }
  return lines
}
