import type { ReactNode } from 'react'
import type { SortOrder } from '../../api/market.ts'
import { describeFigure, type FigureFacts } from '../glossary.ts'
import { Unknown } from '../ui/figures.tsx'

/** Unrounded value of a cell; null if it is unknown. */
export type CellValue = string | number | null

/** A column of a file. */
export interface FileColumn<Row> {
  readonly label: string
  readonly unit?: string
  /** Unit in the header of a file, if it differs from `unit`. */
  readonly fileUnit?: string
  readonly value: (row: Row) => CellValue
}

export interface RowState {
  readonly isSelected: boolean
  /** Index of the row in the table, from 0. */
  readonly index: number
}

/**
 * A table's column, declared once for the table, its CSV file and other views. The explanation (`FigureFacts`) is the
 * hint of the column's header.
 */
export interface DataColumn<Row, Id extends string = string> extends Partial<FigureFacts> {
  readonly id: Id
  readonly label: string
  /** Shown in the header, not in the cells. */
  readonly unit?: string
  readonly fileUnit?: string
  /** Whether only screen readers get the label. */
  readonly isLabelHidden?: true
  readonly align?: 'start' | 'end'
  readonly tone?: 'muted' | 'strong'
  /**
   * Minimum width in px. If every column has one, rows lay out independently of each other, which keeps long tables
   * fast; otherwise the browser fits the columns to their content.
   */
  readonly width?: number
  /** Whether the column takes none of the spare width. */
  readonly isFixed?: true
  /** Edge at which the column stays while the table scrolls sideways; at most two columns per edge. */
  readonly pinned?: 'start' | 'end'
  readonly isRowHeader?: true
  /** False for a column that the header cannot sort by. */
  readonly sortable?: boolean
  /** Whether the column is left out of print. */
  readonly isScreenOnly?: true
  readonly className?: string | undefined
  readonly value?: (row: Row) => CellValue
  readonly format?: (value: number) => string
  /** Says why the value is unknown. */
  readonly explain?: (row: Row) => string
  /** Cell content, if it is more than the formatted value. */
  readonly cell?: (row: Row, state: RowState) => ReactNode
}

/** Content of a cell: the formatted value, or the mark for an unknown one with its reason. */
export function drawCell<Row>(
  column: Pick<DataColumn<Row>, 'cell' | 'value' | 'format' | 'explain'>,
  row: Row,
  state: RowState,
): ReactNode {
  const { cell, value: read, format, explain } = column
  if (cell !== undefined) return cell(row, state)
  const value = read?.(row) ?? null
  if (value === null) return <Unknown reason={explain?.(row) ?? null} />
  return typeof value === 'number' && format !== undefined ? format(value) : value
}

/** Explanation of a column; undefined if its label says enough. */
export function describeColumn({ term, meaning, formula, source }: Partial<FigureFacts>): string | undefined {
  if (source === undefined) return meaning
  return describeFigure({
    source,
    ...(term !== undefined && { term }),
    ...(meaning !== undefined && { meaning }),
    ...(formula !== undefined && { formula }),
  })
}

/** `Price ($)` */
export function nameInFile<Row>({ label, unit, fileUnit = unit }: Omit<FileColumn<Row>, 'value'>): string {
  return fileUnit === undefined ? label : `${label} (${fileUnit})`
}

/** Header and rows of a CSV file, for `writeCsv`. */
export function listFileRows<Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]) {
  return {
    columns: columns.map(nameInFile),
    rows: rows.map((row) => columns.map(({ value }) => value(row))),
  }
}

/** Sorts rows by a value; unknown values come last in both orders. `breakTie` keeps the order stable. */
export function sortRows<Row>(
  rows: readonly Row[],
  read: (row: Row) => CellValue,
  order: SortOrder,
  breakTie: (a: Row, b: Row) => number = () => 0,
): readonly Row[] {
  const sign = order === 'asc' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [first, second] = [read(a), read(b)]
    if (first === null || second === null) return Number(first === null) - Number(second === null) || breakTie(a, b)
    return sign * compareValues(first, second) || breakTie(a, b)
  })
}

export const compareValues = (a: number | string, b: number | string) => (a === b ? 0 : a < b ? -1 : 1)
