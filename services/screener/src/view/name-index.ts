import type { RowTable, Slot } from './row-table.ts'

const MARKS = /\p{M}/gu
const WORD_START = /(?<![\p{L}\p{N}])\S/gu

/** Normalizes text for comparison: no case, accents or extra spaces. Blank text becomes empty. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

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
