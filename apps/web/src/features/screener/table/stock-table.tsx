import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import {
  type CSSProperties,
  type ReactNode,
  type SyntheticEvent,
  startTransition,
  type UIEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Screen, ScreenStock } from '../../../api/screen.ts'
import { gridParts } from '../../../shared/grid/grid-parts.ts'
import { useGrid } from '../../../shared/data-table/use-grid.ts'
import { usePreferences } from '../../../shared/preferences.ts'
import { RatingsScope } from '../../../shared/rating/ratings-scope.tsx'
import { TableSkeleton } from '../../../shared/ui/table-skeleton.tsx'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import { useAfter } from '../../../shared/use-after.ts'
import { useOnChange } from '../../../shared/use-on-change.ts'
import { columnFacts } from '../columns/column-facts.ts'
import { tableWords as words } from '../screener-words.ts'
import type { Selection } from '../selection/use-selection.ts'
import { essentialColumns, type ScreenState, writeScreenState } from '../state/screen-state.ts'
import { ColumnHeader } from './column-header.tsx'
import { RowMenu } from './row-menu.tsx'
import { SelectPage } from './select-page.tsx'
import { StockRow } from './stock-row.tsx'
import classes from './stock-table.module.css'
import { useRowActions } from './use-row-actions.ts'
import { useSteadyStocks } from './use-steady-stocks.ts'
import { useToggle } from './use-toggle.ts'

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

const SELECT_WIDTH = 38
const ACTIONS_WIDTH = 40
/** Initial Tab stop: the link that opens the stock. */
const NAME_COLUMN = 1
/**
 * Delay before rows are dimmed. Fast responses skip the dimming, because a fade out and in costs almost two frames.
 */
const DIM_DELAY_MS = 100

/** Grid of stocks; `useGrid` lists its keyboard controls. */
export function StockTable({ screen, state, columns, outdated, waiting, selection, onSort }: StockTableProps) {
  const { total, ownWeights } = screen
  const { sort, order, page, size } = state
  const scroller = useRef<HTMLElement>(null)
  const [{ density }] = usePreferences()
  const queryKey = writeScreenState({ ...state, columns: essentialColumns }).toString()
  const { stocks, interactionHandlers } = useSteadyStocks(screen.stocks, outdated ? null : queryKey)
  const rows = useRowsInSteps(stocks)
  const toggle = useToggle(stocks, selection)
  const { menu, closeMenu, onMenuExited, go, onEnter, onSelect, listeners } = useRowActions(toggle)
  const grid = useGrid({ onEnter, onSelect, multiple: true, firstColumn: NAME_COLUMN })
  const looksOutdated = useAfter(outdated, DIM_DELAY_MS)
  // A new query scrolls to the top; a change of columns does not.
  useOnChange(queryKey, () => {
    // Skip when already at the top: setting `scrollTop` forces a layout.
    if (scroller.current?.dataset.under?.includes('header')) scroller.current.scrollTop = 0
  })

  return (
    <section
      ref={scroller}
      className={classes.scroller}
      aria-label={words.list}
      aria-busy={outdated}
      onScroll={markScrolledUnder}
      onWheel={(event) => event.deltaX !== 0 && pinFirstColumns(event)}
      onKeyDownCapture={pinFirstColumns}
      onTouchStart={pinFirstColumns}
      {...interactionHandlers}
    >
      <RatingsScope stocks={stocks} ownWeights={ownWeights}>
        <table
          {...grid}
          className={classes.table}
          style={{ '--columns': buildTracks(columns) } as CSSProperties}
          data-density={density}
          data-outdated={looksOutdated || undefined}
          aria-label={words.caption}
          aria-rowcount={total + 1}
          aria-colcount={columns.length + 2}
          data-selecting={selection.symbols.size > 0 || undefined}
        >
          <thead {...gridParts.group}>
            <tr {...gridParts.row} aria-rowindex={1} aria-colindex={1}>
              <SelectPage stocks={stocks} selection={selection} />
              {columns.map((column) => (
                <ColumnHeader key={column} column={column} sorted={column === sort ? order : null} onSort={onSort} />
              ))}
              <th {...gridParts.columnHeader} className={classes.actions}>
                <VisuallyHidden>{words.actions}</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody {...gridParts.group} {...listeners}>
            {waiting === null ? (
              rows.map(({ place, stock }) => (
                <StockRow
                  key={place}
                  stock={stock}
                  columns={columns}
                  rowIndex={(page - 1) * size + place + 2}
                  selected={selection.symbols.has(stock.symbol)}
                />
              ))
            ) : (
              <tr {...gridParts.row} className={classes.waiting}>
                <td {...gridParts.cell} colSpan={columns.length + 2}>
                  <TableSkeleton>{waiting}</TableSkeleton>
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </RatingsScope>
      <RowMenu menu={menu} onGo={go} onClose={closeMenu} onExited={onMenuExited} />
    </section>
  )
}

/** How many rows to render first: more than a tall screen shows. */
const FIRST_ROWS = 40
const noStocks: readonly ScreenStock[] = []

/**
 * Renders the first rows immediately and the others in a transition, so that the page stays responsive. Until then the
 * others show the previous stocks. Rows are keyed by position so that new stocks reuse the existing elements: creating
 * new ones takes 1.5 times as long.
 */
function useRowsInSteps(
  stocks: readonly ScreenStock[],
): readonly { readonly place: number; readonly stock: ScreenStock }[] {
  const [settled, settle] = useState(noStocks)
  useEffect(() => startTransition(() => settle(stocks)), [stocks])
  const rows = [...stocks.slice(0, FIRST_ROWS), ...settled.slice(FIRST_ROWS, stocks.length)]
  return rows.map((stock, place) => ({ place, stock }))
}

/**
 * Grid tracks for all rows. Fixed widths keep columns in place from page to page and let rows lay out independently.
 */
function buildTracks(columns: readonly ScreenColumn[]): string {
  const tracks = columns.map((column) => `minmax(${columnFacts[column].width}px, ${columnFacts[column].width}fr)`)
  return `${SELECT_WIDTH}px ${tracks.join(' ')} ${ACTIONS_WIDTH}px`
}

/** Makes the first columns sticky once the user may scroll sideways. */
function pinFirstColumns({ currentTarget: { dataset } }: SyntheticEvent<HTMLElement>): void {
  dataset.sideways = ''
}

/** Marks the sticky parts that have content scrolled under them, so that CSS draws their edges. */
function markScrolledUnder({ currentTarget: { dataset, scrollTop, scrollLeft } }: UIEvent<HTMLElement>): void {
  if (scrollLeft > 0) dataset.sideways = ''
  dataset.under = [scrollTop > 0 && 'header', scrollLeft > 0 && 'name'].filter(Boolean).join(' ')
}
