import { isSymbol } from '../../symbols.ts'
import { type JsonObject, readText } from '../http/json-values.ts'
import type { ListedSymbol, ReferenceSource, SymbolSearchSource } from '../provider.ts'
import type { UniverseMember } from '../provider-definition.ts'
import { createSymbolIndex, toListedMember } from '../symbol-search.ts'
import { fetchQuotes } from './quotes.ts'
import { fromTradierSymbol, lacks, type TradierContext, toTradierSymbol } from './tradier-client.ts'

const EXCHANGES: Readonly<Record<string, string>> = {
  N: 'NYSE',
  Q: 'NASDAQ',
  P: 'NYSE Arca',
  A: 'NYSE American',
  Z: 'Cboe BZX',
}

/** Creates the symbol search and lookup. The universe and its sectors come from the product itself, without a call. */
export function createSymbols(
  context: TradierContext,
  members: readonly UniverseMember[],
): { search: SymbolSearchSource; reference: ReferenceSource } {
  const universe = members.map(toListedMember)
  const bySymbol = new Map(universe.map((listed): [string, ListedSymbol] => [listed.symbol, listed]))
  const searchUniverse = createSymbolIndex(universe)
  const { client, stamps } = context

  /** The vendor has one search for symbols and one for names. */
  async function searchVendor(text: string): Promise<ListedSymbol[]> {
    const typed = toTradierSymbol(text.trim().toUpperCase())
    const lists = await Promise.all([
      client.list('/markets/lookup', { q: typed, types: 'stock,etf' }, ['securities', 'security']),
      client.list('/markets/search', { q: text.trim(), indexes: false }, ['securities', 'security']),
    ])
    const found = lists.flat().flatMap((row) => readSecurity(row, true) ?? [])
    return [...new Map(found.map((listed) => [listed.symbol, listed])).values()]
  }

  return {
    search: {
      async searchSymbols(search) {
        if (search.text.trim() === '') return stamps.facts(searchUniverse(search))
        const others = (await searchVendor(search.text)).filter(({ symbol }) => !bySymbol.has(symbol))
        const missing =
          others.length === 0 ? [] : [lacks('options_available', 'information on which symbols have options')]
        return stamps.facts(createSymbolIndex([...universe, ...others])(search), missing)
      },
    },
    reference: {
      async listUniverse() {
        return stamps.facts(universe, universe.length === 0 ? [lacks('universe', 'list of index members')] : [])
      },
      async findSymbol(symbol) {
        const known = bySymbol.get(symbol)
        if (known !== undefined || !isSymbol(symbol)) return known ?? null
        const row = (await fetchQuotes(context, [symbol])).get(symbol)
        return row === undefined ? null : readSecurity(row, readText(row.root_symbols) !== null)
      },
    },
  }
}

/** Reads a stock or fund. Null for other types, and for symbols the product does not support. */
function readSecurity({ symbol, description, exchange, exch, type }: JsonObject, optionable: boolean) {
  const text = fromTradierSymbol(readText(symbol) ?? '')
  const kind = readText(type)
  if (!isSymbol(text) || (kind !== 'stock' && kind !== 'etf')) return null
  const place = readText(exchange) ?? readText(exch)
  const listed: ListedSymbol = {
    symbol: text,
    name: readText(description) ?? text,
    sector: null,
    exchange: place === null ? null : (EXCHANGES[place] ?? place),
    type: kind,
    optionable,
    hasChain: optionable,
    inUniverse: false,
  }
  return listed
}
