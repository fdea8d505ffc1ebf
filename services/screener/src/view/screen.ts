import {
  columnAliases,
  type NumericColumn,
  numericColumns,
  type Relaxation,
  type ScreenColumn,
  type SortColumn,
  screenColumns,
  type TextColumn,
} from '@callwright/contracts'
import { type Bits, countBits, readBit, removeBit } from './bits.ts'
import type { Filter } from './filters.ts'
import { createNameIndex } from './name-index.ts'
import { createOrder, numberKeys, type Order, type SortOrder, textKeys } from './order.ts'
import { createProjections } from './projections.ts'
import { createRowTable, type RowTable, type Slot } from './row-table.ts'
import { createSieve } from './sieve.ts'
import type { Weighting } from './weighted-rating.ts'

/** What somebody asks of the screen. */
export interface Question {
  readonly filters: readonly Filter[]
  readonly column: SortColumn
  readonly order: SortOrder
  readonly limit: number
  readonly offset: number
  /** The fields of each row by their names, as a query lists them; all where it is undefined. */
  readonly fields: string | undefined
  /** Null for the rating as it is. */
  readonly weighting: Weighting | null
}

export interface ScreenAnswer {
  /** The rows of the page, each as JSON. */
  readonly rows: readonly Buffer[]
  /** How many rows pass the filters. */
  readonly total: number
  readonly relaxations: readonly Relaxation[]
}

export type Screen = ReturnType<typeof createScreen>

/**
 * The screen's rows in memory and all that answers questions about them fast: an order per column in use, typed columns to
 * filter by, ready-made texts to answer with (decision 0010).
 */
export function createScreen() {
  const table = createRowTable()
  const names = createNameIndex(table)
  const orders = createOrders(table)
  const projections = createProjections(table, names)
  const ownSieve = createSieve(table, names, null)

  return {
    table,
    put: table.put,
    ask({ filters, column, order, limit, offset, fields, weighting }: Question): ScreenAnswer {
      const rating = weighting === null ? null : projections.rate(weighting)
      const sieve = rating?.sieve ?? ownSieve
      const sorted = rating !== null && column === 'cc_score' ? rating.order : orders.get(toColumn(column))
      const passing = sieve.sift(filters)
      const total = countBits(passing)
      const projection = projections.project(fields, weighting)
      const rows: Buffer[] = []
      const first = sieve.findFirst(filters, passing)
      if (first !== null) removeBit(passing, first)
      const leads = first !== null && offset === 0
      if (leads) rows.push(projection.write(first))
      const page = {
        offset: first === null || leads ? offset : offset - 1,
        count: Math.min(limit, Math.max(0, total - offset)) - rows.length,
      }
      pick(sorted.list(order), passing, page, (slot) => rows.push(projection.write(slot)))
      return { rows, total, relaxations: total > 0 ? [] : sieve.findRelaxations(filters) }
    },
  }
}

/** Takes the slots of a page: `count` of those that pass, in the given order, after the first `offset` of them. */
function pick(
  order: Uint32Array,
  passing: Bits,
  { offset, count }: { readonly offset: number; readonly count: number },
  take: (slot: Slot) => void,
): void {
  let place = 0
  // No branch depends on a single row: the processor cannot guess which of them pass.
  for (let passed = 0; count > 0 && passed < offset; place += 1) passed += readBit(passing, order[place] as Slot)
  for (let found = 0; found < count; place += 1) {
    const slot = order[place] as Slot
    if (readBit(passing, slot) === 0) continue
    found += 1
    take(slot)
  }
}

const toColumn = (column: SortColumn): ScreenColumn =>
  column in columnAliases ? columnAliases[column as keyof typeof columnAliases] : (column as ScreenColumn)

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
