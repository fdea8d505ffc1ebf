import { useMemo } from 'react'
import type { BacktestResult } from '../../../api/backtest.ts'
import { DrawnChart } from '../../../shared/charts/drawn-chart.tsx'
import { axisText, baseOptions, type ChartOptions, token } from '../../../shared/charts/highcharts.ts'
import { formatSignedPct } from '../../../shared/format/numbers.ts'
import { VisuallyHidden } from '../../../shared/ui/figures.tsx'
import classes from './history.module.css'

const HEIGHT = 220

/** Running result with and without the calls, at each expiration. The table below it has the figures. */
export function BacktestChart({ result }: { readonly result: BacktestResult }) {
  const options = useMemo(() => buildOptions(result), [result])
  return (
    <figure className={classes.chart}>
      <figcaption>
        <span className={classes.legend}>
          <i style={{ background: token('accent') }} aria-hidden="true" />
          Shares with calls
        </span>
        <span className={classes.legend}>
          <i style={{ background: token('chart-series-2') }} aria-hidden="true" />
          Shares alone
        </span>
      </figcaption>
      <VisuallyHidden>Lines of both results at each expiration; the table below has the figures</VisuallyHidden>
      <div aria-hidden="true">
        <DrawnChart options={options} />
      </div>
    </figure>
  )
}

function buildOptions({ from, cycles, coveredReturnPct, holdingReturnPct }: BacktestResult): ChartOptions {
  return {
    ...baseOptions,
    accessibility: { enabled: false },
    chart: { ...baseOptions.chart, height: HEIGHT, spacing: [8, 8, 4, 4] },
    xAxis: {
      type: 'datetime',
      lineColor: token('border-strong'),
      tickLength: 0,
      labels: { style: axisText },
    },
    yAxis: {
      title: { text: '' },
      gridLineColor: token('border'),
      plotLines: [{ value: 0, width: 1, color: token('border-input'), zIndex: 2 }],
      labels: { style: axisText, formatter: ({ value }) => `${formatSignedPct(Number(value))}%` },
    },
    series: [
      {
        type: 'line',
        name: 'Shares alone',
        color: token('chart-series-2'),
        dashStyle: 'ShortDash',
        lineWidth: 2,
        data: accumulate(from, cycles, holdingReturnPct, ({ holdingReturnPct: pct }) => pct),
      },
      {
        type: 'line',
        name: 'Shares with calls',
        color: token('accent'),
        lineWidth: 2,
        data: accumulate(from, cycles, coveredReturnPct, ({ coveredReturnPct: pct }) => pct),
      },
    ],
  }
}

type Cycles = BacktestResult['cycles']

/**
 * Result in percent at each expiration. Sessions without a call belong to no term; their part of the total is put before
 * the first point, so that the line ends at the total.
 */
export function accumulate(
  from: string,
  cycles: Cycles,
  totalPct: number,
  read: (cycle: Cycles[number]) => number,
): [number, number][] {
  const grown = cycles.reduce((growth, cycle) => growth * (1 + read(cycle) / 100), 1)
  let growth = (1 + totalPct / 100) / grown
  return [
    [Date.parse(from), 0],
    ...cycles.map((cycle): [number, number] => {
      growth *= 1 + read(cycle) / 100
      return [Date.parse(cycle.expiration), (growth - 1) * 100]
    }),
  ]
}
