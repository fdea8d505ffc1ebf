/** UI text for the chart card, outside the chart itself. */
export const chartCardWords = {
  title: 'Price chart',
  chartFailed: 'Failed to load the chart',
  chartFailedText: 'Could not load the chart. Its figures are available as a table.',
} as const

export const toolbarWords = {
  timeframe: 'Timeframe',
  indicators: 'Indicators',
  names: {
    sma20: 'SMA 20',
    sma50: 'SMA 50',
    bollinger: 'Bollinger Bands',
    rsi: 'RSI 14',
    stochastic: 'Stochastic',
  },
  style: 'Chart style',
  styles: { candles: 'Candles', line: 'Line' },
  table: 'View as table',
} as const

export const summaryWords = {
  sma20: 'SMA 20',
  sma50: 'SMA 50',
  rsi: 'RSI',
  stochastic: 'Stochastic',
  vol: 'Implied volatility',
  ivRank: 'IV rank',
  signal: 'CC Signal',
  realized: 'RV',
  noPrices: 'Could not load the prices',
  noRow: 'Not in the screener',
  noVol: 'No option quote today gives an implied volatility',
  notAvailable: (why: string) => `not available: ${why}`,
} as const
