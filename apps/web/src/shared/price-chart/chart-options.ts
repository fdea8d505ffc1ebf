import { baseOptions, type Chart, type ChartOptions, token } from '../charts/highcharts.ts'
import { formatPrice } from '../format/numbers.ts'
import {
  AXIS_HEIGHT,
  EDGE_WIDTH,
  findPaneTop,
  measureHeight,
  PANE_HEIGHT,
  type Plot,
  paneLevels,
} from './chart-layout.ts'
import { type ChartView, countPlaces } from './chart-view.ts'
import { nameBar, nameChart } from './chart-words.ts'
import { lineFacts } from './indicator-lines.ts'

function readPlot({ plotWidth, xAxis: [time], yAxis: [prices] }: Chart): Plot {
  const origin = time?.toPixels(0, true) ?? 0
  const step = (time?.toPixels(1, true) ?? 0) - origin
  return { width: plotWidth, origin, step, priceTicks: prices?.tickPositions ?? [] }
}

type AxisOptions = Extract<ChartOptions['yAxis'], readonly unknown[]>[number]
type SeriesOptions = NonNullable<ChartOptions['series']>[number]

/** Height of the tallest volume bar, as a share of the price pane. */
const VOLUME_SHARE = 0.17

/**
 * Options for a chart with prices and volume above the oscillator panes. All panes share one horizontal axis, which
 * counts bars.
 */
export function buildChartOptions(view: ChartView, onDrawn: (plot: Plot) => void): ChartOptions {
  const { panes, bars, ticks, unit, priceHeight } = view
  const height = measureHeight(view)
  return {
    ...baseOptions,
    chart: {
      ...baseOptions.chart,
      height,
      margin: [0, EDGE_WIDTH, panes.length === 0 ? AXIS_HEIGHT : 0, 0],
      events: {
        render() {
          onDrawn(readPlot(this))
        },
      },
    },
    accessibility: {
      ...baseOptions.accessibility,
      description: nameChart(view),
      point: { descriptionFormat: '{series.name}' },
    },
    xAxis: {
      // Needed because volume columns would otherwise add half a bar at either end.
      min: 0,
      max: countPlaces(view) - 1,
      // Leaves a gap between the prices and the panes below them.
      offset: panes.length === 0 ? 0 : priceHeight - height,
      tickPositions: ticks.map(({ place }) => place),
      startOnTick: false,
      endOnTick: false,
      tickLength: 0,
      lineColor: token('border-strong'),
      labels: unnamed,
      accessibility: {
        description: 'Time',
        rangeDescription: [bars.at(0), bars.at(-1)].map((bar) => (bar ? nameBar(bar, unit) : '')).join(' to '),
      },
    },
    yAxis: [
      buildPriceAxis(view),
      buildVolumeAxis(view),
      ...panes.map((pane, index) => buildPaneAxis(pane, findPaneTop(index, view))),
    ],
    series: [...buildPriceSeries(view), ...buildLineSeries(view)],
  }
}

/**
 * Turns off axis labels, because Highcharts spends a third of its drawing time on measuring them. The page draws them
 * in HTML instead.
 */
const unnamed = { enabled: false } as const

const baseAxis: AxisOptions = {
  opposite: true,
  offset: 0,
  startOnTick: false,
  endOnTick: false,
  gridLineColor: token('border'),
  labels: unnamed,
  title: { text: '' },
}

function buildPriceAxis({ range, priceHeight }: ChartView): AxisOptions {
  return {
    ...baseAxis,
    top: 0,
    height: priceHeight,
    min: range.low,
    max: range.high,
    tickPixelInterval: 52,
    accessibility: {
      description: 'Price, dollars per share',
      rangeDescription: `${formatPrice(range.low)} to ${formatPrice(range.high)}`,
    },
  }
}

function buildVolumeAxis({ bars, priceHeight }: ChartView): AxisOptions {
  return {
    ...baseAxis,
    top: priceHeight * (1 - VOLUME_SHARE),
    height: priceHeight * VOLUME_SHARE,
    min: 0,
    max: Math.max(1, ...bars.map(({ volume }) => volume)),
    gridLineWidth: 0,
    accessibility: { description: 'Volume, shares' },
  }
}

function buildPaneAxis(pane: ChartView['panes'][number], top: number): AxisOptions {
  return {
    ...baseAxis,
    top,
    height: PANE_HEIGHT,
    min: 0,
    max: 100,
    tickPositions: [...paneLevels[pane]],
    gridLineDashStyle: 'Dot',
    gridLineColor: token('border-strong'),
    accessibility: { description: pane === 'rsi' ? 'RSI' : 'Stochastic' },
  }
}

function buildPriceSeries({ bars, chartStyle, symbol }: ChartView): SeriesOptions[] {
  const volume: SeriesOptions = {
    type: 'column',
    name: 'Volume',
    yAxis: 1,
    data: bars.map((bar, place) => [place, bar.volume]),
    color: token('border-strong'),
    borderWidth: 0,
    borderRadius: 0,
    groupPadding: 0.05,
    pointPadding: 0.1,
  }
  if (chartStyle === 'line') {
    const data = bars.map(({ close }, place) => [place, close])
    return [volume, { type: 'line', name: symbol, data, color: token('text'), lineWidth: 1.6 }]
  }
  const candles: SeriesOptions = {
    type: 'candlestick',
    name: symbol,
    data: bars.map(({ open, high, low, close }, place) => [place, open, high, low, close]),
    // A hollow candle is up and a solid one is down, so color is not the only cue.
    upColor: token('surface'),
    upLineColor: token('gain'),
    color: token('loss'),
    lineColor: token('loss'),
    groupPadding: 0.05,
    pointPadding: 0.1,
  }
  return [volume, candles]
}

function buildLineSeries({ bars, lines, panes }: ChartView): SeriesOptions[] {
  return lines.map((key, at) => {
    const facts = lineFacts[key]
    return {
      type: 'line',
      name: facts.name,
      yAxis: facts.pane === 'price' ? 0 : 2 + panes.indexOf(facts.pane),
      data: bars.map(({ values }, place) => [place, values[at] ?? null]),
      color: token(facts.color),
      lineWidth: 1.4,
      dashStyle: 'dash' in facts ? 'ShortDot' : 'Solid',
    }
  })
}
