import 'highcharts/esm/modules/pattern-fill.js'
import { useMemo } from 'react'
import { DrawnChart } from '../../../shared/charts/drawn-chart.tsx'
import { axisText, baseOptions, type ChartOptions, token } from '../../../shared/charts/highcharts.ts'
import { formatDecimal, formatPrice, formatSignedUsd } from '../../../shared/format/numbers.ts'
import type { Payoff, ProfitPoint } from './scenario.ts'

/** Size of the chart and margins around its plot in px; the stylesheet repeats these values. */
const HEIGHT = 190
const INSET = { top: 18, side: 14, bottom: 34 } as const

type AxisOptions = Extract<ChartOptions['xAxis'], { plotLines?: unknown }>
type PlotLine = NonNullable<AxisOptions['plotLines']>[number]

/** Hatched fill that marks losses and the range of expected prices. */
const hatch = (color: string, direction: 'rise' | 'fall', opacity = 1) => ({
  pattern: {
    path: {
      d: direction === 'rise' ? 'M -1 7 L 7 -1 M 5 7 L 7 5 M -1 1 L 1 -1' : 'M -1 -1 L 7 7 M 5 -1 L 7 1 M -1 5 L 1 7',
      strokeWidth: 1.2,
    },
    width: 6,
    height: 6,
    color,
    opacity,
  },
})

interface PayoffChartProps {
  readonly payoff: Payoff
  readonly supposedPrice: number
}

/** Payoff chart without text alternatives; the enclosing figure provides them. */
export function PayoffChart({ payoff, supposedPrice }: PayoffChartProps) {
  const options = useMemo(() => buildPayoffOptions(payoff, supposedPrice), [payoff, supposedPrice])
  return <DrawnChart options={options} />
}

/** Chart options for a trade: line and areas for profit at expiration, line for the what-if day, and price marks. */
function buildPayoffOptions(payoff: Payoff, supposedPrice: number): ChartOptions {
  const { range, atExpiration, onDay, expectedRange } = payoff
  const { from, to } = expectedRange ?? {}
  return {
    ...baseOptions,
    chart: {
      ...baseOptions.chart,
      margin: [INSET.top, INSET.side, INSET.bottom, INSET.side],
      height: HEIGHT,
    },
    xAxis: {
      min: range.from,
      max: range.to,
      lineColor: token('border-strong'),
      tickColor: token('border-strong'),
      tickLength: 4,
      tickPixelInterval: 70,
      labels: { style: axisText, overflow: 'justify', y: 28, formatter: ({ value }) => formatDecimal(Number(value)) },
      plotLines: listMarks(payoff, supposedPrice),
      plotBands:
        from === undefined || to === undefined
          ? []
          : [{ from, to, color: hatch(token('text-faint'), 'rise', 0.35), zIndex: 0 }],
    },
    yAxis: {
      title: { text: '' },
      labels: { enabled: false },
      gridLineWidth: 0,
      startOnTick: false,
      endOnTick: false,
      maxPadding: 0.16,
      minPadding: 0.1,
      plotLines: [{ value: 0, width: 1, color: token('border-input'), zIndex: 2 }],
    },
    series: [
      {
        type: 'area',
        name: 'At expiration',
        accessibility: { exposeAsGroupOnly: true },
        data: labelEnds(atExpiration),
        threshold: 0,
        lineWidth: 2,
        color: token('text'),
        zIndex: 3,
        zones: [
          { value: 0, color: token('text'), fillColor: hatch(token('loss'), 'fall', 0.9) },
          { color: token('text'), fillColor: token('gain-tint') },
        ],
        dataLabels: {
          allowOverlap: true,
          crop: false,
          overflow: 'allow',
          padding: 2,
          style: { ...axisText, textOutline: 'none' },
        },
      },
      ...(onDay === null
        ? []
        : [
            {
              type: 'line' as const,
              name: 'On the day',
              accessibility: { exposeAsGroupOnly: true },
              data: onDay.map(([x, y]) => ({ x, y })),
              lineWidth: 1.5,
              dashStyle: 'ShortDash' as const,
              color: token('accent'),
              zIndex: 4,
            },
          ]),
    ],
  }
}

/** Labels both ends of the line with the profit or loss there. */
function labelEnds(points: readonly ProfitPoint[]) {
  return points.map(([x, y], index) => {
    const isFirst = index === 0
    if (!isFirst && index < points.length - 1) return { x, y }
    const word = y < 0 ? 'Loss' : 'Profit'
    const color = token(y < 0 ? 'loss' : 'gain')
    const place = isFirst ? { align: 'left' as const, x: 34, y: -2 } : { align: 'right' as const, x: -2, y: -3 }
    return {
      x,
      y,
      dataLabels: {
        enabled: true,
        format: `${word} ${formatSignedUsd(y)}`,
        verticalAlign: 'bottom' as const,
        backgroundColor: token('surface'),
        color,
        ...place,
      },
    }
  })
}

/** Width of the longest label, such as `breakeven 1,280.00`, as a share of a narrow chart. */
const LABEL_SHARE = 0.36

/** Price marks. The strike's label is at the top; the labels for breakeven and price are below, on opposite sides. */
function listMarks({ range, strike, breakeven, price }: Payoff, supposedPrice: number): PlotLine[] {
  const share = (level: number) => (level - range.from) / (range.to - range.from)
  const label = (level: number, text: string, color: string, side: 'left' | 'right', isTop: boolean) => ({
    text,
    rotation: 0,
    // A label that would leave the chart moves to the other side of its line.
    align: side,
    textAlign: side === 'left' ? ('right' as const) : ('left' as const),
    verticalAlign: isTop ? ('top' as const) : ('bottom' as const),
    x: side === 'left' ? -4 : 4,
    y: isTop ? -6 : 13,
    style: { ...axisText, color },
    ...(side === 'left' && share(level) < LABEL_SHARE && { textAlign: 'left' as const, x: 4 }),
    ...(side === 'right' && share(level) > 1 - LABEL_SHARE && { textAlign: 'right' as const, x: -4 }),
  })
  const marks: PlotLine[] = [
    {
      value: strike,
      width: 2,
      color: token('accent'),
      zIndex: 3,
      label: label(strike, `strike ${formatPrice(strike)}`, token('accent'), 'left', true),
    },
    {
      value: price,
      width: 1,
      dashStyle: 'ShortDot',
      color: token('text'),
      zIndex: 3,
      label: label(price, 'price', token('text-muted'), 'right', false),
    },
  ]
  if (breakeven !== null) {
    marks.push({
      value: breakeven,
      width: 1,
      color: token('border-input'),
      zIndex: 3,
      label: label(breakeven, `breakeven ${formatPrice(breakeven)}`, token('text-muted'), 'left', false),
    })
  }
  if (supposedPrice !== price) {
    marks.push({ value: supposedPrice, width: 1.5, dashStyle: 'Dash', color: token('chart-series-2'), zIndex: 3 })
  }
  return marks
}
