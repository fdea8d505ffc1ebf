import { formerSymbols } from '@callwright/contracts/former-symbols'
import { MAX_LIST_SYMBOLS } from '@callwright/contracts/screener-columns'
import { listSymbolReadings, readSymbolSpelling } from '@callwright/contracts/symbol-spelling'
import { parse } from 'papaparse'

const HEADER = /^(?:symbol|ticker|stock|underlying)s?$/i

/**
 * Reads the symbols in pasted text or a CSV file: the column under a header such as Symbol, the first column if there is
 * no header, or all cells of a single line.
 */
export function readCells(text: string): readonly string[] {
  const parsed = parse<string[]>(text.trim(), {
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', '\t', ';', '|', ' '],
  })
  const lines = parsed.data.map((cells) => cells.map((cell) => cell.trim()))
  const headerAt = lines.findIndex((cells) => cells.some((cell) => HEADER.test(cell)))
  const column = lines[headerAt]?.findIndex((cell) => HEADER.test(cell)) ?? 0
  const [only, ...others] = lines
  const cells = others.length === 0 ? (only ?? []) : lines.slice(headerAt + 1).map((line) => line[column] ?? '')
  return cells.filter((cell) => cell !== '')
}

export interface ImportPreview {
  /** Symbols to add that the screener covers. */
  readonly recognized: readonly string[]
  /** Symbols to add that the screener does not cover. */
  readonly uncovered: readonly string[]
  /** Symbols that are repeated or already on the list. */
  readonly duplicates: readonly string[]
  /** Text that cannot be a symbol. */
  readonly unreadable: readonly string[]
  /** Symbols that are left out because the list would be too long. */
  readonly excess: number
}

/** Spells cells as symbols; null for text that cannot be one. */
export const spellCells = (cells: readonly string[]) =>
  cells.map((cell) => ({ cell, symbol: readSymbolSpelling(cell)?.symbol ?? null }))

/** Sorts cells into what an import would add and what it would leave out. */
export function previewImport(
  cells: readonly string[],
  given: { readonly covered: ReadonlySet<string>; readonly present: readonly string[] },
): ImportPreview {
  const seen = new Set(given.present)
  const recognized: string[] = []
  const uncovered: string[] = []
  const duplicates: string[] = []
  const unreadable: string[] = []
  let excess = 0
  for (const { cell, symbol } of spellCells(cells)) {
    const found = symbol === null ? undefined : findCovered(symbol, given.covered)
    const kept = found ?? symbol
    if (kept === null) unreadable.push(cell)
    else if (seen.has(kept)) duplicates.push(kept)
    else if (seen.size >= MAX_LIST_SYMBOLS) excess += 1
    else {
      seen.add(kept)
      if (found === undefined) uncovered.push(kept)
      else recognized.push(kept)
    }
  }
  return { recognized, uncovered, duplicates, unreadable, excess }
}

const findCovered = (symbol: string, covered: ReadonlySet<string>) =>
  [...listSymbolReadings(symbol), formerSymbols.get(symbol) ?? symbol].find((reading) => covered.has(reading))
