import { Box } from '@mantine/core'
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react'
import { moveByKey } from '../charts/cursor-keys.ts'
import { DrawnChart } from '../charts/drawn-chart.tsx'
import { Hatch } from '../charts/hatch.tsx'
import type { Chart } from '../charts/highcharts.ts'
import { VisuallyHidden } from '../ui/figures.tsx'
import { buildChartOptions } from './chart-options.ts'
import { Swatch } from './chart-parts.tsx'
import { CONE_HATCH, PRICE_SERIES } from './chart-series.ts'
import { type ChartView, type ChartWindow, measureHeight } from './chart-view.ts'
import { drawLater, followWheel, moveChart, ZoomButtons } from './chart-zoom.tsx'
import { describeBar, listMarkWords, nameBar, nameChart, readBar } from './describe-chart.ts'
import classes from './price-chart.module.css'

interface PriceChartProps {
  readonly view: ChartView
  /** The chart's summary for screen readers. */
  readonly summary: string
}

/**
 * Price chart with indicators. The legend above it shows the figures of the bar at the crosshair, or of the last bar if
 * there is no crosshair.
 */
export function PriceChart({ view, summary }: PriceChartProps) {
  const [chart, setChart] = useState<Chart | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const [zoom, setZoom] = useState<Zoom | null>(null)
  const options = useMemo(() => {
    const keepZoom = (window: ChartWindow | null) => setZoom(window && { window, range: nameRange(view) })
    return buildChartOptions(view, { onBar: setChosen, onWindow: keepZoom })
  }, [view])

  // New prices draw a new chart. It stays zoomed unless it shows other bars.
  const restoreZoom = useEffectEvent((drawn: Chart) => {
    if (zoom === null) return
    if (zoom.range === nameRange(view)) drawn.xAxis[0]?.setExtremes(zoom.window.from, zoom.window.to, true, false)
    else setZoom(null)
  })
  useLayoutEffect(() => {
    if (chart !== null) restoreZoom(chart)
  }, [chart])
  useEffect(() => (chart === null ? undefined : followWheel(chart)), [chart])

  const last = view.bars.length - 1
  // The new view may have fewer bars than the previous one.
  const bar = chosen === null ? null : Math.min(chosen, last)
  const shown = bar ?? last
  const choose = (place: number | null) => {
    if (chart !== null) drawLater(chart, 'crosshair', () => showCrosshair(chart, place))
    setChosen(place)
  }
  const press = (event: KeyboardEvent) => {
    if (chart !== null && zoomByKey(event, chart, bar)) {
      if (bar !== null) choose(bar)
      return
    }
    moveByKey(event, { at: shown, step: 1, from: 0, to: last }, choose)
  }
  return (
    <Box component="figure" m={0} miw={0} aria-label={nameChart(view)}>
      <figcaption>
        <VisuallyHidden>{summary}</VisuallyHidden>
      </figcaption>
      <div className={classes.head}>
        <Legend view={view} bar={shown} />
        <ZoomButtons chart={chart} isZoomed={zoom !== null} />
      </div>
      <div className={classes.stage} style={{ height: measureHeight(view) }}>
        <svg width="0" height="0" style={{ position: 'absolute' }} aria-hidden="true">
          <Hatch id={CONE_HATCH} />
        </svg>
        <DrawnChart options={options} immutable onChart={setChart} />
        {chart !== null && (
          <div
            className={classes.cursor}
            role="slider"
            tabIndex={0}
            aria-label={`Crosshair: ${nameChart(view)}`}
            aria-valuemin={1}
            aria-valuemax={last + 1}
            aria-valuenow={shown + 1}
            aria-valuetext={describeBar(view, shown)}
            aria-keyshortcuts="+ - 0 Shift+ArrowLeft Shift+ArrowRight"
            onKeyDown={press}
            onBlur={() => choose(null)}
          />
        )}
      </div>
    </Box>
  )
}

/** Part of the chart that the user zoomed in on, and the bars that it is a part of. */
interface Zoom {
  readonly window: ChartWindow
  readonly range: string
}

const nameRange = ({ symbol, timeframe, unit }: ChartView) => `${symbol} ${timeframe} ${unit}`

/** Zooms with `+` and `-`, resets with `0` and pans with Shift and an arrow. Returns whether the key did so. */
function zoomByKey(event: KeyboardEvent, chart: Chart, bar: number | null): boolean {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey) return false
  const around = bar === null ? {} : { around: bar }
  if (key === '+' || key === '=') moveChart(chart, { scale: 0.5, ...around })
  else if (key === '-') moveChart(chart, { scale: 2, ...around })
  else if (key === '0') moveChart(chart, null)
  else if (shiftKey && key === 'ArrowLeft') moveChart(chart, { shift: -0.25 })
  else if (shiftKey && key === 'ArrowRight') moveChart(chart, { shift: 0.25 })
  else return false
  event.preventDefault()
  return true
}

/** Draws the crosshair at a bar, which it first brings into view, or hides it. */
function showCrosshair(chart: Chart, place: number | null): void {
  if (place === null) {
    chart.pointer.reset(false, 0)
    return
  }
  const { min = 0, max = 0 } = chart.xAxis[0]?.getExtremes() ?? {}
  if (place < min || place > max) {
    moveChart(chart, { shift: (place - (min + max) / 2) / (max - min) })
    drawLater(chart, 'crosshair', () => hoverOver(chart, place))
  } else hoverOver(chart, place)
}

function hoverOver(chart: Chart, place: number): void {
  chart.series
    .find(({ options }) => options.id === PRICE_SERIES)
    ?.points.find(({ x }) => x === place)
    ?.onMouseOver()
}

/** Figures for one bar. Each figure has a fixed position. */
function Legend({ view, bar }: { readonly view: ChartView; readonly bar: number }) {
  const shown = view.bars[bar]
  if (shown === undefined) return null
  return (
    <div className={classes.legend}>
      <span className={classes.time}>{nameBar(shown, view.unit)}</span>
      <dl>
        {readBar(view, bar).map(({ name, short, text, line }) => (
          <div key={name}>
            <dt>
              {line !== null && <Swatch line={line} />}
              {short === name ? (
                name
              ) : (
                <>
                  <span aria-hidden="true">{short}</span>
                  <VisuallyHidden>{name}</VisuallyHidden>
                </>
              )}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {listMarkWords(view, bar).map((words) => (
        <strong key={words}>{words}</strong>
      ))}
    </div>
  )
}
