import { commonWords } from '../../../shared/common-words.ts'
import { formatDecimal, formatSignedPct } from '../../../shared/format/numbers.ts'
import { buildPositionPath } from '../../../shared/paths.ts'
import { Link } from '../../../shared/routing.ts'
import { OwnUsd } from '../../../shared/ui/own-usd.tsx'
import type { RankedPosition } from './rank-positions.ts'
import classes from './ranking.module.css'

interface RankingProps {
  readonly title: string
  readonly ranked: readonly RankedPosition[]
  readonly none: string
}

/** Positions with the best or worst percent P&L, with dollar amounts. */
export function Ranking({ title, ranked, none }: RankingProps) {
  return (
    <div className={classes.ranking}>
      <h3>{title}</h3>
      {ranked.length === 0 ? (
        <p className={classes.none}>{none}</p>
      ) : (
        <ol className={classes.list}>
          {ranked.map(({ listed, pct, usd }) => (
            <li key={listed.position.id}>
              <Link className={classes.ticker} to={buildPositionPath(listed.position.id)}>
                {listed.position.ticker}
              </Link>
              <span className={classes.terms}>
                {formatDecimal(listed.position.strikePrice)} · {commonWords.days(String(listed.daysToExpiration))}
              </span>
              <span className={classes.pct}>{formatSignedPct(pct)}%</span>
              <OwnUsd signed usd={usd} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
