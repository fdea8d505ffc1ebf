import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import {
  type FocusEvent,
  lazy,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Screen, ScreenStock } from '../../../api/screener.ts'
import type { DataColumn } from '../../../shared/data-table/columns.tsx'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
import { useOnChange } from '../../../shared/hooks.ts'
import { retryUntilLoaded } from '../../../shared/load-code.ts'
import { buildAnalysisPath } from '../../../shared/paths.ts'
import { usePreferences } from '../../../shared/preferences.ts'
import { RatingsScope } from '../../../shared/rating/ratings-scope.tsx'
import { stockColumns } from '../columns/columns.tsx'
import { MOST_SELECTED, type Selection } from '../selection/selection.ts'
import { essentialColumns, type ScreenState, writeScreenState } from '../state/screen-state.ts'
import { useRowActions } from './row-actions.tsx'
import classes from './table.module.css'

interface StockTableProps {
  readonly screen: Screen
  readonly state: ScreenState
  /** Columns for which `screen` has figures, symbol first; the array's identity is stable. */
  readonly columns: readonly ScreenColumn[]
  /** Whether the rows still belong to the previous query. */
  readonly outdated: boolean
  /** Shown in place of rows that are slow to load; null shows the rows. */
  readonly waiting: ReactNode
  readonly selection: Selection
  readonly onSort: (column: ScreenColumn) => void
}

type TableColumn = DataColumn<ScreenStock, ScreenColumn | 'select' | 'actions'>

/** React requires a handler on a controlled checkbox; the table handles its clicks. */
const noop = () => {}

const selectColumn: TableColumn = {
  id: 'select',
  label: 'Select',
  sortable: false,
  isScreenOnly: true,
  align: 'start',
  pinned: 'start',
  width: 38,
  isFixed: true,
  className: classes.select,
  cell: ({ symbol }, { isSelected }) => (
    <input type="checkbox" aria-label={`Select ${symbol}`} checked={isSelected} onChange={noop} />
  ),
}

const symbolColumn: TableColumn = {
  ...stockColumns.symbol,
  className: classes.name,
  cell: ({ symbol }) => (
    <a className={classes.symbol} href={buildAnalysisPath(symbol)}>
      {symbol}
    </a>
  ),
}

const actionsColumn: TableColumn = {
  id: 'actions',
  label: 'Actions',
  isLabelHidden: true,
  sortable: false,
  isScreenOnly: true,
  width: 40,
  isFixed: true,
  className: classes.actions,
  cell: ({ symbol }) => (
    <button type="button" className={classes.more} aria-label={`Actions for ${symbol}`} aria-haspopup="menu" />
  ),
}

// Loads after the page, which shows the menu only when a row asks for it.
const RowMenu = lazy(async () => ({ default: (await retryUntilLoaded(() => import('./row-menu.tsx'))).RowMenu }))

/** Column with the initial Tab stop: the link that opens the stock. */
const NAME_COLUMN = 1

const keyOf = ({ symbol }: ScreenStock) => symbol

/** Grid of stocks; `useGrid` lists its keyboard controls. */
export function StockTable({ screen, state, columns, outdated, waiting, selection, onSort }: StockTableProps) {
  const { total, ownWeights } = screen
  const { sort, order, page, size } = state
  const scroller = useRef<HTMLElement>(null)
  const [{ density }] = usePreferences()
  const queryKey = writeScreenState({ ...state, columns: essentialColumns }).toString()
  const { stocks: latest, interactionHandlers } = useSteadyStocks(screen.stocks, outdated ? null : queryKey)
  // A click that has its rows in the cache shows its effect before the rows are rendered.
  const stocks = useDeferredValue(latest)
  const isOutdated = outdated || stocks !== latest
  const { menu, go, onEnter, onSelect, listeners } = useRowActions(stocks, selection)
  const tableColumns = useMemo(
    () => [selectColumn, symbolColumn, ...columns.slice(1).map((column) => stockColumns[column]), actionsColumn],
    [columns],
  )
  // A new query scrolls to the top; a change of columns does not.
  useOnChange(queryKey, () => {
    // Skip when already at the top: setting `scrollTop` forces a layout.
    if (scroller.current?.dataset.under?.includes('header')) scroller.current.scrollTop = 0
  })

  return (
    <RatingsScope stocks={stocks} ownWeights={ownWeights}>
      <DataTable
        label="Stocks with their rating and figures"
        regionLabel="Stocks"
        className={classes.table}
        columns={tableColumns}
        rows={stocks}
        rowKey={keyOf}
        headers={{ select: <SelectPage stocks={stocks} selection={selection} /> }}
        isSelected={({ symbol }) => selection.symbols.has(symbol)}
        sort={sort}
        order={order}
        onSort={(column) => column !== 'select' && column !== 'actions' && onSort(column)}
        onEnter={onEnter}
        onSelect={onSelect}
        multiple
        firstColumn={NAME_COLUMN}
        density={density}
        outdated={isOutdated}
        waiting={waiting}
        reusesRows
        fills
        rowCount={total}
        firstRowIndex={(page - 1) * size}
        regionProps={{
          ref: scroller,
          'aria-busy': isOutdated,
          'data-selecting': selection.symbols.size > 0 || undefined,
          ...interactionHandlers,
        }}
        bodyProps={listeners}
      >
        <Suspense>
          <RowMenu menu={menu} onGo={go} />
        </Suspense>
      </DataTable>
    </RatingsScope>
  )
}

interface SelectPageProps {
  readonly stocks: readonly ScreenStock[]
  readonly selection: Selection
}

/** Header checkbox: selects all stocks on the page, or deselects them if all are selected or the selection is full. */
function SelectPage({ stocks, selection: { symbols, choose } }: SelectPageProps) {
  const shown = stocks.map(({ symbol }) => symbol)
  const selected = shown.filter((symbol) => symbols.has(symbol)).length
  const isWhole = selected > 0 && selected === shown.length
  const isFull = symbols.size === MOST_SELECTED
  return (
    <input
      ref={(box) => {
        if (box !== null) box.indeterminate = selected > 0 && !isWhole
      }}
      type="checkbox"
      aria-label="Select all stocks on this page"
      checked={isWhole}
      onChange={() => choose(shown, !(isWhole || isFull))}
    />
  )
}

interface Shown {
  readonly queryKey: string | null
  readonly latest: readonly ScreenStock[]
  readonly stocks: readonly ScreenStock[]
}

/**
 * Keeps rows in place while the user interacts with them. While the pointer is on the table or it has keyboard focus, a
 * new response to the same query only updates the figures in the current rows; its order and new rows apply once the
 * interaction ends. `queryKey` identifies the query and is null while another response is loading. Spread
 * `interactionHandlers` on the element around the table.
 */
function useSteadyStocks(latest: readonly ScreenStock[], queryKey: string | null) {
  const [pointed, setPointed] = useState(false)
  const [keyed, setKeyed] = useState(false)
  const [before, setShown] = useState<Shown>({ queryKey, latest, stocks: latest })
  const shown = applyResponse(before, { queryKey, latest, stocks: latest }, pointed || keyed)
  if (shown !== before) setShown(shown)
  return {
    stocks: shown.stocks,
    interactionHandlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => setPointed(pointerType === 'mouse'),
      onPointerLeave: () => setPointed(false),
      onFocus: ({ target }: FocusEvent) => setKeyed(target.matches(':focus-visible')),
      onBlur: () => setKeyed(false),
    },
  }
}

function applyResponse(before: Shown, now: Shown, interacting: boolean): Shown {
  if (before.queryKey !== now.queryKey || !interacting) return before.stocks === now.stocks ? before : now
  if (before.latest === now.latest) return before
  const found = new Map(now.latest.map((stock) => [stock.symbol, stock]))
  return { ...now, stocks: before.stocks.map((stock) => found.get(stock.symbol) ?? stock) }
}
