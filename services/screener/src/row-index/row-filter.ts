import type { Relaxation } from '@callwright/contracts'
import { createBoundedCache } from '@callwright/service'
import type { Filter, Filterable } from './filters.ts'
import type { NameIndex } from './order.ts'
import type { RowTable, Slot } from './rows.ts'

/** Set of slots with one bit per slot, in 32-bit words. */
export type BitSet = Uint32Array

export const createBitSet = (size: number): BitSet => new Uint32Array(Math.ceil(size / 32))

/** Adds all slots of a table of this size. */
export function addAll(bits: BitSet, size: number): BitSet {
  bits.fill(0xffff_ffff)
  const rest = size % 32
  if (rest > 0) bits[bits.length - 1] = (1 << rest) - 1
  return bits
}

export function addBit(bits: BitSet, slot: number): void {
  bits[slot >>> 5] = (bits[slot >>> 5] as number) | (1 << (slot & 31))
}

export function removeBit(bits: BitSet, slot: number): void {
  bits[slot >>> 5] = (bits[slot >>> 5] as number) & ~(1 << (slot & 31))
}

/** 1 if a slot is in the set, otherwise 0. */
export function readBit(bits: BitSet, slot: number): number {
  return ((bits[slot >>> 5] as number) >>> (slot & 31)) & 1
}

/** Removes every slot from the first set that is not in the second. */
export function intersect(bits: BitSet, other: BitSet): void {
  for (let word = 0; word < bits.length; word += 1) bits[word] = (bits[word] as number) & (other[word] as number)
}

export function countBits(bits: BitSet): number {
  let count = 0
  for (let word = 0; word < bits.length; word += 1) count += countOnes(bits[word] as number)
  return count
}

/** For each set, counts the slots missing from it alone: how many the intersection would gain without that set. */
export function countMissingOnlyIn(sets: readonly BitSet[], size: number): readonly number[] {
  const missing = createBitSet(size)
  const missingTwice = createBitSet(size)
  for (const set of sets) {
    for (let word = 0; word < missing.length; word += 1) {
      const left = ~(set[word] as number)
      missingTwice[word] = (missingTwice[word] as number) | ((missing[word] as number) & left)
      missing[word] = (missing[word] as number) | left
    }
  }
  const all = addAll(createBitSet(size), size)
  return sets.map((set) =>
    countBits(all.map((every, word) => every & ~(set[word] as number) & ~(missingTwice[word] as number))),
  )
}

function countOnes(word: number): number {
  let sums = word - ((word >>> 1) & 0x5555_5555)
  sums = (sums & 0x3333_3333) + ((sums >>> 2) & 0x3333_3333)
  return Math.imul((sums + (sums >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}

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
