import type { PortfolioTotals } from '@callwright/scoring'
import { useMemo } from 'react'
import type { Divider } from '../../../shared/data-table/data-row.tsx'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
import { formatSignedUsd } from '../../../shared/format/numbers.ts'
import { nameGaps } from '../../../shared/format/positions.ts'
import { countOf } from '../../../shared/format/words.ts'
import { usePreferences } from '../../../shared/preferences.ts'
import type { PositionRow } from '../data/position.ts'
import type { PositionSort } from '../portfolio-state.ts'
import { Sum } from './position-cells.tsx'
import { type SortColumn, sortableColumns } from './position-columns.tsx'
import type { RowAction } from './position-menu.tsx'
import classes from './table.module.css'
import { type ColumnId, listColumns, pnlColumns } from './table-columns.tsx'

interface PositionsTableProps extends PositionSort {
  /** Rows in display order. */
  readonly rows: readonly PositionRow[]
  readonly totals: PortfolioTotals
  readonly columns: readonly ColumnId[]
  readonly dividers: readonly Divider[]
  /** Number of positions when none is filtered out. */
  readonly all: number
  readonly selected: string | null
  readonly busy: boolean
  readonly onSort: (column: SortColumn) => void
  readonly onSelect: (id: string) => void
  readonly onAct: (action: RowAction, id: string) => void
  readonly onMenu: (row: PositionRow) => void
}

const isRowAction = (action: string): action is RowAction => ['why', 'remove', 'confirm'].includes(action)

const keyOf = ({ position }: PositionRow) => position.id

/** Positions as a grid. Enter, x and a click select a row. */
export function PositionsTable(props: PositionsTableProps) {
  const { rows, totals, columns: shown, dividers, all, selected, sort, order, busy } = props
  const { onSort, onSelect, onAct, onMenu } = props
  const [{ density }] = usePreferences()
  const { stockPnl, optionPnl, coveredCallPnl, positions } = totals
  const sums = { stock_pnl: stockPnl, option_pnl: optionPnl, cc_pnl: coveredCallPnl } as const
  const pnlLength = measurePnl([
    ...pnlColumns.flatMap((id) => readColumn(rows, id)),
    ...pnlColumns.map((id) => sums[id].usd),
  ])
  const columns = useMemo(() => listColumns(shown, pnlLength), [shown, pnlLength])
  const select = ({ position }: PositionRow) => onSelect(position.id)
  const drawSum = (id: keyof typeof sums) => <Sum sum={sums[id]} leftOut={nameLeftOut(rows, id)} />
  return (
    <DataTable
      label="Covered calls with their figures"
      regionLabel="Positions"
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      density={density}
      isSelected={({ position }) => position.id === selected}
      sort={sort}
      order={order}
      onSort={(id) => id !== 'actions' && onSort(id)}
      onEnter={select}
      onSelect={select}
      onRowClick={select}
      onAction={(action, row) => {
        if (action === 'menu') onMenu(row)
        else if (isRowAction(action)) onAct(action, row.position.id)
      }}
      footer={{
        ticker: positions === all ? countOf(all, 'position') : `${positions} of ${countOf(all, 'position')}`,
        stock_pnl: drawSum('stock_pnl'),
        option_pnl: drawSum('option_pnl'),
        cc_pnl: drawSum('cc_pnl'),
      }}
      dividers={dividers}
      className={classes.positions}
      regionProps={{ 'aria-busy': busy }}
    />
  )
}

function readColumn(rows: readonly PositionRow[], id: (typeof pnlColumns)[number]): readonly (number | null)[] {
  const read = sortableColumns.find((column) => column.id === id)?.value
  return rows.map((row) => {
    const value = read?.(row) ?? null
    return typeof value === 'number' ? value : null
  })
}

/** Length of the longest P&L, in characters. */
const measurePnl = (amounts: readonly (number | null)[]): number =>
  Math.max(0, ...amounts.map((usd) => (usd === null ? 0 : formatSignedUsd(usd).length)))

/** Names the positions that have no value in a column. */
function nameLeftOut(rows: readonly PositionRow[], id: (typeof pnlColumns)[number]): string {
  const values = readColumn(rows, id)
  return nameGaps(
    rows
      .filter((_row, index) => values[index] === null)
      .map(({ position, metrics }) => ({ position, pnlGap: metrics.pnlGap })),
  )
}
