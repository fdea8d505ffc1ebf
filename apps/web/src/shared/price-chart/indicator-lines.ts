import { computeBollingerBands, computeRsi, computeSma, computeStochastic } from '@callwright/scoring'
import type { PriceBar } from '../../api/stock-endpoints.ts'
import type { IndicatorName } from './chart-terms.ts'

export type Pane = 'price' | 'rsi' | 'stochastic'

interface LineFacts {
  readonly name: string
  readonly indicator: IndicatorName
  readonly pane: Pane
  /** Name of a color in the theme. */
  readonly color: string
  readonly dash?: 'dot'
}

/** All indicator lines, in the order in which the legend, the table and the export list them. */
export const lineFacts = {
  sma20: { name: 'SMA 20', indicator: 'sma20', pane: 'price', color: 'chart-series-1' },
  sma50: { name: 'SMA 50', indicator: 'sma50', pane: 'price', color: 'chart-series-2' },
  bollingerUpper: { name: 'Bollinger upper', indicator: 'bollinger', pane: 'price', color: 'chart-series-3' },
  bollingerMiddle: {
    name: 'Bollinger middle',
    indicator: 'bollinger',
    pane: 'price',
    color: 'chart-series-3',
    dash: 'dot',
  },
  bollingerLower: { name: 'Bollinger lower', indicator: 'bollinger', pane: 'price', color: 'chart-series-3' },
  rsi: { name: 'RSI 14', indicator: 'rsi', pane: 'rsi', color: 'text' },
  stochasticK: { name: 'Stochastic %K', indicator: 'stochastic', pane: 'stochastic', color: 'text' },
  stochasticD: { name: 'Stochastic %D', indicator: 'stochastic', pane: 'stochastic', color: 'chart-series-2' },
} as const satisfies Record<string, LineFacts>

export type LineKey = keyof typeof lineFacts

/** For each line, a value per bar: NaN for bars that come before the indicator has enough data. */
export type IndicatorColumns = Readonly<Record<LineKey, Float64Array>>

const lineKeys = Object.keys(lineFacts) as LineKey[]

export const listLines = (indicators: readonly IndicatorName[]): LineKey[] =>
  lineKeys.filter((key) => indicators.includes(lineFacts[key].indicator))

/** Panes below the prices, in order. */
export const listPanes = (indicators: readonly IndicatorName[]): Exclude<Pane, 'price'>[] =>
  (['rsi', 'stochastic'] as const).filter((pane) => indicators.includes(pane))

/** Computes all lines for all bars, with the functions that also compute the screener's figures. */
export function computeIndicators(bars: readonly PriceBar[]): IndicatorColumns {
  const close = bars.map((bar) => bar.close)
  const bands = computeBollingerBands(close)
  const { fastK, slowK } = computeStochastic({
    high: bars.map((bar) => bar.high),
    low: bars.map((bar) => bar.low),
    close,
  })
  return {
    sma20: computeSma(close, 20),
    sma50: computeSma(close, 50),
    bollingerUpper: bands.upper,
    bollingerMiddle: bands.middle,
    bollingerLower: bands.lower,
    rsi: computeRsi(close),
    stochasticK: fastK,
    stochasticD: slowK,
  }
}

/** The value of a line at a bar; null if the line has none there. */
export function readLine(columns: IndicatorColumns, key: LineKey, index: number): number | null {
  const value = columns[key].at(index)
  return value === undefined || Number.isNaN(value) ? null : value
}
