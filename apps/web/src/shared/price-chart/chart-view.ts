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

/** A price with the instant it was right at. */
export interface DatedPrice {
  readonly price: number
  readonly asOf: string | null
}

export interface ShownBar extends PriceBar {
  /** The New York day. */
  readonly day: string
  /** Of the lines shown, in their order; null where a line has none. */
  readonly values: readonly (number | null)[]
}

/** All there is to draw, table and tell of one timeframe. Places are counted in bars from the first one shown. */
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
  /** The chosen call's; null: none is chosen. */
  readonly strike: number | null
  /** Where and at what price the shares were bought; null: not among the bars. */
  readonly entry: EntryMark | null
  /** Dollars at the foot and the head of the price pane. */
  readonly range: PriceRange
  /** Of the price pane, px. */
  readonly priceHeight: number
}

/** The day on which shares were bought, as it is drawn. */
export interface EntryMark {
  /** In bars from the first one shown. */
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
  /** When and at what price shares were bought. */
  readonly bought?: { readonly day: string; readonly price: number } | undefined
  readonly priceHeight?: number | undefined
}

/** Null where there are no bars. */
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
  // An expiration is days away: beside minutes it has no place.
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

/** A strike further off than this share of what the bars span stands at the edge, so that it does not flatten them. */
const STRIKE_REACH = 0.6
const HEADROOM = 0.06
/** For the volume, which stands at the foot of the pane. */
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
  // A stock that did not move still has a line in the middle of its pane.
  const span = top - bottom || top * 0.02 || 1
  return { low: bottom - FOOTROOM * span, high: top + HEADROOM * span }
}

/** All places there are, the future's included. */
export const countPlaces = ({ bars, future }: Pick<ChartView, 'bars' | 'future'>) => bars.length + (future?.width ?? 0)
