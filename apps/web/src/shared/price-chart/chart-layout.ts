import type { ChartView } from './chart-view.ts'

/** Heights in px; a chart is as tall as its panes, so that nothing below it moves while it loads. */
export const PRICE_HEIGHT = 290
export const AXIS_HEIGHT = 24
export const PANE_HEIGHT = 64
export const PANE_GAP = 10
/** For the prices at the right edge. */
export const EDGE_WIDTH = 62

/** What the height of a chart hangs on. */
export type ChartPanes = Pick<ChartView, 'panes' | 'priceHeight'>

export const measureHeight = ({ panes, priceHeight }: ChartPanes) =>
  priceHeight + AXIS_HEIGHT + panes.length * (PANE_HEIGHT + PANE_GAP)

/** Where the pane so far down begins. */
export const findPaneTop = (index: number, { priceHeight }: ChartPanes) =>
  priceHeight + AXIS_HEIGHT + PANE_GAP / 2 + index * (PANE_HEIGHT + PANE_GAP)

/** Where Highcharts has put the places of a view, in px from the left. */
export interface Plot {
  readonly width: number
  /** Of the first bar. */
  readonly origin: number
  /** From one bar to the next. */
  readonly step: number
}

/** Where places and prices stand in a chart. */
export interface ChartScale {
  readonly width: number
  readonly toX: (place: number) => number
  readonly toY: (price: number) => number
  /** The bar nearest to an x. */
  readonly findBar: (x: number) => number
}

export function buildScale(
  { bars, range, priceHeight }: Pick<ChartView, 'bars' | 'range' | 'priceHeight'>,
  { width, origin, step }: Plot,
): ChartScale {
  const { low, high } = range
  const last = bars.length - 1
  return {
    width,
    toX: (place) => origin + place * step,
    toY: (price) => ((high - price) / (high - low)) * priceHeight,
    findBar: (x) => Math.max(0, Math.min(last, Math.round((x - origin) / step))),
  }
}
