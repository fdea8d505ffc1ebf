import { ActionIcon, Group } from '@mantine/core'
import { IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react'
import type { Chart } from '../charts/highcharts.ts'
import type { ChartWindow } from './chart-view.ts'
import classes from './price-chart.module.css'

/** Smallest number of bars to zoom in on. */
export const MIN_BARS = 5

interface WindowChange {
  /** Factor for the width: below 1 zooms in. */
  readonly scale?: number
  /** Place that stays where it is while zooming; by default the middle. */
  readonly around?: number
  /** Distance to pan, as a share of the width. */
  readonly shift?: number
}

/** Zooms or pans a window without leaving the chart, whose last place is `end`. Null stands for the whole chart. */
export function changeWindow(
  window: ChartWindow | null,
  end: number,
  { scale = 1, around, shift = 0 }: WindowChange,
): ChartWindow | null {
  const { from, to } = window ?? { from: 0, to: end }
  const width = Math.max(MIN_BARS, (to - from) * scale)
  if (width >= end) return null
  const fixed = around ?? (from + to) / 2
  const share = (fixed - from) / (to - from)
  const left = Math.max(0, Math.min(end - width, fixed - share * width + shift * width))
  return { from: left, to: left + width }
}

type Part = 'window' | 'crosshair'
const due = new WeakMap<Chart, Map<Part, () => void>>()
/** Window that a chart will have once it is drawn again; null for the whole chart. */
const nextWindows = new WeakMap<Chart, ChartWindow | null>()

/**
 * Draws part of a chart after the next paint. Redrawing takes several frames, during which a pressed button or key would
 * show no effect. Of several requests for one part, only the last is drawn.
 */
export function drawLater(chart: Chart, part: Part, draw: () => void): void {
  const waiting = due.get(chart)
  if (waiting !== undefined) {
    waiting.set(part, draw)
    return
  }
  const parts = new Map([[part, draw]])
  due.set(chart, parts)
  requestAnimationFrame(() =>
    setTimeout(() => {
      due.delete(chart)
      // A chart that was destroyed meanwhile has no axes.
      if (chart.xAxis?.[0] !== undefined) for (const each of parts.values()) each()
    }),
  )
}

/** Shows a window of a chart, or the whole chart, after the next paint. */
export function showWindow(chart: Chart, window: ChartWindow | null): void {
  nextWindows.set(chart, window)
  drawLater(chart, 'window', () => {
    nextWindows.delete(chart)
    chart.xAxis[0]?.setExtremes(window?.from, window?.to, true, false)
  })
}

/** Zooms or pans a chart after the next paint. */
export function moveChart(chart: Chart, change: WindowChange | null): void {
  const [time] = chart.xAxis
  if (time === undefined) return
  const { min, max } = time.getExtremes()
  const window = nextWindows.has(chart) ? (nextWindows.get(chart) ?? null) : { from: min, to: max }
  showWindow(chart, change === null ? null : changeWindow(window, time.options.max as number, change))
}

const MAX_WHEEL_STEP = 30

/**
 * Zooms by wheel with Ctrl, which is also how browsers report a pinch on a trackpad, and pans a zoomed chart by a
 * horizontal wheel. Without them, the wheel scrolls the page.
 */
export function followWheel(chart: Chart): () => void {
  const { container } = chart
  const listen = (event: WheelEvent) => {
    const [time] = chart.xAxis
    if (time === undefined) return
    const { deltaX, deltaY } = event
    const { userMin, min, max } = time.getExtremes()
    const isSideways = Math.abs(deltaX) > Math.abs(deltaY) && userMin !== undefined
    if (!event.ctrlKey && !event.metaKey && !isSideways) return
    event.preventDefault()
    const x = event.clientX - container.getBoundingClientRect().left - chart.plotLeft
    const around = Math.max(min, Math.min(max, time.toValue(x, true)))
    const step = Math.max(-MAX_WHEEL_STEP, Math.min(MAX_WHEEL_STEP, deltaY))
    moveChart(chart, isSideways ? { shift: deltaX / chart.plotWidth } : { scale: Math.exp(step / 100), around })
  }
  container.addEventListener('wheel', listen, { passive: false })
  return () => container.removeEventListener('wheel', listen)
}

interface ZoomButtonsProps {
  readonly chart: Chart | null
  readonly isZoomed: boolean
}

export function ZoomButtons({ chart, isZoomed }: ZoomButtonsProps) {
  const buttons = [
    {
      name: 'Zoom in',
      hint: 'Zoom in. Or drag across the chart, or pinch, or turn the wheel with Ctrl.',
      Icon: IconZoomIn,
      change: { scale: 0.5 },
      isOff: false,
    },
    {
      name: 'Zoom out',
      hint: 'Zoom out. Drag with Shift to move the chart.',
      Icon: IconZoomOut,
      change: { scale: 2 },
      isOff: !isZoomed,
    },
    { name: 'Reset zoom', hint: 'Reset zoom', Icon: IconZoomReset, change: null, isOff: !isZoomed },
  ]
  return (
    <Group className={classes.zoom ?? ''} gap={0} wrap="nowrap" role="group" aria-label="Zoom">
      {buttons.map(({ name, hint, Icon, change, isOff }) => (
        <ActionIcon
          key={name}
          variant="subtle"
          aria-label={name}
          data-hint={hint}
          aria-disabled={isOff}
          onClick={() => chart !== null && !isOff && moveChart(chart, change)}
        >
          <Icon size={16} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      ))}
    </Group>
  )
}
