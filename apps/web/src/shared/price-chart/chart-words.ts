import type { StockEvent } from '../../api/stock-endpoints.ts'
import { formatCompact, formatFloored, formatPrice, formatSignedPct, isKnown, UNKNOWN } from '../format/numbers.ts'
import { formatDay, formatDayLong, formatEtClock } from '../format/times.ts'
import { describeEvent } from './chart-marks.ts'
import type { Timeframe } from './chart-terms.ts'
import type { ChartView, ShownBar } from './chart-view.ts'
import { type LineKey, lineFacts } from './indicator-lines.ts'

/** UI text for the chart. */
export const chartWords = {
  loading: 'Loading chart…',
  panes: { rsi: 'RSI 14', stochastic: 'Stochastic 14/3' },
  events: 'Events',
  entry: 'Entry',
  strike: 'Strike of the selected call',
  strikeBeyond: 'The strike is outside the prices shown',
  lastPrice: (time: string) => `Last price, as of ${time}`,
  cone: '1 expected move',
  coneShort: '1 EM',
  coneHint:
    'One expected move up and down by expiration. The price ends inside this range about two times out of three.',
  crosshair: (chart: string) => `Crosshair: ${chart}`,
} as const

const spans: Readonly<Record<Timeframe, string>> = {
  '1D': 'one day',
  '5D': 'five days',
  '1M': 'one month',
  '3M': 'three months',
  '6M': 'six months',
  '1Y': 'one year',
  '2Y': 'two years',
}

export const nameChart = ({ symbol, timeframe, unit }: ChartView) =>
  `Price of ${symbol}, ${unit === 'minute' ? spans[timeframe] : describeDays(timeframe)}`

/** Title of the shortest timeframes if the source has only daily bars. */
const describeDays = (timeframe: Timeframe) =>
  timeframe === '1D' || timeframe === '5D' ? 'recent days' : spans[timeframe]

const MAX_UPCOMING = 3

/** Summarizes the chart in one sentence, followed by one about upcoming events. */
export function summarizeChart({ symbol, bars }: ChartView, coming: readonly StockEvent[]): string {
  const [first] = bars
  const last = bars.at(-1)
  if (first === undefined || last === undefined) return ''
  const low = Math.min(...bars.map((bar) => bar.low))
  const high = Math.max(...bars.map((bar) => bar.high))
  const changePct = first.close > 0 ? (last.close / first.close - 1) * 100 : null
  const change = isKnown(changePct) ? `, ${formatSignedPct(changePct)}% since ${formatDayLong(first.day)}` : ''
  const sentence = `${symbol} is at ${formatPrice(last.close)} on ${formatDayLong(last.day)}${change}, between ${formatPrice(low)} and ${formatPrice(high)}.`
  const next = coming.slice(0, MAX_UPCOMING).map(describeEvent)
  return next.length === 0 ? sentence : `${sentence} Upcoming: ${next.join('; ')}.`
}

/** `Jul 10`, or `Jul 10, 15:55 ET` for a minute bar. */
export function nameBar({ day, timestamp }: ShownBar, unit: ChartView['unit']): string {
  return unit === 'day' ? formatDay(day) : `${formatDay(day)}, ${formatEtClock(timestamp)} ET`
}

/** Formats prices with two decimals, and oscillators the way the screener does. */
export const formatLine = (key: LineKey, value: number | null) =>
  lineFacts[key].pane === 'price' ? formatPrice(value) : formatFloored(value)

/** One figure in the legend. */
export interface Reading {
  readonly name: string
  /** Short name for tight spaces. */
  readonly short: string
  readonly text: string
  readonly line: LineKey | null
}

/** The legend's figures for a bar. */
export function readBar({ bars, lines }: ChartView, index: number): Reading[] {
  const bar = bars[index]
  if (bar === undefined) return []
  const price = (name: string, value: number) => ({ name, short: name.charAt(0), text: formatPrice(value), line: null })
  return [
    price('Open', bar.open),
    price('High', bar.high),
    price('Low', bar.low),
    price('Close', bar.close),
    { name: 'Volume', short: 'Vol', text: formatCompact(bar.volume), line: null },
    ...lines.map((line, at) => {
      const { name } = lineFacts[line]
      return { name, short: name, text: formatLine(line, bar.values[at] ?? null), line }
    }),
  ]
}

/** UI text for each mark on a bar. */
export const listMarkWords = ({ marks }: ChartView, index: number) =>
  marks.filter(({ place, coming }) => !coming && place === index).map(({ words }) => words)

/** Describes a bar for screen readers. */
export function describeBar(view: ChartView, index: number): string {
  const bar = view.bars[index]
  if (bar === undefined) return ''
  const readings = readBar(view, index)
    .filter(({ text }) => text !== UNKNOWN)
    .map(({ name, text }) => `${name} ${text}`)
  return [nameBar(bar, view.unit), ...readings, ...listMarkWords(view, index)].join(', ')
}
