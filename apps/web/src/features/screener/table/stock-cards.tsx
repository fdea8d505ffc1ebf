import { type ScreenColumn, screenColumns } from '@callwright/contracts/screener-columns'
import { ActionIcon, Group, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { memo, useId, useMemo, useState } from 'react'
import type { Screen, ScreenStock } from '../../../api/screener.ts'
import { describeBestCall, listCallCautions } from '../../../shared/figures/best-call.ts'
import { buildAnalysisPath } from '../../../shared/paths.ts'
import { RatingsScope } from '../../../shared/rating/ratings-scope.tsx'
import { Link } from '../../../shared/routing.ts'
import { Figure } from '../../../shared/ui/figures.tsx'
import { drawPlainFigure, findColumnName, stockColumns } from '../columns/columns.tsx'
import { SelectBox } from '../controls.tsx'
import type { Selection } from '../selection/selection.ts'
import { sortScreen } from '../state/screen-state.ts'
import type { ScreenNavigation } from '../state/use-screen.ts'
import classes from './table.module.css'

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
  const Chevron = expanded ? IconChevronUp : IconChevronDown
  const { symbol, companyName } = stock
  return (
    <li className={classes.card} data-selected={selected || undefined}>
      <div className={classes.head}>
        <label className={classes.tick}>
          <input
            type="checkbox"
            aria-label={`Select ${symbol}`}
            checked={selected}
            onChange={() => onSelect([symbol], !selected)}
          />
        </label>
        <div>
          <Text component="h2" size="lg" fw="var(--weight-strong)">
            <Link className={classes.link} to={buildAnalysisPath(symbol)}>
              {symbol}
            </Link>
          </Text>
          <Text truncate c="dimmed">
            {companyName}
          </Text>
        </div>
        {drawPlainFigure('cc_score', stock)}
      </div>
      <Group align="flex-end" gap={0} wrap="nowrap">
        <dl className={classes.front}>
          <Figures columns={front} stock={stock} />
        </dl>
        <ActionIcon
          size={44}
          mt="calc(-1 * var(--space-2))"
          mr="calc(-1 * var(--space-5))"
          mb="calc(-1 * var(--space-3))"
          aria-expanded={expanded}
          aria-controls={moreId}
          aria-label={`More figures for ${symbol}`}
          onClick={() => setExpanded(!expanded)}
        >
          <Chevron size={16} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Group>
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
    <p className={classes.best}>
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
      <Figure key={column} label={signs.includes(unit) ? `${cardLabel}, ${unit}` : cardLabel}>
        {drawPlainFigure(column, stock)}
      </Figure>
    )
  })
}

/** Sort control for phone cards, which have no column headers. */
export function SortChoice({ state: { sort, order }, go }: Pick<ScreenNavigation, 'state' | 'go'>) {
  const choose = (text: string) => {
    const chosen = screenColumns.find((column) => column === text)
    if (chosen !== undefined) go((latest) => sortScreen(latest, chosen))
  }
  const isDescending = order === 'desc'
  const Arrow = isDescending ? IconArrowDown : IconArrowUp
  return (
    <Group component="span" gap={0} wrap="nowrap" miw={0}>
      <SelectBox label="Sort by" look="plain" value={sort} onChange={(event) => choose(event.currentTarget.value)}>
        {screenColumns.map((column) => (
          <option key={column} value={column}>
            {findColumnName(column)}
          </option>
        ))}
      </SelectBox>
      <ActionIcon
        size={44}
        aria-label={isDescending ? 'Highest first, click to reverse' : 'Lowest first, click to reverse'}
        onClick={() => go((latest) => sortScreen(latest, latest.sort))}
      >
        <Arrow size={16} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    </Group>
  )
}
