import type { OptionContract } from '../../api/option-chain.ts'
import type { PriceBar, StockEvent } from '../../api/stock-endpoints.ts'
import { formatPrice } from '../format/numbers.ts'
import { formatDayLong } from '../format/times.ts'
import { type BarTable, sliceBars } from './bar-slices.ts'
import { buildFuture, type Future, type FutureChain } from './chart-future.ts'
import { PRICE_HEIGHT } from './chart-layout.ts'
import { type ChartMark, placeMarks } from './chart-marks.ts'
import type { ChartStyle, IndicatorName, Timeframe } from './chart-terms.ts'
import { type LineKey, lineFacts, listLines, listPanes, type Pane, readLine } from './indicator-lines.ts'
import { buildTimeTicks, type TimeTick } from './time-ticks.ts'

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
export interface ChartView {
  readonly symbol: string
  readonly timeframe: Timeframe
  readonly chartStyle: ChartStyle
  readonly unit: BarTable['unit']
  readonly bars: readonly ShownBar[]
  readonly lines: readonly LineKey[]
  readonly panes: readonly Exclude<Pane, 'price'>[]
  readonly marks: readonly ChartMark[]
  readonly ticks: readonly TimeTick[]
  readonly future: Future | null
  readonly lastPrice: DatedPrice
  /** Strike of the selected call; null if no call is selected. */
  readonly strike: number | null
  /** The bar and the price at which the shares were bought; null if the chart does not show that day. */
  readonly entry: EntryMark | null
  /** Prices in dollars at the bottom and the top of the price pane. */
  readonly range: PriceRange
  /** Height of the price pane in px. */
  readonly priceHeight: number
}

/** Mark on the day the shares were bought. */
export interface EntryMark {
  /** Position in bars from the first one shown. */
  readonly place: number
  readonly price: number
  readonly words: string
}

export interface PriceRange {
  readonly low: number
  readonly high: number
}

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
  /** Day on which the shares were bought, and their price. */
  readonly bought?: { readonly day: string; readonly price: number } | undefined
  readonly priceHeight?: number | undefined
}

/** Returns null if there are no bars. */
export function buildChartView(question: ChartQuestion): ChartView | null {
  const { symbol, timeframe, chartStyle, indicators, table, events, chain, call, lastPrice } = question
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
  const strike = call?.strike ?? null
  const entry = placeEntry(question.bought, bars)
  return {
    symbol,
    timeframe,
    chartStyle,
    unit: table.unit,
    bars,
    lines,
    panes: listPanes(indicators),
    marks: placeMarks(events, slice, future),
    ticks: buildTimeTicks(slice),
    future,
    lastPrice,
    strike,
    entry,
    range: findRange(bars, lines, { future, lastPrice, strike, entry }),
    priceHeight: question.priceHeight ?? PRICE_HEIGHT,
  }
}

function placeEntry(bought: ChartQuestion['bought'], bars: readonly ShownBar[]): EntryMark | null {
  if (bought === undefined || bought.day < (bars[0]?.day ?? '')) return null
  const place = bars.findLastIndex(({ day }) => day <= bought.day)
  return { place, price: bought.price, words: `Entry on ${formatDayLong(bought.day)} at ${formatPrice(bought.price)}` }
}

/**
 * How far the strike may be from the price range, as a share of it, and still be drawn. A strike farther away is
 * labeled at the edge, because making room for it would flatten the bars.
 */
const STRIKE_REACH = 0.6
const HEADROOM = 0.06
/** Space for volume at the bottom of the pane, as a share of the price range. */
const FOOTROOM = 0.25

function findRange(
  bars: readonly ShownBar[],
  lines: readonly LineKey[],
  { future, lastPrice, strike, entry }: Pick<ChartView, 'future' | 'lastPrice' | 'strike' | 'entry'>,
): PriceRange {
  const overlays = lines.flatMap((key, line) =>
    lineFacts[key].pane === 'price' ? bars.flatMap(({ values }) => values[line] ?? []) : [],
  )
  const cone = future?.cone?.flatMap(({ low, high }) => [low, high]) ?? []
  const prices = [
    ...bars.flatMap(({ low, high }) => [low, high]),
    ...overlays,
    ...cone,
    lastPrice.price,
    entry?.price ?? lastPrice.price,
  ]
  const low = Math.min(...prices)
  const high = Math.max(...prices)
  const reach = STRIKE_REACH * (high - low)
  const near = strike !== null && strike >= low - reach && strike <= high + reach ? [strike] : []
  const bottom = Math.min(low, ...near)
  const top = Math.max(high, ...near)
  // If the price did not change, draws its line in the middle of the pane.
  const span = top - bottom || top * 0.02 || 1
  return { low: bottom - FOOTROOM * span, high: top + HEADROOM * span }
}

/** Number of positions on the horizontal axis, including the future. */
export const countPlaces = ({ bars, future }: Pick<ChartView, 'bars' | 'future'>) => bars.length + (future?.width ?? 0)
