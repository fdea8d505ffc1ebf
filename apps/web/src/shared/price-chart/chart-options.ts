import { type Axis, axisText, baseOptions, type Chart, type ChartOptions, token } from '../charts/highcharts.ts'
import { formatDecimal, formatPrice } from '../format/numbers.ts'
import { formatDayLong } from '../format/times.ts'
import { buildTimeTicks, type TimeTick } from './bar-table.ts'
import { buildSeries, nameMarks } from './chart-series.ts'
import {
  AXIS_HEIGHT,
  type ChartView,
  type ChartWindow,
  countPlaces,
  findPaneTop,
  findPriceRange,
  listBarsWithin,
  measureHeight,
  PANE_HEIGHT,
} from './chart-view.ts'
import { MIN_BARS, showWindow } from './chart-zoom.tsx'
import { nameBar, nameChart } from './describe-chart.ts'
import classes from './price-chart.module.css'
import { type AxisOptions, hinted, isClearOfLabels, listPriceLines, type PlotLine } from './price-lines.ts'

type TimeAxisOptions = Exclude<ChartOptions['xAxis'], readonly unknown[] | undefined>

/** Width reserved for the labels at the right edge, in px. */
const EDGE_WIDTH = 62
/** Height of the tallest volume bar, as a share of the price pane. */
const VOLUME_SHARE = 0.17
export interface ChartEvents {
  /** The bar at the crosshair has changed. */
  readonly onBar: (bar: number | null) => void
  /** The user has zoomed or panned; null if the chart shows everything. */
  readonly onWindow: (window: ChartWindow | null) => void
}

/**
 * Options for a chart with prices and volume above the oscillator panes. All panes share one horizontal axis, which
 * counts bars.
 */
export function buildChartOptions(view: ChartView, events: ChartEvents): ChartOptions {
  const { panes } = view
  return {
    ...baseOptions,
    chart: {
      ...baseOptions.chart,
      height: measureHeight(view),
      margin: [0, EDGE_WIDTH, panes.length === 0 ? AXIS_HEIGHT : 0, 0],
      // A vertical swipe scrolls the page; a horizontal one moves the crosshair.
      style: { ...baseOptions.chart?.style, touchAction: 'pan-y' },
      zooming: { type: 'x' },
      panning: { enabled: true, type: 'x' },
      panKey: 'shift',
      events: {
        render() {
          nameMarks(this)
        },
        selection({ xAxis: [selected] }) {
          if (selected !== undefined) showWindow(this, { from: selected.min, to: selected.max })
          return false
        },
      },
      selectionMarkerFill: 'color-mix(in srgb, var(--accent) 16%, transparent)',
    },
    accessibility: {
      ...baseOptions.accessibility,
      description: nameChart(view),
      point: { descriptionFormat: '{series.name}' },
    },
    xAxis: buildTimeAxis(view, events),
    yAxis: [
      buildPriceAxis(view),
      buildVolumeAxis(view),
      ...panes.map((pane, index) => buildPaneAxis(pane, findPaneTop(index, view))),
    ],
    series: buildSeries(view, events.onBar),
  }
}

function buildTimeAxis(view: ChartView, { onWindow }: ChartEvents): TimeAxisOptions {
  const { bars, unit, panes, priceHeight, future, entry } = view
  const end = countPlaces(view) - 1
  let ticks: readonly TimeTick[] = []
  return {
    // Needed because volume columns would otherwise add half a bar at either end.
    min: 0,
    max: end,
    minRange: Math.min(MIN_BARS, end),
    // Leaves a gap between the prices and the panes below them.
    offset: panes.length === 0 ? 0 : priceHeight - measureHeight(view),
    tickPositioner: (min, max) => {
      ticks = buildTimeTicks(bars, unit, ...listBarsWithin(view, { from: min, to: max }))
      return ticks.map(({ place }) => place)
    },
    startOnTick: false,
    endOnTick: false,
    tickLength: 0,
    lineColor: token('border-strong'),
    labels: {
      style: axisText,
      y: 16,
      step: 1,
      formatter: ({ value }) => ticks.find(({ place }) => place === value)?.label ?? '',
    },
    crosshair: { color: token('border-input'), dashStyle: 'Dash', zIndex: 5 },
    plotLines: [
      ...(future === null ? [] : [dashed(bars.length - 1, token('border-strong'))]),
      ...(entry === null
        ? []
        : [
            {
              ...dashed(entry.place, token('text-muted')),
              label: {
                text: hinted('Entry', `Entry on ${formatDayLong(entry.day)} at ${formatPrice(entry.price)}`, 'name'),
                useHTML: true,
                style: axisText,
                rotation: 0,
                textAlign: 'right' as const,
                x: -4,
                y: 12,
              },
            },
          ]),
    ],
    events: {
      setExtremes({ min, max }) {
        const isWhole = min === undefined || max === undefined || (min <= 0 && max >= end)
        const window = isWhole ? null : { from: min, to: max }
        scaleToWindow(this.chart, view, window)
        onWindow(window)
      },
    },
    accessibility: {
      description: 'Time',
      rangeDescription: [bars.at(0), bars.at(-1)].map((bar) => (bar ? nameBar(bar, unit) : '')).join(' to '),
    },
  }
}

const dashed = (value: number, color: string): PlotLine => ({ value, color, width: 1, dashStyle: 'Dash', zIndex: 3 })

const baseAxis: AxisOptions = {
  opposite: true,
  offset: 0,
  startOnTick: false,
  endOnTick: false,
  gridLineColor: token('border'),
  labels: { align: 'left', x: 8, y: 4, style: axisText },
  title: { text: '' },
}

const findTallest = ({ bars }: ChartView, first = 0, last = bars.length - 1) =>
  Math.max(1, ...bars.slice(first, last + 1).map(({ volume }) => volume))

/** Methods that are missing from Highcharts' type declarations. */
interface LinedAxis extends Axis {
  readonly addPlotLine?: (line: PlotLine) => void
  readonly removePlotLine?: (id: string) => void
}

/** Fits the prices and volume to the bars within a window. Takes effect with the next redraw. */
function scaleToWindow({ yAxis }: Chart, view: ChartView, window: ChartWindow | null): void {
  const [prices, volume]: readonly LinedAxis[] = yAxis
  const range = findPriceRange(view, window ?? undefined)
  prices?.setExtremes(range.low, range.high, false)
  volume?.setExtremes(0, findTallest(view, ...(window === null ? [] : listBarsWithin(view, window))), false)
  for (const line of listPriceLines(view, range)) {
    prices?.removePlotLine?.(line.id ?? '')
    prices?.addPlotLine?.(line)
  }
}

function buildPriceAxis(view: ChartView): AxisOptions {
  const { priceHeight } = view
  const range = findPriceRange(view)
  return {
    ...baseAxis,
    top: 0,
    height: priceHeight,
    min: range.low,
    max: range.high,
    tickPixelInterval: 40,
    reversedStacks: false,
    plotLines: listPriceLines(view, range),
    labels: {
      ...baseAxis.labels,
      formatter({ value, axis }) {
        const price = Number(value)
        const shown = { low: axis.min ?? range.low, high: axis.max ?? range.high }
        // The space for volume may extend below zero, where there are no prices to label.
        return price >= 0 && isClearOfLabels(price, view, shown) ? formatDecimal(price) : ''
      },
    },
    crosshair: {
      snap: false,
      color: token('border-input'),
      dashStyle: 'Dash',
      zIndex: 5,
      label: {
        enabled: true,
        shape: 'rect',
        padding: 3,
        borderRadius: 3,
        backgroundColor: token('text-muted'),
        style: { ...axisText, color: token('surface') },
        formatter: (value) => formatPrice(value),
      },
    },
    accessibility: {
      description: 'Price, dollars per share',
      rangeDescription: `${formatPrice(range.low)} to ${formatPrice(range.high)}`,
    },
  }
}

function buildVolumeAxis(view: ChartView): AxisOptions {
  const { priceHeight } = view
  return {
    ...baseAxis,
    top: priceHeight * (1 - VOLUME_SHARE),
    height: priceHeight * VOLUME_SHARE,
    min: 0,
    max: findTallest(view),
    gridLineWidth: 0,
    labels: { enabled: false },
    accessibility: { description: 'Volume, shares' },
  }
}

const paneFacts = {
  rsi: { name: 'RSI 14', short: 'RSI', levels: [30, 70] },
  stochastic: { name: 'Stochastic 14/3', short: 'Stochastic', levels: [20, 80] },
} as const

function buildPaneAxis(pane: keyof typeof paneFacts, top: number): AxisOptions {
  const { name, short, levels } = paneFacts[pane]
  return {
    ...baseAxis,
    top,
    height: PANE_HEIGHT,
    min: 0,
    max: 100,
    tickPositions: [...levels],
    gridLineDashStyle: 'Dot',
    gridLineColor: token('border-strong'),
    // The name of the pane, in its corner.
    plotLines: [
      {
        value: 100,
        width: 0,
        label: {
          text: `<span class="${classes.name}">${name}</span>`,
          useHTML: true,
          align: 'left',
          x: 4,
          y: 10,
          style: axisText,
        },
      },
    ],
    accessibility: { description: short },
  }
}
