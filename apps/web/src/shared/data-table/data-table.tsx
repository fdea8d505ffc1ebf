import {
  type ComponentProps,
  type CSSProperties,
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  startTransition,
  type UIEvent,
  useEffect,
  useMemo,
  useState,
} from 'react'
import type { SortOrder } from '../../api/market.ts'
import { useAfter } from '../hooks.ts'
import type { Density } from '../preferences.ts'
import { VisuallyHidden } from '../ui/figures.tsx'
import { TableSkeleton } from '../ui/loading.tsx'
import { type DataColumn, describeColumn } from './columns.tsx'
import {
  DataRow,
  type Divider,
  DividerRows,
  FooterRow,
  type PreparedColumn,
  type RowAttributes,
  roles,
} from './data-row.tsx'
import classes from './data-table.module.css'
import { useGrid } from './use-grid.ts'

interface DataTableProps<Row, Id extends string> {
  readonly label: string
  /** Name of the region around the table; default `label`. */
  readonly regionLabel?: string
  /** Columns, from left to right. Rows re-render when the array's identity changes. */
  readonly columns: readonly DataColumn<Row, Id>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** Attributes of a row. Rows re-render when the function's identity changes, as with `rowKey` and `detail`. */
  readonly rowProps?: (row: Row) => RowAttributes
  /** Makes the rows selectable. */
  readonly isSelected?: (row: Row) => boolean
  /** Header content in place of a column's label, such as a checkbox. */
  readonly headers?: Readonly<Partial<Record<Id, ReactNode>>>
  readonly sort?: Id
  readonly order?: SortOrder
  /** Makes the headers sort. The rows come sorted. */
  readonly onSort?: (column: Id) => void
  /** Called for a click beside the controls of a row, unless the user is selecting text. */
  readonly onRowClick?: (row: Row, event: MouseEvent) => void
  /** Called for a click on an element with `data-action`. */
  readonly onAction?: (action: string, row: Row) => void
  /** Called for Enter on a cell without a control; makes the table a grid. */
  readonly onEnter?: (row: Row, event: KeyboardEvent) => void
  /** Called for x on a row; `withRange` (Shift) includes the rows from the previous one. */
  readonly onSelect?: (row: Row, withRange: boolean) => void
  readonly multiple?: boolean
  /** Index of the column with the first Tab stop. */
  readonly firstColumn?: number
  readonly density?: Density
  /** Whether the rows still belong to the previous request. */
  readonly outdated?: boolean
  /** Shown in place of rows that are slow to load; null shows the rows. */
  readonly waiting?: ReactNode
  /** Whether new rows reuse the elements of the rows in their places: creating elements takes 1.5 times as long. */
  readonly reusesRows?: boolean
  /** Number of rows on all pages, and the index of this page's first row among them. */
  readonly rowCount?: number
  readonly firstRowIndex?: number
  readonly dividers?: readonly Divider[]
  /** Content of a second line below a row; null for none. */
  readonly detail?: (row: Row) => ReactNode
  /** Cells of the last row, such as totals. */
  readonly footer?: Readonly<Partial<Record<Id, ReactNode>>>
  /** Whether the table never scrolls, so that its region needs no Tab stop. */
  readonly isFit?: boolean
  /** Whether the table fills its container and scrolls in it. */
  readonly fills?: boolean
  readonly className?: string | undefined
  readonly regionProps?: ComponentProps<'section'> & RowAttributes
  readonly bodyProps?: ComponentProps<'tbody'>
  /** Elements after the table, such as a menu that its rows share. */
  readonly children?: ReactNode
}

/** Delay before outdated rows are dimmed: a fade out and in costs almost two frames, and most responses are faster. */
const DIM_DELAY_MS = 100

/**
 * Table with declared columns. With `onEnter`, it is a grid, whose keys `useGrid` lists; otherwise a plain table. Cells
 * are plain elements without handlers, so that a page of thousands of them stays fast.
 */
export function DataTable<Row, Id extends string>(props: DataTableProps<Row, Id>) {
  const { label, regionLabel = label, columns, rows, rowKey, onEnter, onSelect, multiple, firstColumn } = props
  const { outdated = false, isFit, fills, className, regionProps, density, rowCount, children } = props
  const { onRowClick, bodyProps, reusesRows = false, waiting = null } = props
  const isGrid = onEnter !== undefined
  const shown = useRowsInSteps(rows, reusesRows)
  const findRow = ({ dataset: { key } }: HTMLElement) => shown.find((row) => rowKey(row) === key)
  const grid = useGrid({
    onEnter: (element, event) => {
      const row = findRow(element)
      if (row !== undefined) onEnter?.(row, event)
    },
    ...(onSelect !== undefined && {
      onSelect: (element: HTMLElement, withRange: boolean) => {
        const row = findRow(element)
        if (row !== undefined) onSelect(row, withRange)
      },
    }),
    ...(multiple !== undefined && { multiple }),
    ...(firstColumn !== undefined && { firstColumn }),
  })
  const looksOutdated = useAfter(outdated, DIM_DELAY_MS)
  const { prepared, style } = useMemo(() => prepareColumns<Row>(columns), [columns])
  return (
    <section
      aria-label={regionLabel}
      aria-busy={outdated || undefined}
      // The keyboard scrolls a plain table by its region.
      tabIndex={isGrid || isFit ? undefined : 0}
      {...regionProps}
      className={[classes.region, className].filter(Boolean).join(' ')}
      data-fills={fills}
      data-wide={columns.length > WIDE || undefined}
      onScroll={markScrolledUnder}
      onWheel={(event) => event.deltaX !== 0 && pinFirstColumns(event)}
      onKeyDownCapture={pinFirstColumns}
      onTouchStart={pinFirstColumns}
    >
      <table
        {...(isGrid ? grid : { role: 'table' })}
        className={classes.table}
        style={style}
        data-layout={style === undefined ? 'fit' : 'tracks'}
        data-density={density}
        data-outdated={(looksOutdated && waiting === null) || undefined}
        data-clickable={onRowClick !== undefined || bodyProps?.onClick !== undefined || undefined}
        aria-label={label}
        aria-rowcount={rowCount === undefined ? undefined : rowCount + 1}
      >
        <Header {...props} prepared={prepared} />
        <Body {...props} rows={shown} prepared={prepared} isGrid={isGrid} findRow={findRow} />
      </table>
      {children}
    </section>
  )
}

/** Number of columns from which the page prints in landscape. */
const WIDE = 10

/** Class names for the cells, and grid tracks for the rows; no tracks if a column has no width. */
function prepareColumns<Row>(columns: readonly DataColumn<Row>[]) {
  const starts = columns.filter(({ pinned }) => pinned === 'start')
  const ends = columns.filter(({ pinned }) => pinned === 'end').toReversed()
  const prepared = columns.map((column): PreparedColumn<Row> => {
    const { align = 'end', tone, pinned, isScreenOnly, className } = column
    const pinnedList = pinned === 'start' ? starts : ends
    const names = [
      align === 'start' && classes.start,
      tone !== undefined && classes[tone],
      pinned !== undefined && classes[`pinned-${pinned}`],
      pinned !== undefined && pinnedList.indexOf(column) > 0 && classes.second,
      pinned === 'start' && column === starts.at(-1) && classes.edge,
      isScreenOnly && classes['screen-only'],
      className,
    ]
    return { column, className: names.filter(Boolean).join(' ') }
  })
  const style = {
    '--columns': columns
      .map(({ width, isFixed }) => (isFixed ? `${width}px` : `minmax(${width}px, ${width}fr)`))
      .join(' '),
    '--pinned-first': `${starts[0]?.width ?? 0}px`,
    '--pinned-last': `${ends[0]?.width ?? 0}px`,
    '--pinned-start': `${addWidths(starts)}px`,
    '--pinned-end': `${addWidths(ends)}px`,
  } as CSSProperties
  return { prepared, style: columns.every(({ width }) => width !== undefined) ? style : undefined }
}

const addWidths = (columns: readonly { readonly width?: number }[]) =>
  columns.reduce((sum, { width = 0 }) => sum + width, 0)

interface HeaderProps<Row, Id extends string>
  extends Pick<DataTableProps<Row, Id>, 'headers' | 'sort' | 'order' | 'onSort' | 'rowCount'> {
  readonly prepared: readonly PreparedColumn<Row>[]
}

/** Lets a header such as Headroom/EM wrap. */
function breakAtSlash(label: string): ReactNode {
  const [start, end] = label.split('/', 2)
  return end === undefined ? (
    label
  ) : (
    <>
      {start}/<wbr />
      {end}
    </>
  )
}

const sortWords = { asc: 'ascending', desc: 'descending' } as const

function Header<Row, Id extends string>({
  prepared,
  headers,
  sort,
  order = 'asc',
  onSort,
  rowCount,
}: HeaderProps<Row, Id>) {
  return (
    <thead {...roles.group}>
      <tr {...roles.row} aria-rowindex={rowCount === undefined ? undefined : 1}>
        {prepared.map(({ column, className }) => {
          const { id, label, unit, isLabelHidden, sortable = true } = column
          const header = headers?.[id as Id]
          const isSorted = id === sort
          const name = isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : breakAtSlash(label)
          const content = header ?? (
            <span>
              {name}
              {unit !== undefined && <small> {unit}</small>}
            </span>
          )
          const hint = describeColumn(column)
          if (onSort === undefined || !sortable || header !== undefined) {
            return (
              <th key={id} {...roles.columnHeader} className={className} data-hint={hint}>
                {content}
              </th>
            )
          }
          return (
            <th
              key={id}
              {...roles.columnHeader}
              className={className}
              aria-sort={isSorted ? sortWords[order] : undefined}
            >
              <button type="button" className={classes.sort} data-hint={hint} onClick={() => onSort(id as Id)}>
                {content}
                {isSorted && (
                  <svg className={classes.arrow} viewBox="0 0 8 8" data-direction={order} aria-hidden="true">
                    <path d="M4 7 0 .5h8z" />
                  </svg>
                )}
              </button>
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

interface BodyProps<Row, Id extends string> extends DataTableProps<Row, Id> {
  readonly prepared: readonly PreparedColumn<Row>[]
  readonly isGrid: boolean
  readonly findRow: (element: HTMLElement) => Row | undefined
}

function Body<Row, Id extends string>(props: BodyProps<Row, Id>) {
  const { prepared, isGrid, findRow, rows, rowKey, rowProps, isSelected, detail, dividers = [] } = props
  const { waiting = null, footer, reusesRows = false, rowCount, firstRowIndex = 0, onRowClick, onAction } = props
  const width = prepared.length
  const drawDividers = (index: number) =>
    dividers.some(({ at }) => at === index) && (
      <DividerRows dividers={dividers.filter(({ at }) => at === index)} width={width} isGrid={isGrid} />
    )
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element
    const element = target.closest<HTMLElement>('[data-key]')
    const row = element === null ? undefined : findRow(element)
    if (row === undefined) return
    const control = target.closest<HTMLElement>('[data-action]')
    if (control?.dataset.action !== undefined) {
      if (control.ariaDisabled !== 'true') onAction?.(control.dataset.action, row)
    } else if (target.closest('a, button, input, label') === null && window.getSelection()?.isCollapsed !== false) {
      onRowClick?.(row, event)
    }
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles keys for its rows
    <tbody
      {...roles.group}
      onClick={onRowClick === undefined && onAction === undefined ? undefined : onClick}
      {...props.bodyProps}
    >
      {waiting === null ? (
        <>
          {rows.map((row, index) => (
            <Fragment key={reusesRows ? index : rowKey(row)}>
              {drawDividers(index)}
              <DataRow
                row={row}
                rowKey={rowKey}
                columns={prepared}
                index={index}
                rowIndex={rowCount === undefined ? undefined : firstRowIndex + index + 2}
                isGrid={isGrid}
                isSelected={isSelected?.(row)}
                rowProps={rowProps}
                detail={detail}
              />
            </Fragment>
          ))}
          {drawDividers(rows.length)}
          {footer !== undefined && <FooterRow columns={prepared} footer={footer} isGrid={isGrid} />}
        </>
      ) : (
        <tr {...roles.row} className={classes.waiting}>
          <td {...roles.cell} colSpan={width}>
            <TableSkeleton>{waiting}</TableSkeleton>
          </td>
        </tr>
      )}
    </tbody>
  )
}

/** How many rows to render first: more than a tall screen shows. */
const FIRST_ROWS = 40

/**
 * Renders the first rows immediately and the others in a transition, so that the page stays responsive. Until then the
 * others show the previous rows, so the rows must be keyed by position.
 */
function useRowsInSteps<Row>(rows: readonly Row[], inSteps: boolean): readonly Row[] {
  const [settled, settle] = useState<readonly Row[]>([])
  useEffect(() => {
    if (inSteps) startTransition(() => settle(rows))
  }, [rows, inSteps])
  return inSteps ? [...rows.slice(0, FIRST_ROWS), ...settled.slice(FIRST_ROWS, rows.length)] : rows
}

/** Makes the first columns sticky once the user may scroll sideways. */
function pinFirstColumns({ currentTarget: { dataset } }: SyntheticEvent<HTMLElement>): void {
  dataset.sideways = ''
}

/** Marks the sticky parts that have content scrolled under them, so that CSS draws their edges. */
function markScrolledUnder({ currentTarget: { dataset, scrollTop, scrollLeft } }: UIEvent<HTMLElement>): void {
  if (scrollLeft > 0) dataset.sideways = ''
  dataset.under = [scrollTop > 0 && 'header', scrollLeft > 0 && 'columns'].filter(Boolean).join(' ')
}
