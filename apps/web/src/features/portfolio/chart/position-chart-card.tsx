import { describeOutcome, describeShareChanges } from '@callwright/scoring'
import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { formatDecimal } from '../../../shared/format/numbers.ts'
import { formatDay, formatDayLong } from '../../../shared/format/times.ts'
import { buildAnalysisPath } from '../../../shared/paths.ts'
import { Link } from '../../../shared/routing.ts'
import type { PositionRow } from '../data/position.ts'
import { summaryWords } from '../portfolio-words.ts'
import { RecommendationBadge } from '../recommendation/recommendation-badge.tsx'
import { Sum } from '../table/position-cells.tsx'
import { PositionChart } from './position-chart.tsx'
import classes from './position-chart-card.module.css'
import { positionChartWords as words } from './position-chart-words.ts'
import { PositionFacts } from './position-facts.tsx'

interface PositionChartCardProps {
  readonly row: PositionRow
  /** ISO time of the quote that the current price comes from. */
  readonly asOf: string | null
  readonly onWhy: () => void
  readonly onEdit: () => void
}

/** Details for one position: price chart since entry, P&L and key figures. */
export function PositionChartCard({ row, asOf, onWhy, onEdit }: PositionChartCardProps) {
  const { position, metrics, recommendation } = row
  const { ticker, entryDate, strikePrice, notes } = position
  return (
    <section className={classes.card} aria-label={words.label(ticker)}>
      <header className={classes.head}>
        <h2 className={classes.ticker}>{ticker}</h2>
        <p className={classes.terms} data-hint={words.entryHint(formatDayLong(entryDate))}>
          {words.terms(formatDay(entryDate), formatDecimal(strikePrice), describeTerm(row))}
        </p>
        <Link className={classes.analysis ?? ''} to={buildAnalysisPath(ticker)}>
          {words.open} <IconChevronRight size={14} stroke={1.6} aria-hidden="true" />
        </Link>
      </header>
      <div className={classes.body}>
        <div className={classes.chart}>
          <PositionChart row={row} asOf={metrics.price === null ? null : asOf} />
        </div>
        <div className={classes.side}>
          <p className={classes.label}>{summaryWords.coveredCall}</p>
          <p className={classes.result}>
            <Sum sum={{ usd: metrics.coveredCallPnlUsd, pct: metrics.coveredCallPnlPct, leftOut: 0 }} />
          </p>
          {describeChange(row) !== null && <p className={classes.notes}>{describeChange(row)}</p>}
          <PositionFacts row={row} />
          {notes !== null && notes !== '' && <p className={classes.notes}>{notes}</p>}
          <div className={classes.acts}>
            <RecommendationBadge action={recommendation.action} />
            <Button variant="subtle" onClick={onWhy}>
              {words.why}
            </Button>
            <Button variant="subtle" onClick={onEdit}>
              {words.edit}
            </Button>
          </div>
        </div>
      </div>
    </section>
  )
}

/** How the call has ended or the shares have changed since entry; null if neither happened. */
function describeChange({ metrics: { outcome, shareChanges, position, shares } }: PositionRow): string | null {
  if (shareChanges.length > 0) return describeShareChanges(position, shares, shareChanges)
  return outcome === null ? null : describeOutcome(outcome, position.strike)
}

function describeTerm({ metrics: { state, daysToExpiration }, position }: PositionRow): string {
  if (state === 'expired') return words.expired(formatDay(position.expiryDate))
  return words.toExpiry(daysToExpiration)
}
