import { Group } from '@mantine/core'
import type { ScreenStock } from '../../api/screener.ts'
import type { DataColumn } from '../../shared/data-table/columns.tsx'
import { DataTable } from '../../shared/data-table/data-table.tsx'
import { bestCallWords, explainBestCall, nameBestCall } from '../../shared/figures/best-call.ts'
import { formatDelta, formatInteger, formatPrice, formatRating, formatYieldPct } from '../../shared/format/numbers.ts'
import { buildAnalysisPath } from '../../shared/paths.ts'
import { RatingGlyph } from '../../shared/rating/rating-cell.tsx'
import { explainNoCall, findBand } from '../../shared/rating/rating-view.ts'
import { Link } from '../../shared/routing.ts'
import { Unknown } from '../../shared/ui/figures.tsx'
import classes from './dashboard.module.css'

const columns: readonly DataColumn<ScreenStock>[] = [
  { id: 'rank', label: 'Rank', align: 'start', className: classes.rank, cell: (_, { index }) => index + 1 },
  {
    id: 'symbol',
    label: 'Symbol',
    align: 'start',
    isRowHeader: true,
    cell: ({ symbol, companyName }) => (
      <Link to={buildAnalysisPath(symbol)} data-hint={companyName}>
        {symbol}
      </Link>
    ),
  },
  {
    id: 'call',
    label: 'Best call',
    align: 'start',
    tone: 'muted',
    className: classes.bestCall,
    cell: (stock) => <BestCall stock={stock} />,
  },
  {
    id: 'price',
    label: 'Price',
    unit: '$',
    cell: ({ priceUsd, missingReason }) =>
      priceUsd === null ? <Unknown reason={missingReason} /> : formatPrice(priceUsd),
  },
  { id: 'rating', label: 'Rating', tone: 'strong', cell: ({ rating: { score } }) => <Rating score={score ?? 0} /> },
  {
    id: 'yield',
    label: 'Yield',
    unit: '%',
    tone: 'strong',
    value: ({ bestAnnYieldPct }) => bestAnnYieldPct,
    format: formatYieldPct,
    explain: explainNoCall,
  },
  {
    id: 'dte',
    label: 'DTE',
    value: ({ bestDteDays }) => bestDteDays,
    format: formatInteger,
    explain: explainNoCall,
  },
]

const keyOf = ({ symbol }: ScreenStock) => symbol

/** Top-rated stocks, highest rating first. */
export const CandidatesTable = ({ stocks }: { readonly stocks: readonly ScreenStock[] }) => (
  <DataTable
    label="Top candidates"
    className={classes.candidates}
    columns={columns}
    rows={stocks}
    rowKey={keyOf}
    isFit
  />
)

function BestCall({ stock }: { readonly stock: ScreenStock }) {
  const call = nameBestCall(stock)
  if (call === null || stock.bestDelta === null) return <Unknown reason={explainNoCall(stock)} />
  return (
    <span data-hint={explainBestCall(stock)}>
      {call}, delta {formatDelta(stock.bestDelta)}
      {stock.bestLiquidity === 'thin' && <b> {bestCallWords.thin}</b>}
    </span>
  )
}

function Rating({ score }: { readonly score: number }) {
  const band = findBand(score)
  return (
    <Group component="span" display="inline-flex" gap="xs" data-hint={band.word}>
      <RatingGlyph band={band} />
      {formatRating(score)}
    </Group>
  )
}
