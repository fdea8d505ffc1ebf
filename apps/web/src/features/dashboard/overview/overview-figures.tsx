import type { PortfolioTotals } from '@callwright/scoring'
import { formatInteger, formatSignedPct } from '../../../shared/format/numbers.ts'
import { OwnUsd } from '../../../shared/ui/own-usd.tsx'
import { words } from '../dashboard-words.ts'
import classes from './overview-figures.module.css'

interface OverviewFiguresProps {
  readonly totals: PortfolioTotals
  /** How many positions need action. */
  readonly actions: number
  /** Text that lists the positions excluded from the totals, with reasons; empty if none are. */
  readonly leftOut: string
}

/** Totals for all positions, including those not listed on the dashboard. */
export function OverviewFigures({ totals, actions, leftOut }: OverviewFiguresProps) {
  const { pnl, stock, option, positions, actions: actionLabel, actionsHint, noPnl } = words.overview
  return (
    <dl className={classes.figures}>
      <div className={classes.main}>
        <dt>{pnl}</dt>
        <dd>
          <span className={classes.big}>
            <OwnUsd signed usd={totals.coveredCallPnl.usd} reason={noPnl} />
          </span>
          <Share totals={totals} leftOut={leftOut} />
        </dd>
      </div>
      <div>
        <dt>{stock}</dt>
        <dd>
          <OwnUsd signed usd={totals.coveredCallParts.stockUsd} reason={noPnl} />
        </dd>
      </div>
      <div>
        <dt>{option}</dt>
        <dd>
          <OwnUsd signed usd={totals.coveredCallParts.optionUsd} reason={noPnl} />
        </dd>
      </div>
      <div>
        <dt>{positions}</dt>
        <dd>{formatInteger(totals.positions)}</dd>
      </div>
      <div>
        <dt data-hint={actionsHint}>{actionLabel}</dt>
        <dd>{formatInteger(actions)}</dd>
      </div>
    </dl>
  )
}

/** P&L as a percent of the shares' cost, for positions with a known P&L. */
function Share({ totals: { coveredCallPnl }, leftOut }: Pick<OverviewFiguresProps, 'totals' | 'leftOut'>) {
  const { pct, costUsd, leftOut: count } = coveredCallPnl
  const { atEntry, leftOut: describeLeftOut, noPnl } = words.overview
  if (pct === null) return <p className={classes.share}>{noPnl}</p>
  const [before, after] = atEntry(formatSignedPct(pct))
  return (
    <p className={classes.share}>
      {before}
      <OwnUsd usd={costUsd} />
      {after}
      {count > 0 && <span data-hint={leftOut}>{describeLeftOut(count)}</span>}
    </p>
  )
}
