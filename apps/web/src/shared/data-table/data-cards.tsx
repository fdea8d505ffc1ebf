import type { ReactNode } from 'react'
import { Figure, VisuallyHidden } from '../ui/figures.tsx'
import { type DataColumn, describeColumn, drawCell } from './columns.tsx'
import classes from './data-cards.module.css'

export interface DataCardsProps<Row> {
  readonly label: string
  readonly columns: readonly DataColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly isSelected?: (row: Row) => boolean
  /** Makes the cards selectable. */
  readonly onRowClick?: (row: Row) => void
  /** Totals by column, as the last card. */
  readonly footer?: Readonly<Record<string, ReactNode>>
  /** Whether a row has nothing to say in a column, such as an amount of zero. */
  readonly isIdle?: (column: DataColumn<Row>, row: Row) => boolean
  readonly className?: string
}

const isEmpty = (content: ReactNode) => content === undefined || content === null || content === false || content === ''

/** The rows of a table as cards for a phone: each row's name, and its figures with theirs. */
export function DataCards<Row>({ label, columns, rows, rowKey, ...others }: DataCardsProps<Row>) {
  const { isSelected, onRowClick, footer, isIdle, className = '' } = others
  const header = columns.find(({ isRowHeader }) => isRowHeader)
  const figures = columns.filter((column) => column !== header)
  return (
    <ul aria-label={label} className={`${classes.cards} ${className}`}>
      {rows.map((row, index) => {
        const selected = isSelected?.(row) === true
        const state = { isSelected: selected, index }
        const name = header && drawCell(header, row, state)
        return (
          <li key={rowKey(row)} data-key={rowKey(row)} data-selected={selected || undefined}>
            {onRowClick === undefined ? (
              <b className={classes.name}>{name}</b>
            ) : (
              <button type="button" className={classes.name} aria-pressed={selected} onClick={() => onRowClick(row)}>
                {name}
              </button>
            )}
            <Figures
              columns={figures.filter((column) => isIdle?.(column, row) !== true)}
              draw={(column) => drawCell(column, row, state)}
            />
          </li>
        )
      })}
      {footer !== undefined && (
        <li className={classes.total}>
          <b className={classes.name}>
            <VisuallyHidden>Total: </VisuallyHidden>
            {header && footer[header.id]}
          </b>
          <Figures columns={figures} draw={({ id }) => footer[id]} />
        </li>
      )}
    </ul>
  )
}

interface FiguresProps<Row> {
  readonly columns: readonly DataColumn<Row>[]
  readonly draw: (column: DataColumn<Row>) => ReactNode
}

/** Figures with their names; a column without a visible name, such as a button, comes below them. */
function Figures<Row>({ columns, draw }: FiguresProps<Row>) {
  const drawn = columns.map((column) => ({ column, content: draw(column) })).filter(({ content }) => !isEmpty(content))
  const controls = drawn.filter(({ column }) => column.isLabelHidden)
  return (
    <>
      <dl className={classes.figures}>
        {drawn
          .filter(({ column }) => !column.isLabelHidden)
          .map(({ column, content }) => (
            <Figure
              key={column.id}
              label={column.unit === undefined ? column.label : `${column.label} ${column.unit}`}
              hint={describeColumn(column)}
            >
              {content}
            </Figure>
          ))}
      </dl>
      {controls.map(({ column, content }) => (
        <div key={column.id} className={classes.control}>
          {content}
        </div>
      ))}
    </>
  )
}
