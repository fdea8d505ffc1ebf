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
import { useGrid } from '../../../shared/grid/use-grid.ts'
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
  /** The columns whose figures `screen` has, the symbol first; the same array from one drawing to the next. */
  readonly columns: readonly ScreenColumn[]
  /** Whether the rows still answer the question before this one. */
  readonly outdated: boolean
  /** What stands in place of rows that take their time; null: the rows do. */
  readonly waiting: ReactNode
  readonly selection: Selection
  readonly onSort: (column: ScreenColumn) => void
}

const SELECT_WIDTH = 38
const ACTIONS_WIDTH = 40
/** Where the Tab key stops first: what a row is for is to be opened. */
const NAME_COLUMN = 1
/** A quick answer comes without a sign that the rows are old: to fade them and back is most of the work of two frames. */
const OUTDATED_AFTER_MS = 100

/** The stocks as a grid: see `useGrid` for its keys. */
export function StockTable({ screen, state, columns, outdated, waiting, selection, onSort }: StockTableProps) {
  const { total, ownWeights } = screen
  const { sort, order, page, size } = state
  const scroller = useRef<HTMLElement>(null)
  const [{ density }] = usePreferences()
  const question = writeScreenState({ ...state, columns: essentialColumns }).toString()
  const { stocks, hands } = useSteadyStocks(screen.stocks, outdated ? null : question)
  const rows = useRowsInSteps(stocks)
  const toggle = useToggle(stocks, selection)
  const { menu, closeMenu, onMenuGone, go, onEnter, onSelect, listeners } = useRowActions(toggle)
  const grid = useGrid({ onEnter, onSelect, multiple: true, firstColumn: NAME_COLUMN })
  const looksOutdated = useAfter(outdated, OUTDATED_AFTER_MS)
  // Another question starts at the top; other columns of the same rows do not.
  useOnChange(question, () => {
    // To set where it is already would lay out the page.
    if (scroller.current?.dataset.under?.includes('header')) scroller.current.scrollTop = 0
  })

  return (
    <section
      ref={scroller}
      className={classes.scroller}
      aria-label={words.list}
      aria-busy={outdated}
      onScroll={markEdges}
      onWheel={(event) => event.deltaX !== 0 && holdFirst(event)}
      onKeyDownCapture={holdFirst}
      onTouchStart={holdFirst}
      {...hands}
    >
      <RatingsScope stocks={stocks} ownWeights={ownWeights}>
        <table
          {...grid}
          className={classes.table}
          style={{ '--columns': layOut(columns) } as CSSProperties}
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
      <RowMenu menu={menu} onGo={go} onClose={closeMenu} onGone={onMenuGone} />
    </section>
  )
}

/** More than a high screen shows. */
const FIRST_ROWS = 40
const none: readonly ScreenStock[] = []

/**
 * The rows in view at once; those below in the moments after, in slices between which the page can be drawn and used.
 * Until then they are as they were before. A row goes by its place, and other stocks come into the rows there are: to make
 * rows anew takes half as long again.
 */
function useRowsInSteps(
  stocks: readonly ScreenStock[],
): readonly { readonly place: number; readonly stock: ScreenStock }[] {
  const [settled, settle] = useState(none)
  useEffect(() => startTransition(() => settle(stocks)), [stocks])
  const rows = [...stocks.slice(0, FIRST_ROWS), ...settled.slice(FIRST_ROWS, stocks.length)]
  return rows.map((stock, place) => ({ place, stock }))
}

/** Widths of their own for all rows: columns do not move from page to page, and no row must be read to lay out another. */
function layOut(columns: readonly ScreenColumn[]): string {
  const tracks = columns.map((column) => `minmax(${columnFacts[column].width}px, ${columnFacts[column].width}fr)`)
  return `${SELECT_WIDTH}px ${tracks.join(' ')} ${ACTIONS_WIDTH}px`
}

/** The first columns stay in view from the moment on in which somebody may scroll sideways. */
function holdFirst({ currentTarget: { dataset } }: SyntheticEvent<HTMLElement>): void {
  dataset.sideways = ''
}

/** What is sticky casts its edge over what runs under it. */
function markEdges({ currentTarget: { dataset, scrollTop, scrollLeft } }: UIEvent<HTMLElement>): void {
  if (scrollLeft > 0) dataset.sideways = ''
  dataset.under = [scrollTop > 0 && 'header', scrollLeft > 0 && 'name'].filter(Boolean).join(' ')
}
