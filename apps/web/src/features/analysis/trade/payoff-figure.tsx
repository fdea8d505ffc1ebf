import { Button } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { formatPrice, formatSignedUsd } from '../../../shared/format/numbers.ts'
import { ErrorBoundary } from '../../../shared/ui/error-boundary.tsx'
import { Unknown } from '../../../shared/ui/unknown.tsx'
import { PayoffCursor } from './payoff-cursor.tsx'
import classes from './payoff-figure.module.css'
import { drawPayoff, type Payoff, type PayoffReading, readPayoff } from './payoff-lines.ts'
import { payoffWords as words } from './preview-words.ts'
import type { Supposition } from './scenario.ts'
import type { Trade } from './trade-figures.ts'
import { explainNoPremium, explainNoVolatility, nameExpiration } from './trade-words.ts'

interface PayoffFigureProps {
  readonly trade: Trade
  readonly supposed: Supposition
}

const loadChart = () => lazy(async () => ({ default: (await import('./payoff-chart.tsx')).PayoffChart }))

/** Profit and loss by stock price: a diagram with a cursor, plus the same figures as a sentence and a table. */
export function PayoffFigure({ trade, supposed }: PayoffFigureProps) {
  const { days, volPct, price: supposedPrice } = supposed
  const payoff = useMemo(() => drawPayoff(trade, { days, volPct }), [trade, days, volPct])
  const [cursor, setCursor] = useState<number | null>(null)
  const reading = readPayoff(trade, supposed, cursor ?? supposedPrice)
  if (payoff === null || reading === null) return <p className={classes.missing}>{explainNoPremium(trade.call)}</p>
  const dayName = describeDay(days)
  return (
    <figure className={classes.figure} aria-label={words.label}>
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
      <p className={classes.reading}>{describeReading(reading, dayName)}</p>
      <Key dayName={dayName} payoff={payoff} supposedPrice={supposedPrice} />
      <details className={classes.table}>
        <summary>{words.asTable}</summary>
        <PayoffTable payoff={payoff} dayName={dayName} trade={trade} />
      </details>
    </figure>
  )
}

/** If the chart's code fails to load, the rest of the preview still works and the user can retry. */
function Drawing(props: { readonly payoff: Payoff; readonly supposedPrice: number }) {
  const [Chart, setChart] = useState(loadChart)
  const renderError = (reset: () => void) => (
    <div className={classes.missing} role="alert">
      <p>{words.failed}</p>
      <Button
        onClick={() => {
          setChart(loadChart)
          reset()
        }}
      >
        {words.tryAgain}
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

const describeDay = (days: number) => (days === 0 ? words.today : words.inDays(days))

function describeReading({ price, atExpirationUsd, onDayUsd }: PayoffReading, dayName: string): string {
  const [at, profit] = [formatPrice(price), formatSignedUsd(atExpirationUsd)]
  return onDayUsd === null
    ? words.reading(at, profit)
    : words.readingWithDay(at, profit, formatSignedUsd(onDayUsd), dayName)
}

interface KeyProps {
  readonly dayName: string
  readonly payoff: Payoff
  readonly supposedPrice: number
}

function Key({ dayName, payoff: { onDay, expectedRange, price }, supposedPrice }: KeyProps) {
  return (
    <ul className={classes.key}>
      <li data-mark="expiration">{words.atExpiration}</li>
      {onDay !== null && <li data-mark="day">{dayName.charAt(0).toUpperCase() + dayName.slice(1)}</li>}
      <li data-mark="profit">{words.profit}</li>
      <li data-mark="loss">{words.loss}</li>
      {expectedRange !== null && <li data-mark="move">{words.move}</li>}
      {supposedPrice !== price && <li data-mark="supposed">{words.whatIf}</li>}
    </ul>
  )
}

const ROWS = 9

interface PayoffTableProps {
  readonly payoff: Payoff
  readonly dayName: string
  readonly trade: Trade
}

function PayoffTable({ payoff: { atExpiration, onDay, strike, breakeven }, dayName, trade }: PayoffTableProps) {
  const every = Math.max(1, Math.floor(atExpiration.length / (ROWS - 1)))
  const rows = atExpiration
    .map(([price, profitUsd], index) => ({ price, profitUsd, dayUsd: onDay?.[index]?.[1] ?? null, index }))
    .filter(({ price, index }) => index % every === 0 || price === strike || price === breakeven)
  return (
    <table>
      <caption>{words.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{words.price}</th>
          <th scope="col">{nameExpiration(trade.expiration, trade.chain.marketTime)}</th>
          <th scope="col">{dayName}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ price, profitUsd, dayUsd }) => (
          <tr key={price}>
            <th scope="row">
              {formatPrice(price)}
              {price === strike && <small> {words.strike}</small>}
              {price === breakeven && <small> {words.breakeven}</small>}
            </th>
            <td>{formatSignedUsd(profitUsd)}</td>
            <td>{dayUsd === null ? <Unknown reason={explainNoVolatility(trade.call)} /> : formatSignedUsd(dayUsd)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
