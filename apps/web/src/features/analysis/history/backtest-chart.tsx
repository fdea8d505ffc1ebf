import type { BacktestResult } from '../../../api/history.ts'
import { formatSignedPct } from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import { type Line, LineChart } from './line-chart.tsx'

/** Running result with and without the calls, at each expiration. The table below it has the figures. */
export function BacktestChart({ result }: { readonly result: BacktestResult }) {
  const { from, cycles, coveredReturnPct, holdingReturnPct } = result
  const lines: readonly Line[] = [
    {
      name: 'Shares with calls',
      color: 'accent',
      data: accumulate(from, cycles, coveredReturnPct, (cycle) => cycle.coveredReturnPct),
    },
    {
      name: 'Shares alone',
      color: 'chart-series-2',
      isDashed: true,
      data: accumulate(from, cycles, holdingReturnPct, (cycle) => cycle.holdingReturnPct),
    },
  ]
  return (
    <LineChart
      title="Running result"
      summary="Lines of both results at each expiration; the table below has the figures"
      lines={lines}
      formatX={(x) => formatDayLong(new Date(x).toISOString().slice(0, 10))}
      formatY={(y) => `${formatSignedPct(y)}%`}
      hasZeroLine
    />
  )
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
