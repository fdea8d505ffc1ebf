import { HighchartsReact } from 'highcharts-react-official'
import { useLayoutEffect, useMemo, useState } from 'react'
import { Later } from '../ui/later.tsx'
import { type Chart, type ChartOptions, Highcharts } from './highcharts.ts'

interface DrawnChartProps {
  readonly options: ChartOptions
  /** Whether other options make another chart; else they change the one there is. */
  readonly immutable?: boolean
}

const withoutMotion: [boolean, boolean, boolean] = [true, true, false]

/**
 * The drawing of a chart. It takes long, so it comes after what stands around it; and what assistive technology is told
 * of a chart that does not change comes after its drawing.
 */
export function DrawnChart({ options, immutable = false }: DrawnChartProps) {
  const [chart, setChart] = useState<Chart | null>(null)
  const drawn = useMemo(() => (immutable ? withoutDescriptions(options) : options), [options, immutable])
  useLayoutEffect(() => {
    if (chart === null || !immutable) return
    const timer = setTimeout(() => chart.update({ accessibility: { enabled: true } }, ...withoutMotion))
    return () => clearTimeout(timer)
  }, [chart, immutable])
  return (
    <Later>
      <HighchartsReact
        highcharts={Highcharts}
        options={drawn}
        callback={setChart}
        immutable={immutable}
        updateArgs={withoutMotion}
      />
    </Later>
  )
}

const withoutDescriptions = (options: ChartOptions): ChartOptions => ({
  ...options,
  accessibility: { ...options.accessibility, enabled: false },
})
