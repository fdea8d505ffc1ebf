import { normalizeSymbol } from '../symbols.ts'
import type { ListedSymbol, SymbolSearch } from './provider.ts'

/**
 * Symbols that match what a person typed: the exact symbol first, then symbols that begin with it, then names in which
 * every typed word begins a word. Within each, the source's own universe first, then alphabetically.
 */
export function createSymbolIndex(symbols: readonly ListedSymbol[]): (search: SymbolSearch) => ListedSymbol[] {
  const entries = symbols
    .map((listed) => ({ listed, nameWords: splitWords(listed.name) }))
    .sort((a, b) => (a.listed.symbol < b.listed.symbol ? -1 : 1))

  return ({ text, limit, onlyWithChain = false }) => {
    const symbol = normalizeSymbol(text.trim())
    const words = splitWords(text)
    const tiers: ListedSymbol[][] = []
    for (const { listed, nameWords } of entries) {
      if (onlyWithChain && !listed.hasChain) continue
      const rank = rankOf(listed.symbol, nameWords, symbol, words)
      if (rank === null) continue
      const tier = rank * 2 + (listed.inUniverse ? 0 : 1)
      tiers[tier] ??= []
      tiers[tier].push(listed)
    }
    return tiers.flat().slice(0, limit)
  }
}

function rankOf(listed: string, nameWords: readonly string[], symbol: string, words: readonly string[]) {
  if (listed === symbol) return 0
  if (listed.startsWith(symbol)) return 1
  const matches = words.length > 0 && words.every((word) => nameWords.some((nameWord) => nameWord.startsWith(word)))
  return matches ? 2 : null
}

function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
