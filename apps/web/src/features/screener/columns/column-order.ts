import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import { columnGroups } from './columns.tsx'

/** The symbol stays first: it is sticky while the other columns scroll under it. */
const FIRST_MOVABLE = 1

/** Moves one column to index `to`. */
export function moveColumn(
  columns: readonly ScreenColumn[],
  column: ScreenColumn,
  to: number,
): readonly ScreenColumn[] {
  if (columns.indexOf(column) < FIRST_MOVABLE) return columns
  const others = columns.filter((each) => each !== column)
  return others.toSpliced(Math.max(FIRST_MOVABLE, Math.min(to, others.length)), 0, column)
}

/** Removes a column, or adds it at the end. */
export function toggleColumn(columns: readonly ScreenColumn[], column: ScreenColumn): readonly ScreenColumn[] {
  return columns.includes(column) ? columns.filter((each) => each !== column) : [...columns, column]
}

export const isMovable = (columns: readonly ScreenColumn[], column: ScreenColumn, to: number) =>
  columns.indexOf(column) >= FIRST_MOVABLE && to >= FIRST_MOVABLE && to < columns.length

/** Narrows the groups to columns whose names contain the text; empty text matches all. */
export function searchColumns(text: string, nameOf: (column: ScreenColumn) => string) {
  const wanted = text.trim().toLowerCase()
  return columnGroups
    .map(({ name, columns }) => ({
      name,
      columns: columns.filter((column) => nameOf(column).toLowerCase().includes(wanted)),
    }))
    .filter(({ columns }) => columns.length > 0)
}
