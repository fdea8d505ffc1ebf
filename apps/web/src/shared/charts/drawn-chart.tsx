import { HighchartsReact } from 'highcharts-react-official'
import { useLayoutEffect, useMemo, useState } from 'react'
import { AfterPaint } from '../ui/loading.tsx'
import { type Chart, type ChartOptions, Highcharts } from './highcharts.ts'

interface DrawnChartProps {
  readonly options: ChartOptions
  /** Whether new options create a new chart instead of updating the old one. */
  readonly immutable?: boolean
  /** Called with each new chart, before it is painted. */
  readonly onChart?: (chart: Chart) => void
}

const withoutMotion: [boolean, boolean, boolean] = [true, true, false]

/**
 * Renders a chart after the rest of the page, because drawing it is slow. A static chart gets its accessible
 * descriptions once it is drawn.
 */
export function DrawnChart({ options, immutable = false, onChart }: DrawnChartProps) {
  const [chart, setChart] = useState<Chart | null>(null)
  const drawn = useMemo(() => (immutable ? withoutDescriptions(options) : options), [options, immutable])
  useLayoutEffect(() => {
    if (chart === null || !immutable) return
    const timer = setTimeout(() => chart.update({ accessibility: { enabled: true } }, ...withoutMotion))
    return () => clearTimeout(timer)
  }, [chart, immutable])
  return (
    <AfterPaint>
      <HighchartsReact
        highcharts={Highcharts}
        options={drawn}
        callback={(drawn: Chart) => {
          setChart(drawn)
          onChart?.(drawn)
        }}
        immutable={immutable}
        updateArgs={withoutMotion}
      />
    </AfterPaint>
  )
}

const withoutDescriptions = (options: ChartOptions): ChartOptions => ({
  ...options,
  accessibility: { ...options.accessibility, enabled: false },
})
