import Highcharts from 'highcharts/esm/highstock.js'
import 'highcharts/esm/modules/accessibility.js'

export { Highcharts }
export type ChartOptions = Highcharts.Options
export type Chart = Highcharts.Chart
export type Axis = Highcharts.Axis

// Highcharts lays out even empty titles, subtitles, captions and axis labels, and for each one the browser has to
// recalculate styles.
Highcharts.wrap(
  Highcharts.Chart.prototype,
  'applyDescription',
  function (this: Chart, apply, key: 'title' | 'subtitle' | 'caption', given?: { readonly text?: string }) {
    if (this.options[key]?.text || given?.text) apply.call(this, key, given)
  },
)
Highcharts.wrap(Highcharts.Axis.prototype, 'renderUnsquish', function (this: LabeledAxis, rotate) {
  if (this.options.labels?.enabled === false) this.tickRotCorr = { x: 0, y: 0 }
  else rotate.call(this)
})

// All text in charts has one size. Asking the browser for it makes it recalculate styles, for every label of every redraw.
let fontSize = ''
Highcharts.wrap(Highcharts.SVGElement.prototype, 'getStyle', function (this: unknown, ask, property: string) {
  if (property !== 'font-size') return ask.call(this, property)
  fontSize ||= ask.call(this, property)
  return fontSize
})

mergePointShapes(Highcharts)

// The page has its own reset button, which works with the keyboard.
Highcharts.wrap(Highcharts.Chart.prototype, 'showResetZoom', () => {})

// Lets the labels in a chart have hints.
Highcharts.AST.allowedAttributes.push('data-hint')

/** Highcharts offsets rotated labels by `tickRotCorr`. */
type LabeledAxis = Axis & { tickRotCorr: { readonly x: number; readonly y: number } }

/**
 * CSS variable for a theme color. Because charts use variables, they need no redraw when the theme, the palette or the
 * print style changes.
 */
export const token = (name: string) => `var(--${name})`

/** Text style for axes. */
export const axisText = {
  color: token('text-faint'),
  fontSize: 'var(--font-size-xs)',
  fontWeight: 'var(--weight-medium)',
} as const

/**
 * Options that all charts share. Animation, grouping and pointer tracking are off; a chart turns tracking on for the
 * series that its crosshair follows. The surrounding figure supplies names and summaries.
 */
export const baseOptions: ChartOptions = {
  accessibility: {
    landmarkVerbosity: 'disabled',
    keyboardNavigation: { enabled: false },
    // Off, because the crosshair announces each point.
    series: { pointDescriptionEnabledThreshold: 0 },
    screenReaderSection: { beforeChartFormat: '', afterChartFormat: '' },
  },
  chart: {
    animation: false,
    backgroundColor: 'transparent',
    spacing: [0, 0, 0, 0],
    // Contained, so that measuring a label lays out the chart alone and not the page.
    style: { fontFamily: 'inherit', fontSize: 'var(--font-size-xs)', contain: 'strict' } as Highcharts.CSSObject,
  },
  credits: { enabled: false },
  legend: { enabled: false },
  // Off, because the theme supplies the colors, and injecting a style sheet would restyle the whole page.
  palette: { injectCSS: false },
  title: { text: '' },
  tooltip: { enabled: false },
  plotOptions: {
    series: {
      animation: false,
      // Keeps all points while zoomed, because making them again is slow.
      cropThreshold: 10_000,
      dataGrouping: { enabled: false },
      enableMouseTracking: false,
      marker: { enabled: false },
      states: { hover: { enabled: false }, inactive: { enabled: false } },
    },
  },
}

type Outline = Highcharts.SVGPathArray

/** Missing from Highcharts' type declarations. */
interface Library {
  readonly seriesTypes: { readonly column: { readonly prototype: object } }
}
interface DrawnPoint {
  readonly isNull: boolean
  readonly shapeArgs?: { readonly d: Outline } | Readonly<Record<'x' | 'y' | 'width' | 'height', number>>
  readonly getClassName: () => string
}
interface DrawnSeries {
  readonly chart: Highcharts.Chart
  /** Stays the same when the series is updated. */
  readonly group: Highcharts.SVGElement & { shapes?: readonly Highcharts.SVGElement[] }
  readonly points: readonly DrawnPoint[]
  readonly pointAttribs: (point: DrawnPoint) => Highcharts.SVGAttributes
}

/**
 * Draws all columns or candles that look the same as one path. Drawing each point separately, with two shapes per bar,
 * takes a fifth longer. Because merged points have no shapes of their own, they cannot be colored one by one or hovered
 * over.
 */
function mergePointShapes(library: unknown): void {
  Object.assign((library as Library).seriesTypes.column.prototype, {
    drawPoints(this: DrawnSeries) {
      const { chart, group } = this
      for (const shape of group.shapes ?? []) shape.destroy()
      const looks = new Map<string, { readonly first: DrawnPoint; readonly path: Outline }>()
      for (const point of this.points) {
        if (point.isNull) continue
        const className = point.getClassName()
        const look = looks.get(className) ?? { first: point, path: [] as Outline }
        looks.set(className, look)
        look.path.push(...outline(point))
      }
      group.shapes = Array.from(looks, ([className, { first, path }]) =>
        chart.renderer.path(path).attr(this.pointAttribs(first)).addClass(className).add(group),
      )
    },
  })
}

function outline({ shapeArgs }: DrawnPoint): Outline {
  if (shapeArgs === undefined) return []
  if ('d' in shapeArgs) return shapeArgs.d
  const { x, y, width, height } = shapeArgs
  return [['M', x, y], ['L', x + width, y], ['L', x + width, y + height], ['L', x, y + height], ['Z']]
}
