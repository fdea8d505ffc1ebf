import { describeOutcome, describeShareChanges, maxProfitUsd } from '@callwright/scoring'
import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { commonWords } from '../../../shared/common-words.ts'
import {
  formatDecimal,
  formatFinePrice,
  formatInteger,
  formatPrice,
  formatUsd,
  formatYieldPct,
} from '../../../shared/format/numbers.ts'
import { formatDay, formatDayLong } from '../../../shared/format/times.ts'
import { buildAnalysisPath } from '../../../shared/paths.ts'
import { usePreferences } from '../../../shared/preferences.ts'
import { Link } from '../../../shared/routing.ts'
import { OwnUsd, Unknown } from '../../../shared/ui/figures.tsx'
import type { PositionRow } from '../data/position.ts'
import { RecommendationBadge } from '../recommendation/recommendation-badge.tsx'
import { Sum } from '../table/position-cells.tsx'
import { drawPosition } from '../table/position-columns.tsx'
import { PositionChart } from './position-chart.tsx'
import classes from './position-chart-card.module.css'

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
    <section className={classes.card} aria-label={`Chart of ${ticker}`}>
      <header className={classes.head}>
        <h2 className={classes.ticker}>{ticker}</h2>
        <p className={classes.terms} data-hint={`Entry on ${formatDayLong(entryDate)}`}>
          {`Entry ${formatDay(entryDate)}, strike ${formatDecimal(strikePrice)}, ${describeTerm(row)}`}
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
            <Sum sum={{ usd: metrics.coveredCallPnlUsd, pct: metrics.coveredCallPnlPct, leftOut: 0 }} />
          </p>
          {describeChange(row) !== null && <p className={classes.notes}>{describeChange(row)}</p>}
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

/** How the call has ended or the shares have changed since entry; null if neither happened. */
function describeChange({ metrics: { outcome, shareChanges, position, shares } }: PositionRow): string | null {
  if (shareChanges.length > 0) return describeShareChanges(position, shares, shareChanges)
  return outcome === null ? null : describeOutcome(outcome, position.strike)
}

function describeTerm({ metrics: { state, daysToExpiration }, position }: PositionRow): string {
  if (state === 'expired') return `expired on ${formatDay(position.expiryDate)}`
  return daysToExpiration === 1 ? '1 day to expiration' : `${daysToExpiration} days to expiration`
}

/** Key figures for the selected position. */
function PositionFacts({ row }: { readonly row: PositionRow }) {
  const { position, metrics } = row
  const { profitCapturedPct, timeElapsedPct, costToCloseUsd, shares } = metrics
  const ask = costToCloseUsd === null ? null : costToCloseUsd / shares
  const [{ hidesAmounts }] = usePreferences()
  const ifCalledUsd = maxProfitUsd(metrics.position)
  const lines: readonly (readonly [string, ReactNode])[] = [
    [
      'Contracts',
      <span key="contracts" data-hint={`${formatInteger(shares)} shares`}>
        {formatInteger(position.contracts)}
      </span>,
    ],
    ['Entry price', formatFinePrice(position.entryPrice)],
    ['Current price', drawPosition('price', row)],
    ['Premium received', formatFinePrice(position.entryPremium)],
    [
      'Cost to close, ask',
      ask === null ? (
        <Unknown
          key="ask"
          sign={commonWords.notAvailable}
          reason={metrics.state === 'expired' ? 'The call has expired' : 'The call has no ask'}
        />
      ) : (
        <span key="ask" data-hint={hidesAmounts ? undefined : `${formatUsd(costToCloseUsd)} for all contracts`}>
          {formatPrice(ask)}
        </span>
      ),
    ],
    [
      'Profit captured',
      profitCapturedPct === null ? (
        <Unknown
          key="captured"
          sign={commonWords.notAvailable}
          reason="Needs the premium received and the current premium"
        />
      ) : (
        `${formatYieldPct(profitCapturedPct)}%`
      ),
    ],
    ['Time elapsed', `${formatYieldPct(timeElapsedPct)}%`],
    [
      'If called',
      ifCalledUsd === null ? (
        <Unknown key="called" sign={commonWords.notAvailable} />
      ) : (
        <OwnUsd key="called" signed usd={ifCalledUsd} hint="(strike − entry price + premium) × shares" />
      ),
    ],
  ]
  return (
    <dl className={classes.facts}>
      {lines.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
