import type { RowTable, Slot } from './rows.ts'
import { foldText } from './texts.ts'

export type SortOrder = 'asc' | 'desc'

interface SortKeys {
  isKnown(slot: Slot): boolean
  /** Compares two known values; negative if the first is smaller. */
  compare(a: Slot, b: Slot): number
}

export interface Order {
  /**
   * Lists the slots of all rows, with unknown values last in both directions and ties broken by ascending symbol (D16).
   */
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
 * Sorted index of the table, updated on access: changed rows move to their new positions, and the others keep their
 * order. `readKeys` returns the current sort keys.
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

/** Merges two sorted lists by binary search for the position of each changed row. */
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

/** Finds the first index, from `low` on, whose row does not sort before this one. */
function findPlace(sorted: Uint32Array, slot: Slot, low: number, compare: (a: Slot, b: Slot) => number): number {
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(sorted[middle] ?? 0, slot) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Reverses the known values; ties and unknown values keep their order. */
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

const WORD_START = /(?<![\p{L}\p{N}])\S/gu

/**
 * Lists the texts whose prefixes find a stock: its symbol (also BRK-B for BRK.B), and its name starting at each word.
 */
function listBeginnings(symbol: string, companyName: string): string[] {
  const name = foldText(companyName)
  const written = foldText(symbol)
  return [
    ...new Set([written, written.replace('.', '-')]),
    ...Array.from(name.matchAll(WORD_START), ({ index }) => name.slice(index)),
  ]
}

/** Finds stocks by a prefix of their symbol or of a word in their company name (D14). */
export function createNameIndex(table: RowTable) {
  let revision = -1
  let beginnings: readonly string[] = []
  let slots = new Uint32Array(0)

  function refresh(): void {
    if (revision === table.namesRevision) return
    const symbols = table.sortTexts('symbol')
    const entries = table.companyNames
      .flatMap((name, slot) => listBeginnings(symbols[slot] ?? '', name).map((text) => ({ text, slot })))
      .sort((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)))
    beginnings = entries.map(({ text }) => text)
    slots = Uint32Array.from(entries, ({ slot }) => slot)
    revision = table.namesRevision
  }

  function findPlace(text: string): number {
    let low = 0
    let high = beginnings.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((beginnings[middle] ?? '') < text) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    /** Yields the stocks that match a folded text, possibly more than once. The text contains no wildcards. */
    *list(folded: string): Iterable<Slot> {
      refresh()
      for (let place = findPlace(folded); beginnings[place]?.startsWith(folded); place += 1) yield slots[place] ?? 0
    },
  }
}
export type NameIndex = ReturnType<typeof createNameIndex>
