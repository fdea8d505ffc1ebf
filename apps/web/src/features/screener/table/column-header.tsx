import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import type { SortOrder } from '../../../api/screen.ts'
import { SortHeader } from '../../../shared/grid/sort-header.tsx'
import { columnFacts, describeColumn } from '../columns/column-facts.ts'
import classes from './stock-table.module.css'

interface ColumnHeaderProps {
  readonly column: ScreenColumn
  /** Sort direction; null if the rows are not sorted by this column. */
  readonly sorted: SortOrder | null
  readonly onSort: (column: ScreenColumn) => void
}

export function ColumnHeader({ column, sorted, onSort }: ColumnHeaderProps) {
  const { name, unit, kind } = columnFacts[column]
  return (
    <SortHeader
      name={name}
      unit={unit}
      hint={describeColumn(column)}
      sorted={sorted}
      onSort={() => onSort(column)}
      className={classes[kind]}
    />
  )
}
