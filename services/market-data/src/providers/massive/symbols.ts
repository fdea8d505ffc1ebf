import { isSymbol } from '../../symbols.ts'
import { type JsonObject, readObject, readObjects, readText } from '../http/json-values.ts'
import { ProviderFailure } from '../http/provider-failure.ts'
import type { ListedSymbol, ReferenceSource, SymbolSearchSource } from '../provider.ts'
import type { UniverseMember } from '../provider-definition.ts'
import { createSymbolIndex } from '../symbol-search.ts'
import { lacks, type MassiveContext } from './answers.ts'

const TICKERS = '/v3/reference/tickers'
const CONTRACTS = '/v3/reference/options/contracts'
/** Number of matches to request, best first. The product shows 25. */
const SEARCH_ROWS = 100
const STOCK_TYPES = new Set(['CS', 'ADRC', 'OS', 'GDR', 'NYRS'])
const FUND_TYPES = new Set(['ETF', 'ETN', 'ETV', 'ETS'])
const EXCHANGES: Readonly<Record<string, string>> = {
  XNYS: 'NYSE',
  XNAS: 'NASDAQ',
  ARCX: 'NYSE Arca',
  XASE: 'NYSE American',
  BATS: 'Cboe BZX',
}

/** Creates the symbol search and lookup. The universe and its sectors come from the product itself, without a call. */
export function createSymbols(
  context: MassiveContext,
  members: readonly UniverseMember[],
): { search: SymbolSearchSource; reference: ReferenceSource } {
  const universe = members.map(toListedMember)
  const bySymbol = new Map(universe.map((listed): [string, ListedSymbol] => [listed.symbol, listed]))
  const searchUniverse = createSymbolIndex(universe)
  const { stamps } = context

  return {
    search: {
      async searchSymbols(search) {
        if (search.text.trim() === '') return stamps.facts(searchUniverse(search))
        const others = (await searchTickers(context, search.text)).filter(({ symbol }) => !bySymbol.has(symbol))
        const missing =
          others.length === 0 ? [] : [lacks('options_available', 'information on which symbols have options')]
        return stamps.facts(createSymbolIndex([...universe, ...others])(search), missing)
      },
    },
    reference: {
      async listUniverse() {
        return stamps.facts(universe, universe.length === 0 ? [lacks('universe', 'list of index members')] : [])
      },
      findSymbol: async (symbol) => bySymbol.get(symbol) ?? (await findTicker(context, symbol)),
    },
  }
}

function toListedMember({ symbol, name, sector }: UniverseMember): ListedSymbol {
  return { symbol, name, sector, exchange: null, type: 'stock', optionable: true, hasChain: true, inUniverse: true }
}

async function searchTickers({ client, reject }: MassiveContext, text: string): Promise<ListedSymbol[]> {
  const query = { search: text.trim(), market: 'stocks', active: true, limit: SEARCH_ROWS }
  const { results } = await client.get(TICKERS, query)
  return readObjects(results).flatMap((row) => {
    const listed = readTicker(row)
    if (listed === null) reject('malformed')
    return listed ?? []
  })
}

async function findTicker({ client }: MassiveContext, symbol: string): Promise<ListedSymbol | null> {
  try {
    const listed = readTicker(readObject((await client.get(`${TICKERS}/${encodeURIComponent(symbol)}`)).results))
    if (listed === null || listed.symbol !== symbol) return null
    const { results } = await client.get(CONTRACTS, { underlying_ticker: symbol, limit: 1 })
    const optionable = Array.isArray(results) && results.length > 0
    return { ...listed, optionable, hasChain: optionable }
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === 'not_found') return null
    throw error
  }
}

/**
 * Reads a listed, active stock or fund. Null for other types, and for symbols the product does not support, such as
 * preferred shares and units. Lists of symbols do not say whether options exist, so stocks and funds are assumed to
 * have them until they are looked up.
 */
function readTicker(row: JsonObject): ListedSymbol | null {
  const symbol = readText(row.ticker) ?? ''
  const type = readText(row.type) ?? ''
  if (!isSymbol(symbol) || row.active === false || (readText(row.market) ?? 'stocks') !== 'stocks') return null
  const exchange = readText(row.primary_exchange)
  const mayHaveOptions = STOCK_TYPES.has(type) || FUND_TYPES.has(type)
  return {
    symbol,
    name: readText(row.name) ?? symbol,
    sector: null,
    exchange: exchange === null ? null : (EXCHANGES[exchange] ?? exchange),
    type: STOCK_TYPES.has(type) ? 'stock' : FUND_TYPES.has(type) ? 'etf' : 'unknown',
    optionable: mayHaveOptions,
    hasChain: mayHaveOptions,
    inUniverse: false,
  }
}
