import { axisText, type Chart, type ChartOptions, token } from '../charts/highcharts.ts'
import { lineFacts } from './chart-terms.ts'
import { type ChartView, countPlaces, findPriceRange, measureHeight, type PriceRange } from './chart-view.ts'
import { describeEvent } from './describe-chart.ts'
import classes from './price-chart.module.css'
import { hinted, toY } from './price-lines.ts'

type SeriesOptions = NonNullable<ChartOptions['series']>[number]

/** Series that the pointer follows. */
export const PRICE_SERIES = 'price'
const MARKS_SERIES = 'marks'
/** Id of the hatching that fills the cone; the page defines it. */
export const CONE_HATCH = 'price-chart-cone'

/** All series: volume, the future, the prices with their indicators, and the trade and events over them. */
export function buildSeries(view: ChartView, onBar: (bar: number | null) => void): SeriesOptions[] {
  return [
    buildVolume(view),
    ...buildCone(view),
    buildPrices(view, onBar),
    ...buildLines(view),
    ...buildTrade(view),
    buildMarks(view),
  ]
}

const buildVolume = ({ bars }: ChartView): SeriesOptions => ({
  type: 'column',
  name: 'Volume',
  yAxis: 1,
  data: bars.map((bar, place) => [place, bar.volume]),
  color: token('border-strong'),
  borderWidth: 0,
  borderRadius: 0,
  groupPadding: 0.05,
  pointPadding: 0.1,
})

function buildPrices({ bars, chartStyle, symbol }: ChartView, onBar: (bar: number | null) => void): SeriesOptions {
  const followed = {
    id: PRICE_SERIES,
    name: symbol,
    enableMouseTracking: true,
    point: {
      events: {
        mouseOver(this: { readonly x: number }) {
          onBar(this.x)
        },
        mouseOut: () => onBar(null),
      },
    },
  }
  if (chartStyle === 'line') {
    const data = bars.map(({ close }, place) => [place, close])
    return { ...followed, type: 'line', data, color: token('text'), lineWidth: 1.6 }
  }
  return {
    ...followed,
    type: 'candlestick',
    data: bars.map(({ open, high, low, close }, place) => [place, open, high, low, close]),
    // A hollow candle is up and a solid one is down, so color is not the only cue.
    upColor: token('surface'),
    upLineColor: token('gain'),
    color: token('loss'),
    lineColor: token('loss'),
    groupPadding: 0.05,
    pointPadding: 0.1,
  }
}

const buildLines = ({ bars, lines, panes }: ChartView): SeriesOptions[] =>
  lines.map((key, at) => {
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

/** Distance between the cone and its name, and the least distance between the name and a line, in px. */
const NAME_GAP = 10
const NAME_CLEARANCE = 12
const MIN_NAME_WIDTH = 84

/** Which end of the cone to put its name at: where neither the strike nor the last price would strike it through. */
export function placeConeName(view: ChartView, { low, high }: PriceRange): 'above' | 'below' {
  const { strike, lastPrice, priceHeight } = view
  const range = findPriceRange(view)
  const find = (price: number) => toY(price, range, priceHeight)
  const measureRoom = (y: number) =>
    Math.min(...[strike ?? lastPrice.price, lastPrice.price].map((price) => Math.abs(find(price) - y)))
  const below = measureRoom(find(low) + NAME_GAP)
  const above = find(high) < 2 * NAME_GAP ? 0 : measureRoom(find(high) - NAME_GAP)
  return below >= NAME_CLEARANCE || below >= above ? 'below' : 'above'
}

/** The expected move: a hatched area between two lines, stacked on an invisible one. */
function buildCone(view: ChartView): SeriesOptions[] {
  const cone = view.future?.cone ?? []
  const end = cone.at(-1)
  if (end === undefined) return []
  const side = placeConeName(view, end)
  const hint =
    'One expected move up and down by expiration. The price ends inside this range about two times out of three.'
  const label = {
    enabled: true,
    useHTML: true,
    allowOverlap: true,
    crop: false,
    overflow: 'allow' as const,
    align: 'right' as const,
    verticalAlign: side === 'below' ? ('top' as const) : ('bottom' as const),
    padding: 2,
    style: { ...axisText, color: token('text-muted'), textOutline: 'none' },
    formatter(this: { readonly series: { readonly xAxis: { toPixels(value: number): number } } }) {
      const { xAxis } = this.series
      const width = xAxis.toPixels(end.place) - xAxis.toPixels(cone[0]?.place ?? 0)
      return hinted(width < MIN_NAME_WIDTH ? '1 EM' : '1 expected move', hint, 'name')
    },
  }
  const edge = (read: (point: (typeof cone)[number]) => number, isNamed: boolean) => ({
    type: 'area' as const,
    name: '1 expected move',
    stacking: 'normal' as const,
    lineWidth: 1,
    dashStyle: 'Dash' as const,
    color: token('border-input'),
    data: cone.map((point) => ({
      x: point.place,
      y: read(point),
      ...(isNamed && point === end && { dataLabels: label }),
    })),
  })
  return [
    { ...edge(({ low }) => Math.max(0, low), side === 'below'), fillColor: 'none' },
    {
      ...edge(({ low, high }) => high - Math.max(0, low), side === 'above'),
      fillColor: `url(#${CONE_HATCH})`,
      fillOpacity: 1,
    },
  ]
}

/** The strike from the entry, or from the last bar, to the right edge; and the entry. */
function buildTrade(view: ChartView): SeriesOptions[] {
  const { strike, entry, bars, placedCalls } = view
  const range = findPriceRange(view)
  const isDrawn = strike !== null && strike >= range.low && strike <= range.high
  const trade: SeriesOptions[] = placedCalls
    .filter((call) => call.strike >= range.low && call.strike <= range.high)
    .map((call) => ({
      type: 'line',
      name: 'Earlier call',
      data: [
        [call.from, call.strike],
        [call.to, call.strike],
      ],
      color: token('accent-line'),
      lineWidth: 1.5,
      dashStyle: 'ShortDash',
      marker: { enabled: true, symbol: 'circle', radius: 2.5 },
    }))
  if (isDrawn) {
    trade.push({
      type: 'line',
      name: 'Strike',
      data: [
        [entry?.place ?? bars.length - 1, strike],
        [countPlaces(view) - 1, strike],
      ],
      color: token('accent-line'),
      lineWidth: 2,
    })
  }
  if (entry !== null) {
    trade.push({
      type: 'scatter',
      name: 'Entry',
      data: [[entry.place, entry.price]],
      marker: {
        enabled: true,
        symbol: 'circle',
        radius: 4,
        fillColor: token('surface'),
        lineColor: token('text'),
        lineWidth: 2,
      },
    })
  }
  return trade
}

const MARK_RISE = -26

/** Marks for earnings, dividends and splits along the bottom of the price pane. */
const buildMarks = ({ marks, panes, priceHeight }: ChartView): SeriesOptions => ({
  type: 'flags',
  id: MARKS_SERIES,
  name: 'Events',
  shape: 'circlepin',
  width: 11,
  // Highcharts counts from the time axis, and counts the panes below it twice.
  y: MARK_RISE + (panes.length === 0 ? 0 : measureHeight({ panes, priceHeight }) - priceHeight),
  stackDistance: 20,
  color: token('border-input'),
  fillColor: token('surface'),
  lineWidth: 1,
  style: { ...axisText, fontWeight: 'var(--weight-strong)', color: token('text-muted') },
  data: marks.map(({ place, event, coming }) => ({
    x: place,
    title: { earnings: 'E', dividend: 'D', split: 'S' }[event.kind],
    text: describeEvent(event),
    className: coming ? (classes.coming ?? '') : '',
  })),
})

/** Gives the marks that are drawn their hints and their names for screen readers. */
export function nameMarks(chart: Chart): void {
  const marks = chart.series.find(({ options }) => options.id === MARKS_SERIES)
  for (const { graphic, options } of (marks?.points ?? []) as readonly DrawnMark[]) {
    for (const [name, value] of Object.entries({
      role: 'img',
      'aria-label': options.text,
      'data-hint': options.text,
    })) {
      graphic?.element.setAttribute(name, value)
    }
  }
}

/** Missing from Highcharts' type declarations. */
interface DrawnMark {
  readonly graphic?: { readonly element: Element }
  readonly options: { readonly text: string }
}
