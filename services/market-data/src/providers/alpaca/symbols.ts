import { isSymbol } from '../../symbols.ts'
import { isObject, type JsonObject, readText } from '../http/json-values.ts'
import { ProviderFailure } from '../http/provider-failure.ts'
import { parseVendorJson } from '../http/vendor-files.ts'
import type { ListedSymbol, ReferenceSource, SymbolSearch, SymbolSearchSource } from '../provider.ts'
import type { ProviderDeps } from '../provider-definition.ts'
import { createSymbolIndex, toListedMember } from '../symbol-search.ts'
import { type AlpacaContext, lacks } from './alpaca-client.ts'

const PATH = '/v2/assets'
/** The API reference and its users name the same attribute differently. */
const OPTIONABLE = new Set(['has_options', 'options_enabled'])
const FUND = /\b(ETF|ETN|ETP)s?\b/i

/** Creates the symbol search and lookup. The universe and its sectors come from the product itself, without a call. */
export function createSymbols(
  context: AlpacaContext,
  { universe: members, files }: Pick<ProviderDeps, 'universe' | 'files'>,
): { search: SymbolSearchSource; reference: ReferenceSource } {
  const universe = members.map(toListedMember)
  const bySymbol = new Map(universe.map((listed): [string, ListedSymbol] => [listed.symbol, listed]))
  const searchUniverse = createSymbolIndex(universe)
  const { trading, stamps } = context
  let index: { readonly assets: readonly ListedSymbol[]; readonly search: SearchSymbols } | null = null

  /** The whole list is about five megabytes, and changes by a few symbols a day. */
  async function searchAll(search: SymbolSearch): Promise<ListedSymbol[]> {
    const assets = await files.find({
      key: 'assets',
      lifetime: 'day',
      load: () => trading.getText(PATH, { status: 'active', asset_class: 'us_equity' }),
      parser: { module: import.meta.url, parse: parseAssets },
    })
    if (index?.assets !== assets) {
      const others = assets.filter(({ symbol }) => !bySymbol.has(symbol))
      index = { assets, search: createSymbolIndex([...universe, ...others]) }
    }
    return index.search(search)
  }

  return {
    search: {
      async searchSymbols(search) {
        if (search.text.trim() === '') return stamps.facts(searchUniverse(search))
        return stamps.facts(await searchAll(search))
      },
    },
    reference: {
      async listUniverse() {
        return stamps.facts(universe, universe.length === 0 ? [lacks('universe', 'list of index members')] : [])
      },
      findSymbol: async (symbol) => bySymbol.get(symbol) ?? (await findAsset(context, symbol)),
    },
  }
}

type SearchSymbols = ReturnType<typeof createSymbolIndex>

/** Parses the list of all stocks and funds. Throws a SyntaxError if it is none. */
export function parseAssets(text: string): readonly ListedSymbol[] {
  const rows = parseVendorJson(text)
  if (!Array.isArray(rows)) throw new SyntaxError('returned no list')
  return rows.filter(isObject).flatMap((row) => readAsset(row) ?? [])
}

async function findAsset({ trading }: AlpacaContext, symbol: string): Promise<ListedSymbol | null> {
  try {
    const listed = readAsset(await trading.get(`${PATH}/${encodeURIComponent(symbol)}`))
    return listed?.symbol === symbol ? listed : null
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === 'not_found') return null
    throw error
  }
}

/**
 * Reads an active stock or fund. Null for symbols the product does not support, such as preferred shares and units. The
 * vendor does not say which symbols are funds, so only a name that does makes it one.
 */
function readAsset({ symbol, name, exchange, status, attributes, ...row }: JsonObject): ListedSymbol | null {
  const text = readText(symbol) ?? ''
  const isListed = (readText(status) ?? 'active') === 'active' && (readText(row.class) ?? 'us_equity') === 'us_equity'
  if (!isSymbol(text) || !isListed) return null
  const optionable = Array.isArray(attributes) && attributes.some((attribute) => OPTIONABLE.has(String(attribute)))
  const title = readText(name) ?? text
  return {
    symbol: text,
    name: title,
    sector: null,
    exchange: readText(exchange),
    type: FUND.test(title) ? 'etf' : 'unknown',
    optionable,
    hasChain: optionable,
    inUniverse: false,
  }
}
