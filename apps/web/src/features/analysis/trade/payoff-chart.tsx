import 'highcharts/esm/modules/pattern-fill.js'
import { useMemo } from 'react'
import { DrawnChart } from '../../../shared/charts/drawn-chart.tsx'
import type { Payoff } from './payoff-lines.ts'
import { buildPayoffOptions } from './payoff-options.ts'

interface PayoffChartProps {
  readonly payoff: Payoff
  readonly supposedPrice: number
}

/** Payoff chart without text alternatives; the enclosing figure provides them. */
export function PayoffChart({ payoff, supposedPrice }: PayoffChartProps) {
  const options = useMemo(() => buildPayoffOptions(payoff, supposedPrice), [payoff, supposedPrice])
  return <DrawnChart options={options} />
}
