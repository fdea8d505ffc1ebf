import { type FocusEvent, type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef } from 'react'
import { usePageKeys } from '../page-keys.ts'

/** Position of a cell, counted from zero; row 0 is the header. */
export interface GridPosition {
  readonly row: number
  readonly column: number
}

export interface GridShape {
  readonly rows: number
  readonly columns: number
  /** How many rows PageUp and PageDown move. */
  readonly pageRows: number
}

export interface GridKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

type Step = (from: GridPosition, shape: GridShape) => GridPosition

const down: Step = ({ row, column }) => ({ row: row + 1, column })
const up: Step = ({ row, column }) => ({ row: row - 1, column })

const steps: Readonly<Record<string, Step>> = {
  ArrowDown: down,
  ArrowUp: up,
  j: down,
  k: up,
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, { columns }) => ({ row, column: columns - 1 }),
  PageDown: ({ row, column }, { pageRows }) => ({ row: row + pageRows, column }),
  PageUp: ({ row, column }, { pageRows }) => ({ row: row - pageRows, column }),
}

const leaps: Readonly<Record<string, Step>> = {
  Home: () => ({ row: 0, column: 0 }),
  End: (_from, { rows, columns }) => ({ row: rows - 1, column: columns - 1 }),
}

export function clampPosition(
  { row, column }: GridPosition,
  { rows, columns }: Omit<GridShape, 'pageRows'>,
): GridPosition {
  return { row: clamp(row, rows), column: clamp(column, columns) }
}

/**
 * Finds the cell that a key moves to, by ARIA's grid pattern plus j and k for rows. Returns null if the grid does not
 * use the key.
 */
export function findNextPosition(from: GridPosition, pressed: GridKey, shape: GridShape): GridPosition | null {
  if (pressed.altKey || pressed.shiftKey) return null
  const step = (pressed.ctrlKey || pressed.metaKey ? leaps : steps)[pressed.key]
  return step === undefined ? null : clampPosition(step(from, shape), shape)
}

const clamp = (index: number, count: number) => Math.max(0, Math.min(index, count - 1))

/** Controls that use the arrow keys for themselves. */
const FIELDS = 'input:not([type=checkbox]), select, textarea'
const CONTROLS = 'a[href], button, input, select, textarea'

interface GridOptions {
  /** Called when Enter is pressed on a cell that has no control. */
  readonly onEnter: (row: HTMLTableRowElement, event: KeyboardEvent) => void
  /**
   * Called when x is pressed on any cell of a selectable row. With Shift, it selects all rows from the previous one.
   */
  readonly onSelect?: (row: HTMLTableRowElement, withRange: boolean) => void
  /** Whether several rows can be selected. */
  readonly multiple?: boolean
  /** Column where the first Tab stop is; default 0. */
  readonly firstColumn?: number
}

/**
 * Makes a `<table role="grid">` a single Tab stop with the keys of ARIA's grid pattern: arrows, Home and End (with
 * Ctrl, to the corners), PageUp, PageDown, j and k. A cell that contains one link, button or checkbox passes its focus
 * to that control, and Enter activates it. F2 or Enter goes into a cell that contains a field or several controls, and
 * Escape leaves it. Cells need no attributes or code: after each render of its component, the hook sets the Tab stop on
 * the elements. While focus is elsewhere, the Tab stop is the selected row, unless several rows can be selected.
 * @returns props for the table.
 */
export function useGrid({ onEnter, onSelect, multiple = false, firstColumn = 0 }: GridOptions) {
  const ref = useRef<HTMLTableElement>(null)
  // The first row below the header.
  const place = useRef<GridPosition>({ row: 1, column: firstColumn })
  const hasFocus = useRef(false)

  useLayoutEffect(() => {
    const table = ref.current
    if (table === null) return
    const focused = document.activeElement
    const focusedCell = findCell(table, focused)
    if (focusedCell !== null) place.current = locate(focusedCell)
    else if (!hasFocus.current && !multiple) {
      place.current = { ...place.current, row: findSelectedRow(table) ?? place.current.row }
    }
    const cell = getCell(table, clampPosition(place.current, countCells(table)))
    if (cell === null) return
    setStop(table, focusedCell === null ? findStop(cell) : (focused as HTMLElement))
    // If the focused row was removed, focus goes to the row that took its place.
    if (hasFocus.current && focused === document.body) focus(cell)
  })

  const moveTo = (table: HTMLTableElement, position: GridPosition) => {
    const cell = getCell(table, position)
    if (cell === null) return
    setStop(table, findStop(cell))
    focus(cell)
    // In a row whose cells span columns, remembers the column for the next row.
    place.current = position
  }

  const enter = (act?: (row: HTMLTableRowElement) => void) => {
    const table = ref.current
    if (table === null) return
    moveTo(table, clampPosition(place.current, countCells(table)))
    const row = table.rows[place.current.row]
    if (row !== undefined) act?.(row)
  }
  // The keys for rows work before a cell has focus, too. In a cell, the table handles them first.
  usePageKeys({
    j: () => enter(),
    k: () => enter(),
    ...(onSelect && { x: () => enter((row) => onSelect(row, false)) }),
  })

  const handleKey = (table: HTMLTableElement, cell: HTMLTableCellElement, event: KeyboardEvent): boolean => {
    const stop = findStop(cell)
    if (onSelect !== undefined && isPlain(event, 'x') && !(event.target as Element).matches(FIELDS)) {
      onSelect(getRow(cell), event.shiftKey)
      return true
    }
    if (event.target !== stop) return handleKeyInside(cell, event)
    if (stop === cell && (event.key === 'Enter' || event.key === 'F2')) {
      const [first] = listControls(cell)
      if (first !== undefined) first.focus()
      else if (event.key === 'Enter') onEnter(getRow(cell), event)
      return true
    }
    if (stop instanceof HTMLInputElement && event.key === 'Enter') {
      stop.click()
      return true
    }
    const shape = { ...countCells(table), pageRows: countPageRows(table, place.current.row) }
    const next = findNextPosition(place.current, event, shape)
    if (next !== null) moveTo(table, next)
    return next !== null
  }

  return {
    ref,
    role: 'grid',
    ...(multiple && { 'aria-multiselectable': true }),
    onKeyDown: (event: KeyboardEvent<HTMLTableElement>) => {
      const cell = findCell(event.currentTarget, event.target)
      if (cell === null || event.defaultPrevented) return
      if (handleKey(event.currentTarget, cell, event)) event.preventDefault()
    },
    onFocus: ({ currentTarget, target }: FocusEvent<HTMLTableElement>) => {
      const cell = findCell(currentTarget, target)
      if (cell === null) return
      hasFocus.current = true
      place.current = locate(cell)
      setStop(currentTarget, target)
    },
    onBlur: () => {
      hasFocus.current = false
    },
    /** Focuses the clicked cell, so that the keys continue from there. */
    onPointerDown: ({ currentTarget, target }: PointerEvent<HTMLTableElement>) => {
      const cell = findCell(currentTarget, target)
      if (cell !== null && listControls(cell).length === 0) setStop(currentTarget, cell)
    },
  } as const
}

/** Handles keys inside a cell: arrows move between its controls, and Escape leaves it. */
function handleKeyInside(cell: HTMLTableCellElement, { key, target }: KeyboardEvent): boolean {
  if (key === 'Escape') {
    cell.tabIndex = -1
    cell.focus()
    return true
  }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return false
  if (target instanceof HTMLElement && target.matches(FIELDS)) return false
  const controls = listControls(cell)
  const index = controls.indexOf(target as HTMLElement)
  controls[index + (key === 'ArrowRight' ? 1 : -1)]?.focus()
  return true
}

// React also delivers events from portals, such as a popover, whose elements are outside the table.
function findCell(table: HTMLTableElement, target: EventTarget | null): HTMLTableCellElement | null {
  const cell = target instanceof Element ? target.closest<HTMLTableCellElement>('td, th') : null
  return cell !== null && table.contains(cell) ? cell : null
}

const listControls = (cell: HTMLTableCellElement) => [...cell.querySelectorAll<HTMLElement>(CONTROLS)]

/** The element to focus for a cell: its only link or button, or else the cell itself. */
function findStop(cell: HTMLTableCellElement): HTMLElement {
  const [first, ...others] = listControls(cell)
  return first !== undefined && others.length === 0 && !first.matches(FIELDS) ? first : cell
}

const isPlain = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, wanted: string) =>
  key.toLowerCase() === wanted && !ctrlKey && !metaKey && !altKey

const getRow = (cell: HTMLTableCellElement) => cell.parentElement as HTMLTableRowElement
const locate = (cell: HTMLTableCellElement): GridPosition => ({ row: getRow(cell).rowIndex, column: cell.cellIndex })

const findSelectedRow = (table: HTMLTableElement) =>
  table.querySelector<HTMLTableRowElement>('tr[aria-selected="true"]')?.rowIndex

/** The cell at a position. In a shorter row, the row's last cell. */
function getCell(table: HTMLTableElement, { row, column }: GridPosition): HTMLTableCellElement | null {
  const cells = table.rows[row]?.cells
  return cells?.[Math.min(column, cells.length - 1)] ?? null
}

const countCells = (table: HTMLTableElement) => ({
  rows: table.rows.length,
  columns: table.rows[0]?.cells.length ?? 0,
})

/** How many rows PageUp and PageDown move: one less than are visible. */
function countPageRows(table: HTMLTableElement, row: number): number {
  const rowHeight = table.rows[row]?.offsetHeight ?? 0
  const viewHeight = findViewHeight(table) - (table.tHead?.offsetHeight ?? 0)
  return rowHeight > 0 ? Math.max(1, Math.floor(viewHeight / rowHeight) - 1) : 1
}

/** Height of the element that scrolls. Skips ancestors that have no box. */
function findViewHeight({ parentElement: box }: Element): number {
  return box === null ? 0 : box.clientHeight || findViewHeight(box)
}

/** Makes this element the table's only Tab stop. Uses attributes, because reading `tabIndex` forces a layout. */
function setStop(table: HTMLTableElement, stop: HTMLElement): void {
  for (const element of table.querySelectorAll(`:is(${CONTROLS}):not([tabindex="-1"]), [tabindex="0"]`)) {
    if (element !== stop) element.setAttribute('tabindex', '-1')
  }
  stop.setAttribute('tabindex', '0')
}

/** Focuses the cell and scrolls no more than needed; `scroll-margin` keeps it clear of sticky headers. */
function focus(cell: HTMLTableCellElement): void {
  findStop(cell).focus({ preventScroll: true })
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
