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
