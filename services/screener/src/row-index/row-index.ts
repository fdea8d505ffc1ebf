import {
  type NumericColumn,
  numericColumns,
  type Relaxation,
  resolveColumn,
  type ScreenColumn,
  type SortColumn,
  screenColumns,
  type TextColumn,
} from '@callwright/contracts'
import { type BitSet, countBits, readBit, removeBit } from './bit-set.ts'
import type { Filter } from './filters.ts'
import { createNameIndex, createOrder, numberKeys, type Order, type SortOrder, textKeys } from './order.ts'
import { createProjections, type Weighting } from './projections.ts'
import { createRowFilter } from './row-filter.ts'
import { createRowTable, type RowTable, type Slot } from './rows.ts'

export interface RowQuery {
  readonly filters: readonly Filter[]
  readonly column: SortColumn
  readonly order: SortOrder
  readonly limit: number
  readonly offset: number
  /** Names of the fields to return; undefined selects all fields. */
  readonly fields: readonly string[] | undefined
  /** Null for the default weights. */
  readonly weighting: Weighting | null
}

export interface RowQueryResult {
  readonly rows: readonly Buffer[]
  readonly total: number
  readonly relaxations: readonly Relaxation[]
}

export type RowIndex = ReturnType<typeof createRowIndex>

/**
 * In-memory rows with everything that makes queries fast: a sorted index per column in use, typed columns for filters,
 * and serialized rows (decision 0010).
 */
export function createRowIndex() {
  const table = createRowTable()
  const names = createNameIndex(table)
  const orders = createOrders(table)
  const projections = createProjections(table, names)
  const defaultFilter = createRowFilter(table, names, null)

  return {
    table,
    put: table.put,
    /** Marks the stocks that pass filters; the next query overwrites the result. */
    mark: (filters: readonly Filter[]): BitSet => defaultFilter.filter(filters),
    query({ filters, column, order, limit, offset, fields, weighting }: RowQuery): RowQueryResult {
      const rating = weighting === null ? null : projections.rate(weighting)
      const rowFilter = rating?.rowFilter ?? defaultFilter
      const sorted = rating !== null && column === 'cc_score' ? rating.order : orders.get(resolveColumn(column))
      const passing = rowFilter.filter(filters)
      const total = countBits(passing)
      const projection = projections.project(fields, weighting)
      const rows: Buffer[] = []
      const first = rowFilter.findFirst(filters, passing)
      if (first !== null) removeBit(passing, first)
      // The first row leads the first page; on later pages, it counts as one of the rows to skip.
      const leads = first !== null && offset === 0
      if (leads) rows.push(projection.write(first))
      const page = {
        offset: first === null || leads ? offset : offset - 1,
        count: Math.min(limit, Math.max(0, total - offset)) - rows.length,
      }
      pick(sorted.list(order), passing, page, (slot) => rows.push(projection.write(slot)))
      return { rows, total, relaxations: total > 0 ? [] : rowFilter.findRelaxations(filters) }
    },
  }
}

/** Selects the slots of a page: skips `offset` passing slots in the given order, then takes `count`. */
function pick(
  order: Uint32Array,
  passing: BitSet,
  { offset, count }: { readonly offset: number; readonly count: number },
  take: (slot: Slot) => void,
): void {
  let place = 0
  // Adds 0 or 1 instead of using an `if`, because the CPU would mispredict a branch on each row.
  for (let passed = 0; count > 0 && passed < offset; place += 1) passed += readBit(passing, order[place] as Slot)
  for (let found = 0; found < count; place += 1) {
    const slot = order[place] as Slot
    if (readBit(passing, slot) === 0) continue
    found += 1
    take(slot)
  }
}

function createOrders(table: RowTable) {
  const isNumeric = (column: ScreenColumn): column is NumericColumn =>
    numericColumns.some((numeric) => numeric === column)
  const orders = screenColumns.map((column): readonly [ScreenColumn, Order] => [
    column,
    createOrder(table, () =>
      isNumeric(column) ? numberKeys(table.figures(column)) : textKeys(table.sortTexts(column as TextColumn)),
    ),
  ])
  const byColumn = new Map(orders)
  return {
    get(column: ScreenColumn): Order {
      const order = byColumn.get(column)
      if (order === undefined) throw new RangeError(`No order by ${column}`)
      return order
    },
  }
}
