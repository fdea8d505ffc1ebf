import { VisuallyHidden } from '@mantine/core'
import { type Cell, useTable } from '@tanstack/react-table'
import { type ReactNode, useMemo, useRef } from 'react'
import type { ScreenStock } from '../../api/screen.ts'
import { useOnChange } from '../../shared/use-on-change.ts'
import { ColumnHeader } from './column-header.tsx'
import { RatingsScope } from './ratings-scope.tsx'
import { type ScreenState, writeScreenState } from './screen-state.ts'
import { stockColumns, stockFeatures } from './stock-columns.tsx'
import classes from './stock-table.module.css'
import { StockTableSkeleton } from './stock-table-skeleton.tsx'

interface StockTableProps {
  readonly stocks: readonly ScreenStock[]
  readonly total: number
  readonly state: ScreenState
  /** Whether the rows still answer the question before this one. */
  readonly outdated: boolean
  /** What stands in place of rows that take their time; null: the rows do. */
  readonly waiting: ReactNode
  readonly onSort: (columnId: string) => void
}

export function StockTable({ stocks, total, state, outdated, waiting, onSort }: StockTableProps) {
  const { sort, order, page, size } = state
  const scroller = useRef<HTMLElement>(null)
  const sorting = useMemo(() => [{ id: sort, desc: order === 'desc' }], [sort, order])
  const table = useTable({
    features: stockFeatures,
    columns: stockColumns,
    data: stocks,
    getRowId: ({ symbol }) => symbol,
    manualSorting: true,
    state: { sorting },
  })
  useOnChange(writeScreenState(state).toString(), () => {
    if (scroller.current !== null) scroller.current.scrollTop = 0
  })

  return (
    <section ref={scroller} className={classes.scroller} aria-label="Stocks" aria-busy={outdated}>
      <RatingsScope stocks={stocks} oneTabStop>
        <table className={classes.table} aria-rowcount={total + 1} data-outdated={outdated || undefined}>
          <caption>
            <VisuallyHidden>
              Stocks with their rating and figures. In the rating column, the arrow keys move from row to row.
            </VisuallyHidden>
          </caption>
          <colgroup>
            {stockColumns.map(({ id }) => (
              <col key={id} data-column={id} />
            ))}
          </colgroup>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id} aria-rowindex={1}>
                {group.headers.map(({ column }) => (
                  <ColumnHeader key={column.id} column={column} onSort={onSort} />
                ))}
              </tr>
            ))}
          </thead>
          <tbody>
            {waiting !== null && (
              <tr>
                <td className={classes.waiting} colSpan={stockColumns.length}>
                  <StockTableSkeleton>{waiting}</StockTableSkeleton>
                </td>
              </tr>
            )}
            {(waiting === null ? table.getRowModel().rows : []).map((row, index) => (
              <tr key={row.id} aria-rowindex={(page - 1) * size + index + 2}>
                {row.getAllCells().map((cell) => (
                  <StockCell key={cell.id} cell={cell}>
                    <table.FlexRender cell={cell} />
                  </StockCell>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </RatingsScope>
    </section>
  )
}

interface StockCellProps {
  readonly cell: Cell<typeof stockFeatures, ScreenStock>
  readonly children: ReactNode
}

function StockCell({ cell: { column }, children }: StockCellProps) {
  const kind = column.columnDef.meta?.kind
  return kind === 'name' ? (
    <th scope="row" data-kind={kind}>
      {children}
    </th>
  ) : (
    <td data-kind={kind} data-column={column.id}>
      {children}
    </td>
  )
}
