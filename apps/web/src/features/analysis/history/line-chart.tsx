import { useMemo } from 'react'
import { DrawnChart } from '../../../shared/charts/drawn-chart.tsx'
import { axisText, baseOptions, type ChartOptions, token } from '../../../shared/charts/highcharts.ts'
import { useIsPhone } from '../../../shared/hooks.ts'
import { VisuallyHidden } from '../../../shared/ui/figures.tsx'
import classes from './history.module.css'

export interface Line {
  readonly name: string
  /** Name of a color of the theme. */
  readonly color: string
  readonly isDashed?: true
  readonly hasPoints?: true
  /** Points from left to right; a gap where the value is null. */
  readonly data: readonly (readonly [number, number | null])[]
}

interface LineChartProps {
  readonly title: string
  /** Text that screen readers get instead of the chart. */
  readonly summary: string
  readonly lines: readonly Line[]
  readonly formatX: (x: number) => string
  readonly formatY: (y: number) => string
  readonly xAxis?: 'time' | 'number'
  /** Value of x that is marked with a line. */
  readonly mark?: number | null
  readonly hasZeroLine?: true
}

const HEIGHT = 220

/** Lines with a legend, a tooltip and a text alternative. */
export function LineChart(props: LineChartProps) {
  const { title, summary, lines } = props
  const isPhone = useIsPhone()
  const options = useMemo(() => buildOptions(props, isPhone), [props, isPhone])
  return (
    <figure className={classes.chart}>
      <figcaption>
        <b>{title}</b>
        {lines.map(({ name, color }) => (
          <span key={name} className={classes.legend}>
            <i style={{ background: token(color) }} aria-hidden="true" />
            {name}
          </span>
        ))}
      </figcaption>
      <VisuallyHidden>{summary}</VisuallyHidden>
      <div aria-hidden="true">
        <DrawnChart options={options} />
      </div>
    </figure>
  )
}

function buildOptions(
  { lines, formatX, formatY, xAxis = 'time', mark = null, hasZeroLine }: LineChartProps,
  isPhone: boolean,
): ChartOptions {
  return {
    ...baseOptions,
    accessibility: { enabled: false },
    chart: { ...baseOptions.chart, height: HEIGHT, spacing: [8, 8, 4, 4] },
    tooltip: {
      enabled: true,
      shared: true,
      backgroundColor: token('surface'),
      borderColor: token('border-strong'),
      shadow: false,
      style: { color: token('text') },
      formatter() {
        const points = this.points ?? []
        return [
          `<b>${formatX(Number(this.x))}</b>`,
          ...points.map(({ series, y }) => `${series.name}: ${formatY(Number(y))}`),
        ].join('<br>')
      },
    },
    xAxis: {
      type: xAxis === 'time' ? 'datetime' : 'linear',
      lineColor: token('border-strong'),
      tickLength: 0,
      tickPixelInterval: isPhone ? 80 : 110,
      crosshair: { color: token('border-strong'), width: 1 },
      labels: { style: axisText, ...(xAxis === 'number' && { formatter: ({ value }) => formatX(Number(value)) }) },
      plotLines: mark === null ? [] : [{ value: mark, width: 1, color: token('border-input'), dashStyle: 'Dash' }],
    },
    yAxis: {
      title: { text: '' },
      gridLineColor: token('border'),
      plotLines: hasZeroLine ? [{ value: 0, width: 1, color: token('border-input'), zIndex: 2 }] : [],
      labels: { style: axisText, formatter: ({ value }) => formatY(Number(value)) },
    },
    series: lines.map(({ name, color, isDashed, hasPoints, data }) => ({
      type: 'line' as const,
      name,
      color: token(color),
      lineWidth: 2,
      enableMouseTracking: true,
      marker: { enabled: hasPoints === true, symbol: 'circle', radius: 3 },
      ...(isDashed && { dashStyle: 'ShortDash' as const }),
      data: data.map(([x, y]) => [x, y]),
    })),
  }
}
