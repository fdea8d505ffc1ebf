import type { SortOrder } from '../../../api/market.ts'
import { compareValues, sortRows } from '../../../shared/data-table/columns.tsx'
import type { PositionRow } from '../data/position.ts'
import { type SortColumn, sortableColumns } from './position-columns.tsx'

export interface PositionSort {
  readonly sort: SortColumn
  readonly order: SortOrder
}

/** Default order: soonest expiration first. */
export const defaultSort: PositionSort = { sort: 'dte', order: 'asc' }

export const isSortColumn = (text: string): text is SortColumn => sortableColumns.some(({ id }) => id === text)

/** Columns that sort ascending first; all others start with the largest figure. */
const ascendingFirst: readonly SortColumn[] = ['ticker', 'dte', 'recommendation']

/** Sorts by a column; clicking the same header again reverses the order. */
export function sortBy(column: SortColumn, { sort, order }: PositionSort): PositionSort {
  if (column === sort) return { sort, order: order === 'asc' ? 'desc' : 'asc' }
  return { sort: column, order: ascendingFirst.includes(column) ? 'asc' : 'desc' }
}

export function sortPositions(rows: readonly PositionRow[], { sort, order }: PositionSort): readonly PositionRow[] {
  const read = sortableColumns.find(({ id }) => id === sort)?.value
  return read === undefined ? rows : sortRows(rows, read, order, breakTie)
}

/** Breaks ties, to keep the order stable between renders. */
const breakTie = (a: PositionRow, b: PositionRow) =>
  compareValues(a.position.ticker, b.position.ticker) ||
  compareValues(a.position.expiryDate, b.position.expiryDate) ||
  compareValues(a.position.id, b.position.id)
