import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import { IconChevronDown } from '@tabler/icons-react'
import { memo, useId, useMemo, useState } from 'react'
import type { Screen, ScreenStock } from '../../../api/screener.ts'
import { describeBestCall, listCallCautions } from '../../../shared/figures/best-call.ts'
import { buildAnalysisPath } from '../../../shared/paths.ts'
import { RatingsScope } from '../../../shared/rating/ratings-scope.tsx'
import { Link } from '../../../shared/routing.ts'
import { drawPlainFigure, stockColumns } from '../columns/columns.tsx'
import type { Selection } from '../selection/use-selection.ts'
import classes from './stock-cards.module.css'

/** Columns that every card shows in its header. */
const headColumns: readonly ScreenColumn[] = ['symbol', 'company_name', 'cc_score']
const firstColumns: readonly ScreenColumn[] = ['current_price', 'best_ann_yield', 'best_dte']
const DEFAULT_FOURTH = 'iv_percentile'

/** Units that are short enough for a card. */
const signs: readonly (string | undefined)[] = ['$', '%']

interface CardFigures {
  readonly front: readonly ScreenColumn[]
  readonly rest: readonly ScreenColumn[]
}

/** Chooses the four figures on the front of a card, always including the sort column. */
function chooseFigures(columns: readonly ScreenColumn[], sort: ScreenColumn): CardFigures {
  const fourth = [...headColumns, ...firstColumns].includes(sort) ? DEFAULT_FOURTH : sort
  const front = [...firstColumns, fourth].filter((column) => columns.includes(column))
  return { front, rest: columns.filter((column) => ![...headColumns, ...front].includes(column)) }
}

interface StockCardsProps {
  readonly screen: Screen
  /** Columns for which `screen` has figures; the array's identity is stable. */
  readonly columns: readonly ScreenColumn[]
  readonly sort: ScreenColumn
  readonly outdated: boolean
  readonly selection: Selection
}

/** Stocks on a phone, with four figures per card and the others on demand. */
export function StockCards({ screen, columns, sort, outdated, selection: { symbols, choose } }: StockCardsProps) {
  const { stocks, ownWeights } = screen
  const figures = useMemo(() => chooseFigures(columns, sort), [columns, sort])
  return (
    <RatingsScope stocks={stocks} ownWeights={ownWeights}>
      <ul className={classes.cards} aria-label="Stocks" aria-busy={outdated} data-outdated={outdated || undefined}>
        {stocks.map((stock) => (
          <StockCard
            key={stock.symbol}
            stock={stock}
            figures={figures}
            selected={symbols.has(stock.symbol)}
            onSelect={choose}
          />
        ))}
      </ul>
    </RatingsScope>
  )
}

interface StockCardProps {
  readonly stock: ScreenStock
  readonly figures: CardFigures
  readonly selected: boolean
  readonly onSelect: Selection['choose']
}

const StockCard = memo(function StockCard({ stock, figures, selected, onSelect }: StockCardProps) {
  const { front, rest } = figures
  const [expanded, setExpanded] = useState(false)
  const moreId = useId()
  const { symbol, companyName } = stock
  return (
    <li className={classes.card} data-selected={selected || undefined}>
      <div className={classes.head}>
        <label className={classes.select}>
          <input
            type="checkbox"
            aria-label={`Select ${symbol}`}
            checked={selected}
            onChange={() => onSelect([symbol], !selected)}
          />
        </label>
        <div className={classes.names}>
          <h2 className={classes.symbol}>
            <Link className={classes.link} to={buildAnalysisPath(symbol)}>
              {symbol}
            </Link>
          </h2>
          <p className={classes.company}>{companyName}</p>
        </div>
        {drawPlainFigure('cc_score', stock)}
      </div>
      <div className={classes.body}>
        <dl className={classes.figures}>
          <Figures columns={front} stock={stock} />
        </dl>
        <button
          type="button"
          className={classes.more}
          aria-expanded={expanded}
          aria-controls={moreId}
          aria-label={`More figures for ${symbol}`}
          onClick={() => setExpanded(!expanded)}
        >
          <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
      <BestCall stock={stock} />
      <dl id={moreId} className={classes.rest} hidden={!expanded}>
        {expanded && <Figures columns={rest} stock={stock} />}
      </dl>
    </li>
  )
})

/** The call that the stock is ranked by, with its cautions. */
function BestCall({ stock }: { readonly stock: ScreenStock }) {
  const call = describeBestCall(stock)
  if (call === null) return null
  return (
    <p className={classes.call}>
      {call}
      {listCallCautions(stock).map((caution) => (
        <small key={caution}>{caution}</small>
      ))}
    </p>
  )
}

interface FiguresProps {
  readonly columns: readonly ScreenColumn[]
  readonly stock: ScreenStock
}

function Figures({ columns, stock }: FiguresProps) {
  return columns.map((column) => {
    const { label, cardLabel = label, unit } = stockColumns[column]
    return (
      <div key={column}>
        <dt>
          {cardLabel}
          {signs.includes(unit) && `, ${unit}`}
        </dt>
        <dd>{drawPlainFigure(column, stock)}</dd>
      </div>
    )
  })
}
