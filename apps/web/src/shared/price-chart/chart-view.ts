import { countTradingDays } from '@callwright/scoring'
import type { OptionChain, OptionContract } from '../../api/options.ts'
import type { PriceBar, StockEvent } from '../../api/stocks.ts'
import { type BarSlice, type BarTable, readLine, sliceBars } from './bar-table.ts'
import {
  type ChartStyle,
  type IndicatorName,
  type LineKey,
  lineFacts,
  listLines,
  listPanes,
  type Pane,
  type Timeframe,
} from './chart-terms.ts'

/** A price and its time. */
export interface DatedPrice {
  readonly price: number
  readonly asOf: string | null
}

export interface ShownBar extends PriceBar {
  /** Calendar day in New York. */
  readonly day: string
  /** Values of the lines shown, in order; null for a line that has no value yet. */
  readonly values: readonly (number | null)[]
}

/**
 * Everything that the chart, its table and its summary show for one timeframe. Positions are counted in bars from the
 * first one shown.
 */
export interface ChartView extends Plan {
  readonly symbol: string
  readonly timeframe: Timeframe
  readonly chartStyle: ChartStyle
  readonly unit: BarTable['unit']
  readonly bars: readonly ShownBar[]
  readonly lines: readonly LineKey[]
  readonly marks: readonly ChartMark[]
  readonly future: Future | null
  readonly lastPrice: DatedPrice
  /** Official close of the previous session; null if unknown. */
  readonly previousClose: number | null
  /** Strike of the selected call; null if no call is selected. */
  readonly strike: number | null
  /** Earlier calls on the same shares. */
  readonly placedCalls: readonly PlacedCall[]
  /** The bar and the price at which the shares were bought; null if the chart does not show that day. */
  readonly entry: { readonly place: number; readonly price: number; readonly day: string } | null
}

/** A call that has ended: its strike in dollars, and the bars from its sale to its end. */
export interface PlacedCall {
  readonly strike: number
  readonly from: number
  readonly to: number
}

/** Panes of the chart and the height of the topmost one, in px. */
export interface Plan {
  readonly panes: readonly Exclude<Pane, 'price'>[]
  readonly priceHeight: number
}

export const CHART_HEIGHT = 320
export const AXIS_HEIGHT = 24
export const PANE_HEIGHT = 64
const PANE_GAP = 10
const MIN_PRICE_HEIGHT = 160

/** Divides the height between the panes. It does not depend on the bars, so the page does not shift when they load. */
export function planPanes(indicators: readonly IndicatorName[], height = CHART_HEIGHT): Plan {
  const panes = listPanes(indicators)
  const rest = height - AXIS_HEIGHT - panes.length * (PANE_HEIGHT + PANE_GAP)
  return { panes, priceHeight: Math.max(MIN_PRICE_HEIGHT, rest) }
}

/** Height of the whole chart. */
export const measureHeight = ({ panes, priceHeight }: Plan) =>
  priceHeight + AXIS_HEIGHT + panes.length * (PANE_HEIGHT + PANE_GAP)

/** Distance from the top of the chart to the pane with this index. */
export const findPaneTop = (index: number, { priceHeight }: Plan) =>
  priceHeight + AXIS_HEIGHT + PANE_GAP / 2 + index * (PANE_HEIGHT + PANE_GAP)

export interface ChartQuestion {
  readonly symbol: string
  readonly timeframe: Timeframe
  readonly chartStyle: ChartStyle
  readonly indicators: readonly IndicatorName[]
  readonly table: BarTable
  readonly events: readonly StockEvent[]
  readonly chain: FutureChain | null
  readonly call: Pick<OptionContract, 'strike'> | null
  readonly lastPrice: DatedPrice
  readonly previousClose?: number | null | undefined
  /** Day on which the shares were bought, and their price. */
  readonly bought?: { readonly day: string; readonly price: number } | undefined
  /** Calls that have ended, with the days of their sale and their end. */
  readonly earlierCalls?: readonly { readonly strike: number; readonly from: string; readonly to: string }[]
  readonly height?: number | undefined
}

/** Returns null if there are no bars. */
export function buildChartView(question: ChartQuestion): ChartView | null {
  const { symbol, timeframe, chartStyle, indicators, table, events, chain, call, lastPrice, bought } = question
  const slice = sliceBars(table, timeframe)
  const lines = listLines(indicators)
  const bars = table.bars.slice(slice.from).map((bar, index) => ({
    ...bar,
    day: table.days[slice.from + index] ?? '',
    values: lines.map((key) => readLine(table.columns, key, slice.from + index)),
  }))
  const last = bars.at(-1)
  if (last === undefined) return null
  // Expiration is days away, which would not fit on a chart of minute bars.
  const future = table.unit === 'day' ? buildFuture(chain, last.day, bars.length) : null
  const isEntryShown = bought !== undefined && bought.day >= (bars[0]?.day ?? '')
  return {
    ...planPanes(indicators, question.height),
    symbol,
    timeframe,
    chartStyle,
    unit: table.unit,
    bars,
    lines,
    marks: placeMarks(events, slice, future),
    future,
    lastPrice,
    previousClose: question.previousClose ?? null,
    strike: call?.strike ?? null,
    placedCalls: (question.earlierCalls ?? []).flatMap((earlier) => placeCall(earlier, bars)),
    entry: isEntryShown ? { ...bought, place: bars.findLastIndex(({ day }) => day <= bought.day) } : null,
  }
}

/** Places a call on the bars that it was open on. Empty if the chart shows none of them. */
function placeCall(
  { strike, from, to }: NonNullable<ChartQuestion['earlierCalls']>[number],
  bars: readonly ShownBar[],
): readonly PlacedCall[] {
  const first = bars.findIndex(({ day }) => day >= from)
  const last = bars.findLastIndex(({ day }) => day <= to)
  return first < 0 || last < first ? [] : [{ strike, from: first, to: last }]
}

/** The part of the chart to the right of the bars: from the last bar to expiration. */
export interface Future {
  readonly expiration: string
  /** Width, measured in bars. */
  readonly width: number
  /** Cone of the expected move, which opens from the current price; null if unknown. */
  readonly cone: readonly ConePoint[] | null
  /** Finds the position of a future day, in bars from the first one shown. Returns null for a day after expiration. */
  readonly findPlace: (day: string) => number | null
}

/** `place` is in bars from the first one shown; `low` and `high` are prices in dollars. */
interface ConePoint {
  readonly place: number
  readonly low: number
  readonly high: number
}

/**
 * Bounds on the future's width, as a share of the bars shown. Within them, a session is as wide as a bar. Outside them,
 * the future would be too narrow to see or would crowd out the past.
 */
const NARROWEST = 0.1
const WIDEST = 0.3
const CONE_STEPS = 24

export type FutureChain = Pick<OptionChain, 'expiration' | 'price' | 'expectedMove'>

/** Builds the future to the right of the bars, the last of which is on `lastDay`. Null if no expiration follows. */
function buildFuture(chain: FutureChain | null, lastDay: string, barCount: number): Future | null {
  const expiration = chain?.expiration ?? null
  if (chain === null || expiration === null || expiration <= lastDay) return null
  const sessions = Math.max(1, countTradingDays(lastDay, expiration))
  const width = Math.min(Math.max(sessions, NARROWEST * barCount), Math.max(1, WIDEST * barCount))
  const last = barCount - 1
  return {
    expiration,
    width,
    cone: buildCone(chain, last, width),
    findPlace: (day) => (day > expiration ? null : last + (width * countTradingDays(lastDay, day)) / sessions),
  }
}

/** Builds the cone: the expected move grows with the square root of time. */
function buildCone({ price, expectedMove }: FutureChain, last: number, width: number): ConePoint[] | null {
  if (price === null || expectedMove === null) return null
  return Array.from({ length: CONE_STEPS + 1 }, (_, step) => {
    const share = step / CONE_STEPS
    const move = expectedMove * Math.sqrt(share)
    return { place: last + width * share, low: price - move, high: price + move }
  })
}

/** A past or upcoming event, and its position in the chart. */
export interface ChartMark {
  readonly place: number
  readonly event: StockEvent
  readonly coming: boolean
}

/** Places the events that fall within the bars shown, and the upcoming ones before expiration. */
function placeMarks(events: readonly StockEvent[], { table, from }: BarSlice, future: Future | null): ChartMark[] {
  const days = table.days.slice(from)
  const first = days[0] ?? ''
  const last = days.at(-1) ?? ''
  return events.flatMap((event) => {
    if (event.date < first) return []
    const coming = event.date > last
    const place = coming ? (future?.findPlace(event.date) ?? null) : days.findIndex((day) => day >= event.date)
    return place === null ? [] : [{ place, event, coming }]
  })
}

/** Upcoming events, in date order. */
export const listComing = (events: readonly StockEvent[], { bars }: ChartView): StockEvent[] =>
  events.filter(({ date }) => date > (bars.at(-1)?.day ?? ''))

/** Number of positions on the horizontal axis, including the future. */
export const countPlaces = ({ bars, future }: Pick<ChartView, 'bars' | 'future'>) => bars.length + (future?.width ?? 0)

/** Prices in dollars at the bottom and the top of the price pane. */
export interface PriceRange {
  readonly low: number
  readonly high: number
}

/** Part of the horizontal axis, in bars from the first one shown. */
export interface ChartWindow {
  readonly from: number
  readonly to: number
}

/** Indexes of the first and the last bar in a window. */
export const listBarsWithin = ({ bars }: Pick<ChartView, 'bars'>, { from, to }: ChartWindow): [number, number] => [
  Math.max(0, Math.ceil(from)),
  Math.min(bars.length - 1, Math.floor(to)),
]

/**
 * How far a strike or price may be from the range of the bars, as a share of it, and still be drawn. One that is farther
 * away is labeled at the edge, because making room for it would flatten the bars.
 */
const REACH = 0.6
const HEADROOM = 0.06
/** Space for volume at the bottom of the pane, as a share of the price range. */
const FOOTROOM = 0.25

/** Finds the prices that the price pane covers while it shows this window, by default the whole chart. */
export function findPriceRange(
  view: ChartView,
  window: ChartWindow = { from: 0, to: countPlaces(view) - 1 },
): PriceRange {
  const { bars, lines, future, lastPrice, strike, entry } = view
  const [first, last] = listBarsWithin(view, window)
  const isShown = (place: number) => place >= window.from && place <= window.to
  const prices = [
    ...bars
      .slice(first, last + 1)
      .flatMap(({ low, high, values }) => [
        low,
        high,
        ...lines.flatMap((key, line) => (lineFacts[key].pane === 'price' ? (values[line] ?? []) : [])),
      ]),
    ...(future?.cone ?? []).flatMap(({ place, low, high }) => (isShown(place) ? [low, high] : [])),
    ...(isShown(bars.length - 1) ? [lastPrice.price] : []),
    ...(entry !== null && isShown(entry.place) ? [entry.price] : []),
  ]
  const low = Math.min(...prices)
  const high = Math.max(...prices)
  const reach = REACH * (high - low)
  const near = strike !== null && strike >= low - reach && strike <= high + reach ? [strike] : []
  const bottom = Math.min(low, ...near)
  const top = Math.max(high, ...near)
  // If the price did not change, draws its line in the middle of the pane.
  const span = top - bottom || top * 0.02 || 1
  return { low: bottom - FOOTROOM * span, high: top + HEADROOM * span }
}
