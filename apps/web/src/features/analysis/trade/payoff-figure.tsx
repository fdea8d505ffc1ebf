import { Button } from '@mantine/core'
import { type CSSProperties, lazy, type PointerEvent, Suspense, useMemo, useState } from 'react'
import { moveByKey } from '../../../shared/charts/cursor-keys.ts'
import { formatPrice, formatSignedUsd } from '../../../shared/format/numbers.ts'
import { ErrorBoundary } from '../../../shared/ui/boundaries.tsx'
import {
  drawPayoff,
  findPriceStep,
  type Payoff,
  type PayoffReading,
  type Range,
  readPayoff,
  type Supposition,
} from './scenario.ts'
import classes from './trade.module.css'
import { explainNoPremium, type Trade } from './trade-figures.ts'

interface PayoffFigureProps {
  readonly trade: Trade
  readonly supposed: Supposition
}

const loadChart = () => lazy(async () => ({ default: (await import('./payoff-chart.tsx')).PayoffChart }))

/** Profit and loss by stock price: a diagram with a cursor, plus its reading as a sentence. */
export function PayoffFigure({ trade, supposed }: PayoffFigureProps) {
  const { days, volPct, price: supposedPrice } = supposed
  const payoff = useMemo(() => drawPayoff(trade, { days, volPct }), [trade, days, volPct])
  const [cursor, setCursor] = useState<number | null>(null)
  const reading = readPayoff(trade, supposed, cursor ?? supposedPrice)
  if (payoff === null || reading === null) return <p className={classes.missing}>{explainNoPremium(trade.call)}</p>
  const dayName = describeDay(days)
  return (
    <figure className={classes.figure} aria-label="Profit and loss by stock price">
      <div className={classes.plot}>
        <Drawing payoff={payoff} supposedPrice={supposedPrice} />
        <PayoffCursor
          range={payoff.range}
          price={cursor}
          start={supposedPrice}
          spoken={describeReading(reading, dayName)}
          onMove={setCursor}
        />
      </div>
      <p className={`${classes.reading} ${classes.small}`}>{describeReading(reading, dayName)}</p>
      <Key dayName={dayName} payoff={payoff} supposedPrice={supposedPrice} />
    </figure>
  )
}

interface PayoffCursorProps {
  readonly range: Range
  /** Price at the cursor; null if the cursor is not active. */
  readonly price: number | null
  /** Price where the arrow keys start. */
  readonly start: number
  readonly spoken: string
  readonly onMove: (price: number | null) => void
}

const clampShare = (share: number) => Math.min(1, Math.max(0, share))

/** Vertical line over the diagram; the pointer and the arrow keys move it. */
function PayoffCursor({ range, price, start, spoken, onMove }: PayoffCursorProps) {
  const { from, to } = range
  const step = findPriceStep((to - from) / 2)
  const at = price ?? start
  const move = (level: number | null) => onMove(level === null ? null : Math.round(level * 100) / 100)
  const followPointer = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    if (width > 0) move(clampShare((clientX - left) / width) * (to - from) + from)
  }
  return (
    <div
      className={classes.cursor}
      role="slider"
      tabIndex={0}
      aria-label="Cursor on the diagram"
      aria-valuemin={from}
      aria-valuemax={to}
      aria-valuenow={at}
      aria-valuetext={spoken}
      onKeyDown={(event) => moveByKey(event, { at, step, from, to }, move)}
      onPointerDown={followPointer}
      onPointerMove={followPointer}
      onPointerLeave={() => onMove(null)}
      onBlur={() => onMove(null)}
    >
      {price !== null && (
        <span className={classes.line} style={{ '--share': (price - from) / (to - from) } as CSSProperties} />
      )}
    </div>
  )
}

/** If the chart's code fails to load, the rest of the preview still works and the user can retry. */
function Drawing(props: { readonly payoff: Payoff; readonly supposedPrice: number }) {
  const [Chart, setChart] = useState(loadChart)
  const renderError = (reset: () => void) => (
    <div className={classes.missing} role="alert">
      <p>Could not load the diagram. Its figures are in the table below.</p>
      <Button
        onClick={() => {
          setChart(loadChart)
          reset()
        }}
      >
        Try Again
      </Button>
    </div>
  )
  return (
    <ErrorBoundary renderError={renderError}>
      <Suspense fallback={<div className={classes.wait} aria-busy="true" />}>
        <Chart {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

const describeDay = (days: number) => (days === 0 ? 'today' : `in ${days} ${days === 1 ? 'day' : 'days'}`)

function describeReading({ price, atExpirationUsd, onDayUsd }: PayoffReading, dayName: string): string {
  const [at, profit] = [formatPrice(price), formatSignedUsd(atExpirationUsd)]
  const reading = `At ${at}: ${profit} at expiration`
  return onDayUsd === null ? reading : `${reading}, ${formatSignedUsd(onDayUsd)} ${dayName}`
}

interface KeyProps {
  readonly dayName: string
  readonly payoff: Payoff
  readonly supposedPrice: number
}

function Key({ dayName, payoff: { onDay, expectedRange, price }, supposedPrice }: KeyProps) {
  return (
    <ul className={`${classes.key} ${classes.muted} ${classes.small}`}>
      <li data-mark="expiration">At expiration</li>
      {onDay !== null && <li data-mark="day">{dayName.charAt(0).toUpperCase() + dayName.slice(1)}</li>}
      <li data-mark="profit">Profit</li>
      <li data-mark="loss">Loss</li>
      {expectedRange !== null && <li data-mark="move">±1 expected move</li>}
      {supposedPrice !== price && <li data-mark="supposed">What if</li>}
    </ul>
  )
}
