import { useMemo, useState } from 'react'
import { DrawnChart } from '../charts/drawn-chart.tsx'
import { buildScale, isSamePlot, measureHeight, type Plot } from './chart-layout.ts'
import { ChartLegend } from './chart-legend.tsx'
import { buildChartOptions } from './chart-options.ts'
import { ChartOverlay } from './chart-overlay.tsx'
import type { ChartView } from './chart-view.ts'
import { nameChart } from './chart-words.ts'
import { Crosshair } from './crosshair.tsx'
import classes from './price-chart.module.css'

interface PriceChartProps {
  readonly view: ChartView
  /** The chart's summary for screen readers. */
  readonly summary: string
}

/**
 * Price chart with indicators. The legend above it shows the figures of the selected bar, or of the last bar if none is
 * selected.
 */
export function PriceChart({ view, summary }: PriceChartProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const [plot, setPlot] = useState<Plot | null>(null)
  const options = useMemo(() => {
    const keep = (drawn: Plot) => setPlot((before) => (isSamePlot(before, drawn) ? before : drawn))
    return buildChartOptions(view, keep)
  }, [view])
  const scale = useMemo(() => plot && buildScale(view, plot), [view, plot])
  const last = view.bars.length - 1
  // The new view may have fewer bars than the previous one.
  const bar = chosen === null ? null : Math.min(chosen, last)
  return (
    <figure className={classes.figure} aria-label={nameChart(view)}>
      <figcaption className={classes.spoken}>{summary}</figcaption>
      <ChartLegend view={view} bar={bar ?? last} />
      <div className={classes.stage} style={{ height: measureHeight(view) }}>
        <DrawnChart options={options} immutable />
        {scale && (
          <>
            <ChartOverlay view={view} scale={scale} />
            <Crosshair view={view} scale={scale} bar={bar} onChoose={setChosen} />
          </>
        )}
      </div>
    </figure>
  )
}
