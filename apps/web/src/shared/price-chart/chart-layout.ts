import type { ChartView } from './chart-view.ts'

/** Heights in px. Because they depend only on which panes are shown, the page does not shift while the chart loads. */
export const PRICE_HEIGHT = 290
export const AXIS_HEIGHT = 24
export const PANE_HEIGHT = 64
export const PANE_GAP = 10
/** Width reserved for the price labels at the right edge. */
export const EDGE_WIDTH = 62

/** Levels marked with a line in the oscillator panes. */
export const paneLevels = { rsi: [30, 70], stochastic: [20, 80] } as const

/** The fields that a chart's height depends on. */
export type ChartPanes = Pick<ChartView, 'panes' | 'priceHeight'>

export const measureHeight = ({ panes, priceHeight }: ChartPanes) =>
  priceHeight + AXIS_HEIGHT + panes.length * (PANE_HEIGHT + PANE_GAP)

/** Distance from the top of the chart to the pane with this index. */
export const findPaneTop = (index: number, { priceHeight }: ChartPanes) =>
  priceHeight + AXIS_HEIGHT + PANE_GAP / 2 + index * (PANE_HEIGHT + PANE_GAP)

/** Where Highcharts has drawn the bars, in px from the left. */
export interface Plot {
  readonly width: number
  /** Center of the first bar. */
  readonly origin: number
  /** Distance between bars. */
  readonly step: number
  /** Prices in dollars at which there are grid lines. */
  readonly priceTicks: readonly number[]
}

export const isSamePlot = (before: Plot | null, { width, origin, step, priceTicks }: Plot): boolean =>
  before?.width === width &&
  before.origin === origin &&
  before.step === step &&
  before.priceTicks.join() === priceTicks.join()

/** Converts positions and prices to pixels. */
export interface ChartScale extends Pick<Plot, 'width' | 'priceTicks'> {
  readonly toX: (place: number) => number
  readonly toY: (price: number) => number
  /** Finds the bar nearest to an x coordinate. */
  readonly findBar: (x: number) => number
}

export function buildScale(
  { bars, range, priceHeight }: Pick<ChartView, 'bars' | 'range' | 'priceHeight'>,
  { width, origin, step, priceTicks }: Plot,
): ChartScale {
  const { low, high } = range
  const last = bars.length - 1
  return {
    width,
    priceTicks,
    toX: (place) => origin + place * step,
    toY: (price) => ((high - price) / (high - low)) * priceHeight,
    findBar: (x) => Math.max(0, Math.min(last, Math.round((x - origin) / step))),
  }
}
