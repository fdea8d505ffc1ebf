import classes from './candidates-table.module.css'
import type { ScreenStock } from '../../api/screener.ts'
import { bestCallWords, explainBestCall, nameBestCall } from '../../shared/figures/best-call.ts'
import { formatDelta, formatInteger, formatPrice, formatRating, formatYieldPct } from '../../shared/format/numbers.ts'
import { useIsPhone } from '../../shared/hooks.ts'
import { buildAnalysisPath } from '../../shared/paths.ts'
import { RatingGlyph } from '../../shared/rating/rating-cell.tsx'
import { explainNoCall, findBand } from '../../shared/rating/rating-view.ts'
import { Link } from '../../shared/routing.ts'
import { Unknown, VisuallyHidden } from '../../shared/ui/figures.tsx'
import { Group } from '@mantine/core'

/** Top-rated stocks, highest rating first. */
export function CandidatesTable({ stocks }: { readonly stocks: readonly ScreenStock[] }) {
  const isPhone = useIsPhone()
  return (
    <table className={classes.table} aria-label="Top candidates">
      <thead>
        <tr>
          <th scope="col">{isPhone ? <VisuallyHidden>Rank</VisuallyHidden> : 'Rank'}</th>
          <th scope="col">Symbol</th>
          <th scope="col" className={classes.bestCall}>
            Best call
          </th>
          <th scope="col">
            Price <small>$</small>
          </th>
          <th scope="col">Rating</th>
          <th scope="col">
            Yield <small>%</small>
          </th>
          <th scope="col">DTE</th>
        </tr>
      </thead>
      <tbody>
        {stocks.map((stock, index) => (
          <CandidateRow key={stock.symbol} stock={stock} rank={index + 1} />
        ))}
      </tbody>
    </table>
  )
}

interface CandidateRowProps {
  readonly stock: ScreenStock
  readonly rank: number
}

function CandidateRow({ stock, rank }: CandidateRowProps) {
  const { symbol, companyName, priceUsd, rating, bestAnnYieldPct, bestDteDays, bestDelta } = stock
  const call = nameBestCall(stock)
  const band = findBand(rating.score ?? 0)
  const draw = (value: number | null, format: (known: number) => string) =>
    value === null ? <Unknown reason={explainNoCall(stock)} /> : format(value)
  return (
    <tr>
      <td>{rank}</td>
      <th scope="row">
        <Link to={buildAnalysisPath(symbol)} data-hint={companyName}>
          {symbol}
        </Link>
      </th>
      <td className={classes.bestCall}>
        {call === null || bestDelta === null ? (
          <Unknown reason={explainNoCall(stock)} />
        ) : (
          <span data-hint={explainBestCall(stock)}>
            {call}, delta {formatDelta(bestDelta)}
            {stock.bestLiquidity === 'thin' && <b> {bestCallWords.thin}</b>}
          </span>
        )}
      </td>
      <td>{priceUsd === null ? <Unknown reason={stock.missingReason} /> : formatPrice(priceUsd)}</td>
      <td>
        <Group component="span" display="inline-flex" gap="xs" className={classes.strong} data-hint={band.word}>
          <RatingGlyph band={band} />
          {formatRating(rating.score)}
        </Group>
      </td>
      <td className={classes.strong}>{draw(bestAnnYieldPct, formatYieldPct)}</td>
      <td>{draw(bestDteDays, formatInteger)}</td>
    </tr>
  )
}
