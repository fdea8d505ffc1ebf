import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import type { SortOrder } from '../../../api/screen.ts'
import { gridParts } from '../../../shared/grid/grid-parts.ts'
import { columnFacts, describeColumn } from '../columns/column-facts.ts'
import classes from './stock-table.module.css'

interface ColumnHeaderProps {
  readonly column: ScreenColumn
  /** Which way the rows are sorted by it; null: not by this one. */
  readonly sorted: SortOrder | null
  readonly onSort: (column: ScreenColumn) => void
}

const sortWords = { asc: 'ascending', desc: 'descending' } as const

/** A header cell: the name, the unit, what it means as a hint, and a button that sorts. */
export function ColumnHeader({ column, sorted, onSort }: ColumnHeaderProps) {
  const { name, unit, kind } = columnFacts[column]
  return (
    <th
      {...gridParts.columnHeader}
      className={classes[kind]}
      aria-sort={sorted === null ? undefined : sortWords[sorted]}
    >
      <button type="button" className={classes.sort} data-hint={describeColumn(column)} onClick={() => onSort(column)}>
        <span>
          {name}
          {unit && <small> {unit}</small>}
        </span>
        {sorted !== null && (
          <svg className={classes.arrow} viewBox="0 0 8 8" data-direction={sorted} aria-hidden="true">
            <path d="M4 7 0 .5h8z" />
          </svg>
        )}
      </button>
    </th>
  )
}
