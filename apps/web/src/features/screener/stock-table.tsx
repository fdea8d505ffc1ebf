import { VisuallyHidden } from '@mantine/core'
import { type Cell, useTable } from '@tanstack/react-table'
import { useMemo, useRef } from 'react'
import type { ScreenStock } from '../../api/screen.ts'
import { useOnChange } from '../../shared/use-on-change.ts'
import { ColumnHeader } from './column-header.tsx'
import { RatingsScope } from './ratings-scope.tsx'
import { type ScreenState, writeScreenState } from './screen-state.ts'
import { stockColumns, stockFeatures } from './stock-columns.tsx'
import classes from './stock-table.module.css'

interface StockTableProps {
  readonly stocks: readonly ScreenStock[]
  readonly total: number
  readonly state: ScreenState
  /** Whether the rows still answer the question before this one. */
  readonly outdated: boolean
  readonly onSort: (columnId: string) => void
}

export function StockTable({ stocks, total, state, outdated, onSort }: StockTableProps) {
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
            {table.getRowModel().rows.map((row, index) => (
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
  readonly children: React.ReactNode
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
