import { formatDecimal } from '../format/numbers.ts'
import classes from './axis-labels.module.css'
import { type ChartScale, findPaneTop, PANE_HEIGHT, paneLevels } from './chart-layout.ts'
import type { ChartView } from './chart-view.ts'
import { type EdgeLabels, isClearOfLabels } from './edge-labels.ts'

/** Minimum distance from the top in px; closer to it, a label would be cut off. */
const MIN_TOP = 8

interface AxisLabelsProps {
  readonly view: ChartView
  readonly scale: ChartScale
  readonly edgeLabels: EdgeLabels
}

/** Axis labels: prices and levels along the right edge, times below the price pane. */
export function AxisLabels({ view, scale: { toX, toY, width, priceTicks }, edgeLabels }: AxisLabelsProps) {
  const { panes, ticks, priceHeight } = view
  const prices = priceTicks.map((price) => ({ value: price, top: toY(price) }))
  // The space for volume may extend below zero, where there are no prices to label.
  const named = prices.filter(
    ({ value, top }) => value >= 0 && top >= MIN_TOP && top <= priceHeight && isClearOfLabels(top, edgeLabels),
  )
  const levels = panes.flatMap((pane, index) =>
    paneLevels[pane].map((value) => ({ value, top: findPaneTop(index, view) + PANE_HEIGHT * (1 - value / 100) })),
  )
  return (
    <div className={classes.labels} data-axes aria-hidden="true">
      {[...named, ...levels].map(({ value, top }) => (
        <span key={top} className={classes.edge} style={{ left: width, top }}>
          {formatDecimal(value)}
        </span>
      ))}
      {ticks.map(({ place, label }) => (
        <span key={place} className={classes.time} style={{ left: toX(place), top: priceHeight }}>
          {label}
        </span>
      ))}
    </div>
  )
}
