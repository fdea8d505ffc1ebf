import type { PortfolioTotals } from '@callwright/scoring'
import { formatInteger, formatSignedPct } from '../../../shared/format/numbers.ts'
import { OwnUsd } from '../../../shared/ui/own-usd.tsx'
import { words } from '../dashboard-words.ts'
import classes from './overview-figures.module.css'

interface OverviewFiguresProps {
  readonly totals: PortfolioTotals
  /** Positions with a reason to act, each once. */
  readonly actions: number
}

/** What all positions have come to, whatever the list shows of them. */
export function OverviewFigures({ totals, actions }: OverviewFiguresProps) {
  const { pnl, stock, option, positions, actions: actionLabel, actionsHint, noPnl } = words.overview
  return (
    <dl className={classes.figures}>
      <div className={classes.main}>
        <dt>{pnl}</dt>
        <dd>
          <span className={classes.big}>
            <OwnUsd signed usd={totals.coveredCallPnl.usd} reason={noPnl} />
          </span>
          <Share totals={totals} />
        </dd>
      </div>
      <div>
        <dt>{stock}</dt>
        <dd>
          <OwnUsd signed usd={totals.stockPnl.usd} reason={noPnl} />
        </dd>
      </div>
      <div>
        <dt>{option}</dt>
        <dd>
          <OwnUsd signed usd={totals.optionPnl.usd} reason={noPnl} />
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

/** The result in percent of what the shares cost, of those positions whose result is known. */
function Share({ totals: { costUsd, coveredCallPnl } }: Pick<OverviewFiguresProps, 'totals'>) {
  const { pct, leftOut } = coveredCallPnl
  const { atEntry, ofCounted, leftOut: describeLeftOut, noPnl } = words.overview
  if (pct === null) return <p className={classes.share}>{noPnl}</p>
  const [before, after] = atEntry(formatSignedPct(pct))
  if (leftOut > 0) {
    return (
      <p className={classes.share}>
        {ofCounted(formatSignedPct(pct))} {describeLeftOut(leftOut)}
      </p>
    )
  }
  return (
    <p className={classes.share}>
      {before}
      <OwnUsd usd={costUsd} />
      {after}
    </p>
  )
}
