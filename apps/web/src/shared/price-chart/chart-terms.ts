export const timeframes = ['1D', '5D', '1M', '3M', '6M', '1Y', '2Y'] as const
export type Timeframe = (typeof timeframes)[number]

export const chartStyles = ['candles', 'line'] as const
export type ChartStyle = (typeof chartStyles)[number]

/** Indicators, in the order of their switches. */
export const indicatorNames = ['sma20', 'sma50', 'bollinger', 'rsi', 'stochastic'] as const
export type IndicatorName = (typeof indicatorNames)[number]

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

const lineKeys = Object.keys(lineFacts) as LineKey[]

export const listLines = (indicators: readonly IndicatorName[]): LineKey[] =>
  lineKeys.filter((key) => indicators.includes(lineFacts[key].indicator))

/** Panes below the prices, in order. */
export const listPanes = (indicators: readonly IndicatorName[]): Exclude<Pane, 'price'>[] =>
  (['rsi', 'stochastic'] as const).filter((pane) => indicators.includes(pane))
