import type { PortfolioTotals } from '@callwright/scoring'
import { useMemo } from 'react'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
import { formatSignedUsd } from '../../../shared/format/numbers.ts'
import { nameGaps } from '../../../shared/format/positions.ts'
import { usePreferences } from '../../../shared/preferences.ts'
import type { PositionRow } from '../data/position.ts'
import { Sum } from './position-cells.tsx'
import { listColumns, pnlColumns, type SortColumn, sortableColumns } from './position-columns.tsx'
import type { RowAction } from './position-menu.tsx'
import type { PositionSort } from './sort-positions.ts'

interface PositionsTableProps extends PositionSort {
  /** Rows in display order. */
  readonly rows: readonly PositionRow[]
  readonly totals: PortfolioTotals
  readonly selected: string | null
  readonly busy: boolean
  readonly onSort: (column: SortColumn) => void
  readonly onSelect: (id: string) => void
  readonly onAct: (action: RowAction, id: string) => void
  readonly onMenu: (row: PositionRow) => void
}

const keyOf = ({ position }: PositionRow) => position.id

/** Positions as a grid. Enter, x and a click select a row. */
export function PositionsTable(props: PositionsTableProps) {
  const { rows, totals, selected, sort, order, busy, onSort, onSelect, onAct, onMenu } = props
  const [{ density }] = usePreferences()
  const { stockPnl, optionPnl, coveredCallPnl, positions } = totals
  const sums = { stock_pnl: stockPnl, option_pnl: optionPnl, cc_pnl: coveredCallPnl } as const
  const pnlLength = measurePnl([
    ...pnlColumns.flatMap((id) => readColumn(rows, id)),
    ...pnlColumns.map((id) => sums[id].usd),
  ])
  const columns = useMemo(() => listColumns(pnlLength), [pnlLength])
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
        else if (action === 'why' || action === 'remove') onAct(action, row.position.id)
      }}
      footer={{
        ticker: positions === 1 ? '1 position' : `${positions} positions`,
        stock_pnl: drawSum('stock_pnl'),
        option_pnl: drawSum('option_pnl'),
        cc_pnl: drawSum('cc_pnl'),
      }}
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
