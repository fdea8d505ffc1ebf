import Highcharts from 'highcharts/esm/highstock.js'
import 'highcharts/esm/modules/accessibility.js'
import { mergePointShapes } from './merge-point-shapes.ts'

export { Highcharts }
export type ChartOptions = Highcharts.Options
export type Chart = Highcharts.Chart

// Highcharts lays out even empty titles, subtitles, captions and axis labels, and for each one the browser has to
// recalculate styles.
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

mergePointShapes(Highcharts)

/** Highcharts offsets rotated labels by `tickRotCorr`. */
type Axis = Highcharts.Axis & { tickRotCorr: { readonly x: number; readonly y: number } }

/**
 * CSS variable for a theme color. Because charts use variables, they need no redraw when the theme, the palette or the
 * print style changes.
 */
export const token = (name: string) => `var(--${name})`

/** Text style for axes. */
export const axisText = { color: token('text-faint'), fontSize: '11px', fontWeight: '500' } as const

/**
 * Options that all charts share. Animation, grouping and pointer tracking are off, because our charts have a crosshair
 * of their own that works with the keyboard. The surrounding figure supplies names and summaries.
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
    style: { fontFamily: 'inherit', fontSize: '11px' },
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
      dataGrouping: { enabled: false },
      enableMouseTracking: false,
      marker: { enabled: false },
    },
  },
}
