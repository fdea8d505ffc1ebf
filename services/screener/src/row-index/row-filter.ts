import type { Relaxation } from '@callwright/contracts'
import { createBoundedCache } from '@callwright/service'
import { addAll, type BitSet, countMissingOnlyIn, createBitSet, intersect, readBit } from './bit-set.ts'
import type { Filter, Filterable } from './filters.ts'
import type { NameIndex } from './order.ts'
import type { RowTable, Slot } from './rows.ts'

const KEPT_FILTERS = 256

export interface RowFilter {
  /** Returns the rows that pass all filters; the next call overwrites the result. */
  filter(filters: readonly Filter[]): BitSet
  /** Finds the row that is first in any sort order, if it passes. */
  findFirst(filters: readonly Filter[], passing: BitSet): Slot | null
  /**
   * If the filters match nothing, counts how many rows would match without each one. Lists the most first and omits
   * counts of 0.
   */
  findRelaxations(filters: readonly Filter[]): Relaxation[]
}

/**
 * Filters the table's rows. The result of each filter is cached until the table changes, since many users set the same
 * ones; combining results takes a microsecond. `readScores` replaces the ratings for users with custom weights.
 */
export function createRowFilter(table: RowTable, names: NameIndex, readScores: (() => Float64Array) | null): RowFilter {
  const rows: Filterable = {
    size: () => table.size,
    values: (column) => (column === 'cc_score' && readScores !== null ? readScores() : table.figures(column)),
    sectors: table.sectors,
    findSector: table.findSector,
    findSlot: table.findSlot,
    listNamed: names.list,
  }
  const kept = createBoundedCache<BitSet>(KEPT_FILTERS)
  let revision = 0
  /** Reused, because allocating one per query would take a twentieth of a page's time. */
  let passing = createBitSet(0)

  function mark(filter: Filter): BitSet {
    if (revision !== table.revision) kept.clear()
    revision = table.revision
    const ready = kept.get(filter.key, 0)
    if (ready !== null) return ready
    const bits = filter.mark(rows)
    kept.set(filter.key, bits, Number.POSITIVE_INFINITY)
    return bits
  }

  return {
    filter(filters) {
      if (passing.length * 32 < table.size) passing = createBitSet(table.size)
      addAll(passing, table.size)
      for (const filter of filters) intersect(passing, mark(filter))
      return passing
    },

    findFirst(filters, passing) {
      for (const { first } of filters) {
        const slot = first?.(rows)
        if (slot !== undefined && readBit(passing, slot) === 1) return slot
      }
      return null
    },
    findRelaxations(filters) {
      const totals = countMissingOnlyIn(filters.map(mark), table.size)
      return filters
        .map(({ parameter }, index) => ({ parameter, total: totals[index] ?? 0 }))
        .filter(({ total }) => total > 0)
        .sort((a, b) => b.total - a.total)
    },
  }
}
