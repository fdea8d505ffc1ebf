export const timeframes = ['1D', '5D', '1M', '3M', '6M', '1Y', '2Y'] as const
export type Timeframe = (typeof timeframes)[number]

export const chartStyles = ['candles', 'line'] as const
export type ChartStyle = (typeof chartStyles)[number]

/** Indicators, in the order of their switches. */
export const indicatorNames = ['sma20', 'sma50', 'bollinger', 'rsi', 'stochastic'] as const
export type IndicatorName = (typeof indicatorNames)[number]
