import type { RowTable, Slot } from './row-table.ts'

const BEYOND_BASIC_PLANE = /[\ud800-\uffff]/
const FIRST_SURROGATE = 0xd800
const AFTER_SURROGATES = 0xe000

export type SortOrder = 'asc' | 'desc'

/** What rows are sorted by. */
export interface SortKeys {
  isKnown(slot: Slot): boolean
  /** Of two known values; negative where the first is the smaller one. */
  compare(a: Slot, b: Slot): number
}

export interface Order {
  /** The slots of all rows: unknown values last in both directions, equal ones by symbol, ascending (D16). */
  list(order: SortOrder): Uint32Array
}

export const numberKeys = (values: Float64Array): SortKeys => ({
  isKnown: (slot) => !Number.isNaN(values[slot]),
  compare: (a, b) => (values[a] ?? Number.NaN) - (values[b] ?? Number.NaN),
})

export const textKeys = (texts: readonly (string | null)[]): SortKeys => ({
  isKnown: (slot) => texts[slot] !== null,
  compare: (a, b) => compareTexts(texts[a] ?? '', texts[b] ?? ''),
})

const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/**
 * The lower case of a text in a form whose order by `<` is that of its code points (D16). `<` compares UTF-16 units,
 * by which characters beyond U+FFFF, whose units begin at D800, stand before those from U+E000 on: the two ranges
 * change places.
 */
export function toSortText(text: string): string {
  const lower = text.toLowerCase()
  if (!BEYOND_BASIC_PLANE.test(lower)) return lower
  const units = Array.from({ length: lower.length }, (_, index) => {
    const unit = lower.charCodeAt(index)
    if (unit < FIRST_SURROGATE) return unit
    return unit < AFTER_SURROGATES ? unit + 0x2000 : unit - 0x800
  })
  return String.fromCharCode(...units)
}

/**
 * One order of the table, brought up to date when it is asked for: rows that changed since are taken out and put in at
 * their new places, the others stay as they stand. `readKeys` is asked for the keys of that moment.
 */
export function createOrder(table: RowTable, readKeys: () => SortKeys): Order {
  let revision = 0
  let ascending = new Uint32Array(0)
  let descending: Uint32Array | null = null

  function refresh(): void {
    if (revision === table.revision) return
    const compare = compareBy(table, readKeys())
    const changed = table.listChanged(revision).sort(compare)
    const isChanged = new Uint8Array(table.size)
    for (const slot of changed) isChanged[slot] = 1
    ascending = merge(
      ascending.filter((slot) => isChanged[slot] === 0),
      changed,
      compare,
    )
    descending = null
    revision = table.revision
  }

  return {
    list(order) {
      refresh()
      if (order === 'asc') return ascending
      descending ??= reverse(ascending, readKeys())
      return descending
    },
  }
}

function compareBy(table: RowTable, keys: SortKeys): (a: Slot, b: Slot) => number {
  const symbols = table.sortTexts('symbol')
  return (a, b) => {
    const known = keys.isKnown(a)
    if (known !== keys.isKnown(b)) return known ? -1 : 1
    return (known ? keys.compare(a, b) : 0) || compareTexts(symbols[a] ?? '', symbols[b] ?? '')
  }
}

/** Two sorted lists in one; of the shorter one each place is searched for. */
function merge(rest: Uint32Array, changed: readonly Slot[], compare: (a: Slot, b: Slot) => number) {
  const merged = new Uint32Array(rest.length + changed.length)
  let taken = 0
  for (const [index, slot] of changed.entries()) {
    const upTo = findPlace(rest, slot, taken, compare)
    merged.set(rest.subarray(taken, upTo), taken + index)
    merged[upTo + index] = slot
    taken = upTo
  }
  merged.set(rest.subarray(taken), taken + changed.length)
  return merged
}

/** The first place from `low` on whose row does not stand before this one. */
function findPlace(sorted: Uint32Array, slot: Slot, low: number, compare: (a: Slot, b: Slot) => number): number {
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(sorted[middle] ?? 0, slot) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The known values from the greatest to the smallest; equal ones and unknown ones keep their order. */
function reverse(ascending: Uint32Array, keys: SortKeys): Uint32Array {
  let end = ascending.length
  while (end > 0 && !keys.isKnown(ascending[end - 1] ?? 0)) end -= 1
  const descending = new Uint32Array(ascending.length)
  descending.set(ascending.subarray(end), end)
  let at = 0
  while (end > 0) {
    let start = end - 1
    while (start > 0 && keys.compare(ascending[start - 1] ?? 0, ascending[start] ?? 0) === 0) start -= 1
    for (let place = start; place < end; place += 1) {
      descending[at] = ascending[place] ?? 0
      at += 1
    }
    end = start
  }
  return descending
}
