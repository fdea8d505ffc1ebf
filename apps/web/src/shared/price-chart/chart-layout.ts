import type { ChartView } from './chart-view.ts'

/** Heights in px; a chart is as tall as its panes, so that nothing below it moves while it loads. */
export const PRICE_HEIGHT = 290
export const AXIS_HEIGHT = 24
export const PANE_HEIGHT = 64
export const PANE_GAP = 10
/** For the prices at the right edge. */
export const EDGE_WIDTH = 62

/** Where the panes of the oscillators have their lines. */
export const paneLevels = { rsi: [30, 70], stochastic: [20, 80] } as const

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
  /** Dollars, where the price pane has its lines. */
  readonly priceTicks: readonly number[]
}

export const isSamePlot = (before: Plot | null, { width, origin, step, priceTicks }: Plot): boolean =>
  before?.width === width &&
  before.origin === origin &&
  before.step === step &&
  before.priceTicks.join() === priceTicks.join()

/** Where places and prices stand in a chart. */
export interface ChartScale extends Pick<Plot, 'width' | 'priceTicks'> {
  readonly toX: (place: number) => number
  readonly toY: (price: number) => number
  /** The bar nearest to an x. */
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
