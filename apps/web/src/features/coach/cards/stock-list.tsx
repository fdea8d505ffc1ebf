import type { StockListRow } from '@callwright/contracts'
import { formatRating } from '../../../shared/format/numbers.ts'
import { buildAnalysisPath } from '../../../shared/paths.ts'
import { Link } from '../../../shared/routing.ts'
import { coachWords } from '../coach-words.ts'
import classes from './cards.module.css'

const words = coachWords.cards

export function StockList({ rows }: { readonly rows: readonly StockListRow[] }) {
  return (
    <ul className={classes.stocks} aria-label={words.stocks}>
      {rows.map(({ symbol, cc_score, company_name }) => (
        <li key={symbol}>
          <Link className={classes.stock} to={buildAnalysisPath(symbol)} title={company_name ?? undefined}>
            <b>{symbol}</b>
            <span>{words.score(formatRating(cc_score))}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
