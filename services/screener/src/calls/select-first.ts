import type { BitSet } from '../row-index/bit-set.ts'
import type { SortOrder } from '../row-index/order.ts'

interface Selection {
  readonly order: SortOrder
  /** Number of slots in the set. */
  readonly total: number
  /** How many of the first slots to select. */
  readonly count: number
}

/**
 * Selects the first slots of a set in the order of their values, with unknown values (NaN) last in both directions and
 * ties by ascending slot. It keeps the best `count` in a heap, so that a page out of many calls needs no full sort.
 */
export function selectFirst(bits: BitSet, values: Float64Array, { order, total, count }: Selection): Uint32Array {
  const sign = order === 'asc' ? 1 : -1
  /** Ascending keys come first; unknown values have the greatest. */
  const keyOf = (slot: number): number => {
    const value = values[slot] as number
    return Number.isNaN(value) ? Number.POSITIVE_INFINITY : sign * value
  }
  const heap = createHeap(Math.min(count, total))
  for (let word = 0; word < bits.length; word += 1) {
    let rest = bits[word] as number
    while (rest !== 0) {
      const low = 31 - Math.clz32(rest & -rest)
      rest &= rest - 1
      const slot = word * 32 + low
      heap.offer(keyOf(slot), slot)
    }
  }
  return heap.list()
}

/** Keeps the `size` smallest keys. Between equal keys, the lower slot wins; slots must be added in ascending order. */
function createHeap(size: number) {
  const keys = new Float64Array(size)
  const slots = new Uint32Array(size)
  let length = 0

  /** Whether the entry at one place comes after the one at another. */
  const follows = (a: number, b: number): boolean => {
    const [left, right] = [keys[a] as number, keys[b] as number]
    return left > right || (left === right && (slots[a] as number) > (slots[b] as number))
  }

  function swap(a: number, b: number): void {
    const key = keys[a] as number
    const slot = slots[a] as number
    keys[a] = keys[b] as number
    slots[a] = slots[b] as number
    keys[b] = key
    slots[b] = slot
  }

  function rise(start: number): void {
    for (let at = start; at > 0; ) {
      const parent = (at - 1) >> 1
      if (!follows(at, parent)) return
      swap(at, parent)
      at = parent
    }
  }

  function sink(end: number): void {
    for (let at = 0; ; ) {
      const left = 2 * at + 1
      if (left >= end) return
      const child = left + 1 < end && follows(left + 1, left) ? left + 1 : left
      if (!follows(child, at)) return
      swap(at, child)
      at = child
    }
  }

  return {
    offer(key: number, slot: number): void {
      if (length < size) {
        keys[length] = key
        slots[length] = slot
        length += 1
        rise(length - 1)
      } else if (size > 0 && key < (keys[0] as number)) {
        keys[0] = key
        slots[0] = slot
        sink(length)
      }
    },
    /** Lists the kept slots, smallest key first, and empties the heap. */
    list(): Uint32Array {
      for (let end = length - 1; end > 0; end -= 1) {
        swap(0, end)
        sink(end)
      }
      return slots.subarray(0, length)
    },
  }
}
