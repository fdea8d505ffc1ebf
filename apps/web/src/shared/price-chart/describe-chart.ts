import type { StockEvent } from '../../api/stocks.ts'
import {
  formatCompact,
  formatDecimal,
  formatFloored,
  formatPrice,
  formatSignedPct,
  isKnown,
  UNKNOWN,
} from '../format/numbers.ts'
import { formatDay, formatDayLong, formatEtClock } from '../format/times.ts'
import { type LineKey, lineFacts, type Timeframe } from './chart-terms.ts'
import type { ChartView, PlacedCall, ShownBar } from './chart-view.ts'

const spans: Readonly<Record<Timeframe, string>> = {
  '1D': 'one day',
  '5D': 'five days',
  '1M': 'one month',
  '3M': 'three months',
  '6M': 'six months',
  '1Y': 'one year',
  '2Y': 'two years',
}

export function nameChart({ symbol, timeframe, unit }: ChartView): string {
  // The shortest timeframes show more than their name says if the source has only daily bars.
  const isLonger = unit === 'day' && (timeframe === '1D' || timeframe === '5D')
  return `Price of ${symbol}, ${isLonger ? 'recent days' : spans[timeframe]}`
}

const MAX_UPCOMING = 3

/** Summarizes the chart in one sentence, followed by one about earlier calls and one about upcoming events. */
export function summarizeChart(view: ChartView, coming: readonly StockEvent[]): string {
  const { symbol, bars, unit, timeframe, lastPrice, previousClose, placedCalls } = view
  const [first] = bars
  const last = bars.at(-1)
  if (first === undefined || last === undefined) return ''
  const low = Math.min(...bars.map((bar) => bar.low))
  const high = Math.max(...bars.map((bar) => bar.high))
  // A day's change counts from the previous close, as in the page's header.
  const isToday = unit === 'minute' && timeframe === '1D' && previousClose !== null
  const [price, base, since] = isToday
    ? [lastPrice.price, previousClose, 'the previous close']
    : [last.close, first.close, formatDayLong(first.day)]
  const changePct = base > 0 ? (price / base - 1) * 100 : null
  const change = isKnown(changePct) ? `, ${formatSignedPct(changePct)}% since ${since}` : ''
  const sentence = `${symbol} is at ${formatPrice(price)} on ${formatDayLong(last.day)}${change}, between ${formatPrice(low)} and ${formatPrice(high)}.`
  const next = coming.slice(0, MAX_UPCOMING).map(describeEvent)
  const nameDay = (place: number) => formatDayLong(bars[place]?.day ?? last.day)
  /** `$240 from Jun 12, 2026 to Jul 10, 2026` */
  const describeEarlier = ({ strike, from, to }: PlacedCall) =>
    `$${formatDecimal(strike)} from ${nameDay(from)} to ${nameDay(to)}`
  return [
    sentence,
    placedCalls.length > 0 && `Earlier calls: ${placedCalls.map(describeEarlier).join('; ')}.`,
    next.length > 0 && `Upcoming: ${next.join('; ')}.`,
  ]
    .filter((part) => part !== false)
    .join(' ')
}

/** `Dividend of $0.26, ex Apr 11, 2026` */
export function describeEvent({ kind, date, cash_amount: cash, split_ratio: ratio }: StockEvent): string {
  const day = formatDayLong(date)
  if (kind === 'earnings') return `Earnings, ${day}`
  if (kind === 'split') return ratio === null ? `Split, ${day}` : `Split, ${formatDecimal(ratio)} for 1, ${day}`
  return cash === null ? `Dividend, ex ${day}` : `Dividend of $${formatPrice(cash)}, ex ${day}`
}

/** `Jul 10`, or `Jul 10, 15:55 ET` for a minute bar. */
export function nameBar({ day, timestamp }: ShownBar, unit: ChartView['unit']): string {
  return unit === 'day' ? formatDay(day) : `${formatDay(day)}, ${formatEtClock(timestamp)} ET`
}

/** Name of a line; those of minute bars say so, because the page also shows daily figures with the same names. */
export const nameLine = (key: LineKey, unit: ChartView['unit']): string =>
  unit === 'day' ? lineFacts[key].name : `${lineFacts[key].name}, 5 min`

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
export function readBar({ bars, lines, unit }: ChartView, index: number): Reading[] {
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
      const name = nameLine(line, unit)
      return { name, short: name, text: formatLine(line, bar.values[at] ?? null), line }
    }),
  ]
}

/** Describes each past event on a bar. */
export const listMarkWords = ({ marks }: ChartView, index: number) =>
  marks.filter(({ place, coming }) => !coming && place === index).map(({ event }) => describeEvent(event))

/** Describes a bar for screen readers. */
export function describeBar(view: ChartView, index: number): string {
  const bar = view.bars[index]
  if (bar === undefined) return ''
  const readings = readBar(view, index)
    .filter(({ text }) => text !== UNKNOWN)
    .map(({ name, text }) => `${name} ${text}`)
  return [nameBar(bar, view.unit), ...readings, ...listMarkWords(view, index)].join(', ')
}
