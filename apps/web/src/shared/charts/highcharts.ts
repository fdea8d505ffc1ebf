import Highcharts from 'highcharts/esm/highstock.js'
import 'highcharts/esm/modules/accessibility.js'
import { drawPointsInOne } from './points-in-one.ts'

export { Highcharts }
export type ChartOptions = Highcharts.Options
export type Chart = Highcharts.Chart

// Highcharts lays out what is not there, too: a title, a subtitle and a caption without text, the labels of axes without any.
// Each has the browser style the page once more before the chart is drawn.
Highcharts.wrap(
  Highcharts.Chart.prototype,
  'applyDescription',
  function (this: Chart, apply, key: 'title' | 'subtitle' | 'caption', given?: { readonly text?: string }) {
    if (this.options[key]?.text || given?.text) apply.call(this, key, given)
  },
)
Highcharts.wrap(Highcharts.Axis.prototype, 'renderUnsquish', function (this: Axis, rotate) {
  if (this.options.labels?.enabled === false) this.tickRotCorr = { x: 0, y: 0 }
  else rotate.call(this)
})

drawPointsInOne(Highcharts)

/** The rotation of its labels moves them by this. */
type Axis = Highcharts.Axis & { tickRotCorr: { readonly x: number; readonly y: number } }

/**
 * A colour of the theme. Charts are drawn with the variables themselves: a change of the theme, of the palette or to print
 * recolours them without a drawing.
 */
export const token = (name: string) => `var(--${name})`

/** The text of axes. */
export const axisText = { color: token('tx3'), fontSize: '11px', fontWeight: '500' } as const

/**
 * What every chart here starts from: nothing moves, nothing is grouped, and nothing follows the pointer by itself (the
 * charts have a crosshair of their own, which the keyboard moves, too). Names and summaries come from the figure around it.
 */
export const baseOptions: ChartOptions = {
  accessibility: {
    landmarkVerbosity: 'disabled',
    keyboardNavigation: { enabled: false },
    // The crosshair speaks each point.
    series: { pointDescriptionEnabledThreshold: 0 },
    screenReaderSection: { beforeChartFormat: '', afterChartFormat: '' },
  },
  chart: {
    animation: false,
    backgroundColor: 'transparent',
    spacing: [0, 0, 0, 0],
    style: { fontFamily: 'inherit', fontSize: '11px' },
  },
  credits: { enabled: false },
  legend: { enabled: false },
  // Its colours are those of the theme; a style sheet more would have the whole page styled anew.
  palette: { injectCSS: false },
  title: { text: '' },
  tooltip: { enabled: false },
  plotOptions: {
    series: {
      animation: false,
      dataGrouping: { enabled: false },
      enableMouseTracking: false,
      marker: { enabled: false },
    },
  },
}
