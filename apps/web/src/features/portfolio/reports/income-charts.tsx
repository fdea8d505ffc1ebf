import { useMemo } from 'react'
import type { Chain, IncomeBucket } from '../../../api/lifecycle.ts'
import { DrawnChart } from '../../../shared/charts/drawn-chart.tsx'
import { axisText, baseOptions, type ChartOptions, token } from '../../../shared/charts/highcharts.ts'
import { formatUsd } from '../../../shared/format/numbers.ts'
import { useIsPhone } from '../../../shared/hooks.ts'
import { VisuallyHidden } from '../../../shared/ui/figures.tsx'
import { Cents } from '../money.tsx'
import { addUp, type Cumulative, type IncomeView, listIncomparable, nameMonth, optionIncome } from './income-view.ts'
import classes from './reports.module.css'

interface IncomeChartsProps {
  /** All chains, open and ended. */
  readonly chains: readonly Chain[]
  readonly months: readonly IncomeBucket[]
  readonly view: IncomeView
  readonly hidesAmounts: boolean
}

const HEIGHT = 220

/** Bars by month with premium and dividends apart, and the running result with and without the calls. */
export function IncomeCharts({ chains, months, view, hidesAmounts }: IncomeChartsProps) {
  const mostLabels = MOST_LABELS[useIsPhone() ? 'phone' : 'wide']
  const look = useMemo(() => ({ hidesAmounts, mostLabels }), [hidesAmounts, mostLabels])
  const bars = useMemo(() => buildBars(months, view, look), [months, view, look])
  const sums = useMemo(() => addUp(chains), [chains])
  const lines = useMemo(() => buildLines(sums, look), [sums, look])
  const last = sums.at(-1)
  const leftOut = listIncomparable(chains)
  return (
    <div className={classes.charts}>
      <figure>
        <figcaption>
          Income by month
          <Legend
            items={[
              ['Premium', 'accent-line'],
              ['Dividends', 'chart-series-2'],
              ['Presumed', 'border-input'],
            ]}
          />
        </figcaption>
        <VisuallyHidden>Bars of premium and dividends by month; the table below has the figures</VisuallyHidden>
        <div aria-hidden="true">
          <DrawnChart options={bars} />
        </div>
      </figure>
      <figure>
        <figcaption>
          Result with and without calls
          <Legend
            items={[
              ['With calls', 'accent'],
              ['The same shares without calls', 'chart-series-2'],
            ]}
          />
        </figcaption>
        <div aria-hidden="true">
          <DrawnChart options={lines} />
        </div>
        {(last !== undefined || leftOut.length > 0) && (
          <p className={classes.note}>
            {last !== undefined && (
              <>
                {last.label}: <Cents usd={last.withCalls} signed /> with calls, <Cents usd={last.withoutCalls} signed />{' '}
                without. Chains count when they end; today’s point adds the open ones.
              </>
            )}
            {leftOut.length > 0 && ` Left out, because a part is unknown: ${leftOut.join(', ')}.`}
          </p>
        )}
      </figure>
    </div>
  )
}

function Legend({ items }: { readonly items: readonly (readonly [string, string])[] }) {
  return (
    <span className={classes.legend}>
      {items.map(([name, color]) => (
        <span key={name}>
          <i style={{ background: token(color) }} aria-hidden="true" />
          {name}
        </span>
      ))}
    </span>
  )
}

/** Month labels that fit beside each other, on a phone and on wider screens. */
const MOST_LABELS = { phone: 6, wide: 12 } as const

interface Look {
  readonly hidesAmounts: boolean
  readonly mostLabels: number
}

const frame = (categories: string[], { hidesAmounts, mostLabels }: Look): ChartOptions => ({
  ...baseOptions,
  accessibility: { enabled: false },
  chart: { ...baseOptions.chart, height: HEIGHT, spacing: [8, 4, 4, 4] },
  xAxis: {
    type: 'category',
    categories,
    lineColor: token('border-strong'),
    tickLength: 0,
    labels: { style: axisText, autoRotation: false as never, step: Math.ceil(categories.length / mostLabels) },
  },
  yAxis: {
    title: { text: '' },
    gridLineColor: token('border'),
    plotLines: [{ value: 0, width: 1, color: token('border-input'), zIndex: 2 }],
    labels: {
      style: axisText,
      enabled: !hidesAmounts,
      formatter: ({ value }) => formatUsd(Number(value)),
    },
  },
})

function buildBars(months: readonly IncomeBucket[], view: IncomeView, look: Look): ChartOptions {
  const bar = (name: string, color: string, data: number[]) => ({
    type: 'column' as const,
    name,
    data,
    color: token(color),
    borderWidth: 0,
    stacking: 'normal' as const,
    maxPointWidth: 36,
  })
  return {
    ...frame(
      months.map(({ key }) => nameMonth(key)),
      look,
    ),
    series: [
      bar(
        'Presumed',
        'border-input',
        months.map(({ presumedUsd }) => presumedUsd),
      ),
      bar(
        'Dividends',
        'chart-series-2',
        months.map(({ dividendsUsd }) => dividendsUsd),
      ),
      bar(
        'Premium',
        'accent-line',
        months.map((month) => optionIncome(month, view)),
      ),
    ],
  }
}

function buildLines(sums: readonly Cumulative[], look: Look): ChartOptions {
  const line = (name: string, color: string, data: number[]) => ({
    type: 'line' as const,
    name,
    data,
    color: token(color),
    lineWidth: 2,
    marker: { enabled: true, symbol: 'circle', radius: 3 },
  })
  return {
    ...frame(
      sums.map(({ label }) => label),
      look,
    ),
    series: [
      line(
        'With calls',
        'accent',
        sums.map(({ withCalls }) => withCalls),
      ),
      {
        ...line(
          'Without calls',
          'chart-series-2',
          sums.map(({ withoutCalls }) => withoutCalls),
        ),
        dashStyle: 'ShortDash',
      },
    ],
  }
}
