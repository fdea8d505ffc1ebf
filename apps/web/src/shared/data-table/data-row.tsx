import { Fragment, memo, type ReactNode } from 'react'
import { type DataColumn, drawCell } from './columns.tsx'
import classes from './data-table.module.css'

/** Attributes such as `data-tone`, for the table's own styles. */
export type RowAttributes = Readonly<Record<`data-${string}`, string | number | boolean | undefined>>

/** A line between the rows. */
export interface Divider {
  readonly key: string
  /** Index of the row that it comes before; the number of rows puts it at the end. */
  readonly at: number
  readonly content: ReactNode
  /** Value of `data-kind`, for the table's own styles. */
  readonly kind?: string
  readonly hint?: string | undefined
  /** Whether it names the rows below it. */
  readonly isHeading?: true
}

/** A column with the class names of its cells. */
export interface PreparedColumn<Row> {
  readonly column: DataColumn<Row>
  readonly className: string
}

/** ARIA roles to spread on the elements. Some browsers drop the native roles when CSS changes `display`. */
export const roles = {
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader', scope: 'col' },
  rowHeader: { role: 'rowheader', scope: 'row' },
  gridCell: { role: 'gridcell' },
  cell: { role: 'cell' },
} as const

interface DataRowProps<Row> {
  readonly row: Row
  readonly rowKey: (row: Row) => string
  readonly columns: readonly PreparedColumn<Row>[]
  readonly index: number
  readonly rowIndex: number | undefined
  readonly isGrid: boolean
  readonly isSelected: boolean | undefined
  readonly rowProps: ((row: Row) => RowAttributes) | undefined
  readonly detail: ((row: Row) => ReactNode) | undefined
}

/** One row. The table handles clicks and keys for all rows. */
function PlainRow<Row>({ row, rowKey, columns, index, isGrid, isSelected, ...others }: DataRowProps<Row>) {
  const { rowIndex, rowProps, detail } = others
  const cell = isGrid ? roles.gridCell : roles.cell
  const state = { isSelected: isSelected === true, index }
  const below = detail?.(row)
  return (
    <>
      <tr
        {...roles.row}
        {...rowProps?.(row)}
        data-key={rowKey(row)}
        data-selected={isSelected || undefined}
        aria-rowindex={rowIndex}
        aria-selected={isGrid ? isSelected : undefined}
      >
        {columns.map(({ column, className }) =>
          column.isRowHeader ? (
            <th key={column.id} {...roles.rowHeader} className={className}>
              {drawCell(column, row, state)}
            </th>
          ) : (
            <td key={column.id} {...cell} className={className}>
              {drawCell(column, row, state)}
            </td>
          ),
        )}
      </tr>
      {below !== undefined && below !== null && below !== false && (
        <tr {...roles.row} className={classes.detail}>
          <td {...cell} colSpan={columns.length}>
            {below}
          </td>
        </tr>
      )}
    </>
  )
}

export const DataRow = memo(PlainRow) as typeof PlainRow

interface DividerRowsProps {
  readonly dividers: readonly Divider[]
  readonly width: number
  readonly isGrid: boolean
}

export function DividerRows({ dividers, width, isGrid }: DividerRowsProps) {
  return dividers.map(({ key, content, kind, hint, isHeading }) => (
    <tr key={key} {...roles.row} className={classes.divider} data-kind={kind} data-heading={isHeading}>
      {isHeading ? (
        <th {...roles.rowHeader} scope="rowgroup" colSpan={width} data-hint={hint}>
          {content}
        </th>
      ) : (
        <td {...(isGrid ? roles.gridCell : roles.cell)} colSpan={width} data-hint={hint}>
          {content}
        </td>
      )}
    </tr>
  ))
}

interface FooterRowProps<Row> {
  readonly columns: readonly PreparedColumn<Row>[]
  readonly footer: Readonly<Record<string, ReactNode>>
  readonly isGrid: boolean
}

/** Last row, with totals. */
export function FooterRow<Row>({ columns, footer, isGrid }: FooterRowProps<Row>) {
  return (
    <tr {...roles.row} className={classes.footer}>
      {columns.map(({ column: { id, isRowHeader }, className }) => (
        <Fragment key={id}>
          {isRowHeader ? (
            <th {...roles.rowHeader} className={className}>
              {footer[id]}
            </th>
          ) : (
            <td {...(isGrid ? roles.gridCell : roles.cell)} className={className}>
              {footer[id]}
            </td>
          )}
        </Fragment>
      ))}
    </tr>
  )
}
