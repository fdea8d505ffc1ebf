import { Tooltip } from '@mantine/core'
import type { Column } from '@tanstack/react-table'
import type { ScreenStock } from '../../api/screen.ts'
import type { stockFeatures } from './stock-columns.tsx'
import classes from './stock-table.module.css'

interface ColumnHeaderProps {
  readonly column: Column<typeof stockFeatures, ScreenStock>
  readonly onSort: (columnId: string) => void
}

const sortWords = { asc: 'ascending', desc: 'descending' } as const

/** A header cell: the name, the unit, and a button that sorts. */
export function ColumnHeader({ column, onSort }: ColumnHeaderProps) {
  const { header, meta } = column.columnDef
  const sorted = column.getIsSorted()
  const name = (
    <>
      {String(header)}
      {meta?.unit && <small> {meta.unit}</small>}
    </>
  )
  return (
    <th scope="col" data-kind={meta?.kind} aria-sort={sorted ? sortWords[sorted] : undefined}>
      <Tooltip label={meta?.hint}>
        {column.getCanSort() ? (
          <button type="button" className={classes.sort} onClick={() => onSort(column.id)}>
            {name}
            {sorted && (
              <svg className={classes.arrow} viewBox="0 0 8 8" data-direction={sorted} aria-hidden="true">
                <path d="M4 7 0 .5h8z" />
              </svg>
            )}
          </button>
        ) : (
          // Not sortable, but its hint must be within reach of the keyboard.
          <button type="button" className={classes.plain}>
            {name}
          </button>
        )}
      </Tooltip>
    </th>
  )
}
