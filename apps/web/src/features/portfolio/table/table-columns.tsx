import { IconDots, IconTrash } from '@tabler/icons-react'
import { nameCall } from '../../../shared/format/positions.ts'
import { type PositionColumn, type SortColumn, sortableColumns } from './position-columns.tsx'
import classes from './table.module.css'

/** Columns that the user can hide. Columns that identify a trade are always shown. */
const lockedColumns: readonly string[] = ['ticker', 'symbol', 'contracts', 'dte', 'strike', 'recommendation']

const actionsColumn: PositionColumn = {
  id: 'actions',
  label: 'Actions',
  isLabelHidden: true,
  sortable: false,
  isScreenOnly: true,
  pinned: 'end',
  width: 50,
  isFixed: true,
  className: classes.action,
  cell: ({ position }) => (
    <>
      <button
        type="button"
        className={classes.act}
        data-action="menu"
        aria-haspopup="menu"
        aria-label={`Actions for ${nameCall(position)}`}
      >
        <IconDots size={14} stroke={1.6} aria-hidden="true" />
      </button>
      <button type="button" className={classes.act} data-action="remove" aria-label={`Delete ${nameCall(position)}`}>
        <IconTrash size={14} stroke={1.6} aria-hidden="true" />
      </button>
    </>
  ),
}

export const pnlColumns = ['stock_pnl', 'option_pnl', 'cc_pnl'] as const
/** `+$10,195` */
const PNL_LENGTH = 8
const DIGIT_WIDTH = 8
/** Width of Headroom/EM without its gauge. */
const NO_GAUGE = 66

export type ColumnId = SortColumn

/** Columns that the user can show or hide, with their names. */
export const choosableColumns: readonly { readonly id: ColumnId; readonly label: string }[] = sortableColumns.filter(
  ({ id }) => !lockedColumns.includes(id),
)

/** The table's columns: those shown, in their fixed order. `pnlLength` is the length of the longest P&L. */
export function listColumns(shown: readonly ColumnId[], pnlLength: number): readonly PositionColumn[] {
  const extra = Math.max(0, pnlLength - PNL_LENGTH) * DIGIT_WIDTH
  const isPnl = (id: SortColumn) => pnlColumns.some((column) => column === id)
  const figures = sortableColumns
    .filter(({ id }) => lockedColumns.includes(id) || shown.includes(id))
    .map((column): PositionColumn => {
      const { id, width = 0 } = column
      if (isPnl(id)) return { ...column, width: width + extra }
      return id === 'headroom_em' && extra > 0 ? { ...column, width: NO_GAUGE, className: classes.narrow } : column
    })
  return [...figures, actionsColumn]
}
