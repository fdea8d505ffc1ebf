import { formerSymbols, listSymbolReadings, readSymbolSpelling } from '@callwright/contracts'
import type { ListedSymbol, SymbolSearch } from './provider.ts'
import type { UniverseMember } from './provider-definition.ts'

/** A member of the product's universe, which consists of stocks with options. */
export function toListedMember({ symbol, name, sector }: UniverseMember): ListedSymbol {
  return { symbol, name, sector, exchange: null, type: 'stock', optionable: true, hasChain: true, inUniverse: true }
}

/**
 * Creates a function that finds symbols matching the typed text. They are in this order: the exact symbol; then a class
 * share typed without its dot, or the successor of a former ticker; then symbols that start with the text; then names
 * in which every typed word starts a word. Within each group, symbols in the source's own universe come first, then the
 * rest, each in alphabetical order.
 */
export function createSymbolIndex(symbols: readonly ListedSymbol[]): (search: SymbolSearch) => ListedSymbol[] {
  const entries = symbols
    .map((listed) => ({ listed, nameWords: splitWords(listed.name) }))
    .sort((a, b) => (a.listed.symbol < b.listed.symbol ? -1 : 1))

  return ({ text, limit, onlyWithChain = false }) => {
    const typed = readSymbols(text)
    const words = splitWords(text)
    const tiers: ListedSymbol[][] = []
    for (const { listed, nameWords } of entries) {
      if (onlyWithChain && !listed.hasChain) continue
      const rank = rankOf(listed.symbol, nameWords, typed, words)
      if (rank === null) continue
      const tier = rank * 2 + (listed.inUniverse ? 0 : 1)
      tiers[tier] ??= []
      tiers[tier].push(listed)
    }
    return tiers.flat().slice(0, limit)
  }
}

interface TypedSymbols {
  readonly symbol: string
  /** Other ways to read the input: as a class share without its dot, or as a former ticker. */
  readonly otherReadings: readonly string[]
}

function readSymbols(text: string): TypedSymbols {
  const symbol = readSymbolSpelling(text)?.symbol ?? text.trim().toUpperCase()
  return { symbol, otherReadings: [...listSymbolReadings(symbol), formerSymbols.get(symbol) ?? symbol] }
}

function rankOf(
  listed: string,
  nameWords: readonly string[],
  { symbol, otherReadings }: TypedSymbols,
  words: readonly string[],
) {
  if (listed === symbol) return 0
  if (otherReadings.includes(listed)) return 1
  if (listed.startsWith(symbol)) return 2
  const matches = words.length > 0 && words.every((word) => nameWords.some((nameWord) => nameWord.startsWith(word)))
  return matches ? 3 : null
}

function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
