import type { Relaxation } from '@callwright/contracts'
import { createBoundedCache } from '@callwright/service'
import { addAll, type Bits, countAlone, createBits, intersect, readBit } from './bits.ts'
import type { Filter, Filterable } from './filters.ts'
import type { NameIndex } from './name-index.ts'
import type { RowTable, Slot } from './row-table.ts'

const KEPT_FILTERS = 256

export interface Sieve {
  /** The rows that pass all filters; not to be kept over another question. */
  sift(filters: readonly Filter[]): Bits
  /** The row that leads whatever the order, where it passes. */
  findFirst(filters: readonly Filter[], passing: Bits): Slot | null
  /** Of filters that nothing passes: how much would, were one of them not set, most first; what would help none is left out. */
  findRelaxations(filters: readonly Filter[]): Relaxation[]
}

/**
 * Passes the table's rows through filters. What passes a single filter is kept until the table changes: people set the
 * same few, and putting them together takes a microsecond. `readScores` stands in for the rating where somebody weighs it.
 */
export function createSieve(table: RowTable, names: NameIndex, readScores: (() => Float64Array) | null): Sieve {
  const rows: Filterable = {
    size: () => table.size,
    values: (column) => (column === 'cc_score' && readScores !== null ? readScores() : table.figures(column)),
    sectors: table.sectors,
    findSector: table.findSector,
    findSlot: table.findSlot,
    listNamed: names.list,
  }
  const kept = createBoundedCache<Bits>(KEPT_FILTERS)
  let revision = 0
  /** New memory for each question would cost a twentieth of a page. */
  let passing = createBits(0)

  function mark(filter: Filter): Bits {
    if (revision !== table.revision) kept.clear()
    revision = table.revision
    const ready = kept.get(filter.key, 0)
    if (ready !== null) return ready
    const bits = filter.mark(rows)
    kept.set(filter.key, bits, Number.POSITIVE_INFINITY)
    return bits
  }

  return {
    sift(filters) {
      if (passing.length * 32 < table.size) passing = createBits(table.size)
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
      const totals = countAlone(filters.map(mark), table.size)
      return filters
        .map(({ parameter }, index) => ({ parameter, total: totals[index] ?? 0 }))
        .filter(({ total }) => total > 0)
        .sort((a, b) => b.total - a.total)
    },
  }
}
