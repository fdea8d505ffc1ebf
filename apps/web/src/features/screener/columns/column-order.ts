import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import { columnGroups } from './column-facts.ts'

/** The symbol keeps the first place: it stays in view while the others run under it. */
const FIRST_PLACE = 1

/** The same columns with one of them at another place, counted from 0. */
export function moveColumn(
  columns: readonly ScreenColumn[],
  column: ScreenColumn,
  to: number,
): readonly ScreenColumn[] {
  if (columns.indexOf(column) < FIRST_PLACE) return columns
  const others = columns.filter((each) => each !== column)
  return others.toSpliced(Math.max(FIRST_PLACE, Math.min(to, others.length)), 0, column)
}

/** The same columns with one more at the end, or without it. */
export function toggleColumn(columns: readonly ScreenColumn[], column: ScreenColumn): readonly ScreenColumn[] {
  return columns.includes(column) ? columns.filter((each) => each !== column) : [...columns, column]
}

export const isMovable = (columns: readonly ScreenColumn[], column: ScreenColumn, to: number) =>
  columns.indexOf(column) >= FIRST_PLACE && to >= FIRST_PLACE && to < columns.length

/** The groups with the columns whose name holds these words; without words all of them. */
export function searchColumns(words: string, nameOf: (column: ScreenColumn) => string) {
  const wanted = words.trim().toLowerCase()
  return columnGroups
    .map(({ name, columns }) => ({
      name,
      columns: columns.filter((column) => nameOf(column).toLowerCase().includes(wanted)),
    }))
    .filter(({ columns }) => columns.length > 0)
}
