import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { formatDecimal } from '../../../shared/format/numbers.ts'
import { formatDay, formatDayLong } from '../../../shared/format/times.ts'
import { buildAnalysisPath } from '../../../shared/paths.ts'
import { Link } from '../../../shared/routing.ts'
import type { PositionRow } from '../data/position.ts'
import { RecommendationBadge } from '../recommendation/recommendation-badge.tsx'
import { Sum } from '../table/position-rows.tsx'
import { PositionChart } from './position-chart.tsx'
import classes from './position-chart-card.module.css'
import { PositionFacts } from './position-facts.tsx'

interface PositionChartCardProps {
  readonly row: PositionRow
  /** Of the current price, an instant. */
  readonly asOf: string | null
  readonly onWhy: () => void
  readonly onEdit: () => void
}

/** One position: the price since it was opened, its strike, and what it comes to. */
export function PositionChartCard({ row, asOf, onWhy, onEdit }: PositionChartCardProps) {
  const { position, metrics, recommendation } = row
  const { ticker, entryDate, strikePrice, notes } = position
  return (
    <section className={classes.card} aria-label={`Chart of ${ticker}`}>
      <header className={classes.head}>
        <h2 className={classes.ticker}>{ticker}</h2>
        <p className={classes.terms} data-hint={`Entry on ${formatDayLong(entryDate)}`}>
          Entry {formatDay(entryDate)}, strike {formatDecimal(strikePrice)}, {describeTerm(row)}
        </p>
        <Link className={classes.analysis ?? ''} to={buildAnalysisPath(ticker)}>
          Open analysis <IconChevronRight size={14} stroke={1.6} aria-hidden="true" />
        </Link>
      </header>
      <div className={classes.body}>
        <div className={classes.chart}>
          <PositionChart row={row} asOf={metrics.price === null ? null : asOf} />
        </div>
        <div className={classes.side}>
          <p className={classes.label}>Covered-call P&L</p>
          <p className={classes.result}>
            <Sum sum={{ usd: metrics.coveredCallPnlUsd, pct: metrics.coveredCallPnlPct, counted: 1, leftOut: 0 }} />
          </p>
          <PositionFacts row={row} />
          {notes !== null && notes !== '' && <p className={classes.notes}>{notes}</p>}
          <div className={classes.acts}>
            <RecommendationBadge action={recommendation.action} />
            <Button variant="subtle" onClick={onWhy}>
              Why
            </Button>
            <Button variant="subtle" onClick={onEdit}>
              Edit
            </Button>
          </div>
        </div>
      </div>
    </section>
  )
}

function describeTerm({ metrics: { state, daysToExpiration }, position }: PositionRow): string {
  if (state === 'expired') return `expired on ${formatDay(position.expiryDate)}: record the outcome`
  return daysToExpiration === 1 ? '1 day to expiry' : `${daysToExpiration} days to expiry`
}
